package shuffle

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// Keys are the columns by which an order has groups, classes and no repeats, named by their paths, such as user.id.
type Keys struct {
	GroupBy, StratifyBy, UniqueBy []string
	Missing                       engine.Missing
}

// Given reports whether there are any.
func (k *Keys) Given() bool { return len(k.GroupBy)+len(k.StratifyBy)+len(k.UniqueBy) > 0 }

// Collect reads the columns of keys. The numbers of rows and these texts, as a table of CSV, are what the engine
// shuffles; Do writes the rows in the order of that table. The memory of opt becomes what is left for that.
func (in *Input) Collect(ctx context.Context, opt *Options, keys Keys) (*engine.Collection, error) {
	need := 12 * in.Rows // for in.place
	if in.Rows > math.MaxUint32 {
		return nil, errors.New("more than 4 billion rows cannot be shuffled by columns")
	} else if need > max(opt.Memory/2, 16<<20) {
		return nil, &failure.MemoryError{What: "an order of " + label.Plural(in.Rows, "row") + " by columns",
			Need: 2 * uint64(need), Allowed: uint64(opt.Memory)}
	}
	opt.Memory -= min(need, opt.Memory/2)
	by := engine.Options{CSV: true, Parts: true, Missing: keys.Missing,
		Seed: &opt.Seed, Memory: opt.Memory, Workers: opt.Workers, TempDir: opt.TempDir}
	var columns []iter.Seq2[[]byte, error]
	for _, some := range []struct {
		names []string
		to    *[]engine.Column
	}{{keys.GroupBy, &by.GroupBy}, {keys.StratifyBy, &by.StratifyBy}, {keys.UniqueBy, &by.UniqueBy}} {
		for _, name := range some.names {
			texts, err := in.texts(ctx, opt, name)
			if err != nil {
				return nil, &failure.SourceError{Name: in.files[0].name, Err: err}
			}
			columns = append(columns, texts)
			*some.to = append(*some.to, engine.Column{Number: 1 + len(columns), Name: name})
		}
	}
	in.keys, in.together = len(columns), int64(len(columns))
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		err := in.tabulate(columns, w)
		w.CloseWithError(err)
		done <- err
	}()
	c, err := engine.Collect(ctx, by, engine.Source{Name: in.files[0].name, Reader: r})
	r.Close() // of which not all may have been read
	if cause := <-done; cause != nil && cause != io.ErrClosedPipe {
		err = cause
	}
	if _, bad := errors.AsType[*failure.RecordError](err); bad && len(in.files) == 1 {
		err = &failure.SourceError{Name: in.files[0].name, Err: err}
	}
	in.collection, in.together = c, 0
	return c, err
}

// texts returns an iterator over the texts of a column, or nothing where there is no value.
func (in *Input) texts(ctx context.Context, opt *Options, name string) (iter.Seq2[[]byte, error], error) {
	var found []int
	var all []string
	for i, c := range in.schema.Columns() {
		if all = append(all, strconv.Quote(c.Path())); c.Path() == name {
			found = append(found, i)
		}
	}
	switch {
	case len(found) > 1: // a name may have dots, too
		return nil, fmt.Errorf("%d of its columns are called %q", len(found), name)
	case len(found) == 0:
		is := fmt.Sprintf("column %q; there are %.500s", name, strings.Join(all, ", "))
		return nil, &failure.AbsentError{What: is}
	}
	c := found[0]
	text, err := column.TextOf(in.schema.Column(c))
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", label.Name(name), err)
	}
	return func(yield func([]byte, error) bool) {
		var from column.Reader
		var b []byte
		err := in.each(func(s *source, group int, _ int64) error {
			return in.read(ctx, &from, s, group, c, func(rows *column.Rows) error {
				n := rows.Len(in.kinds[c])
				opt.Read.Add(int64(n))
				for row := range n {
					b = b[:0]
					if value, has := rows.Value(in.kinds[c], row); has {
						b = text(b, value)
					}
					if !yield(b, nil) {
						return io.ErrClosedPipe
					}
				}
				return nil
			})
		})
		if err != nil && err != io.ErrClosedPipe {
			yield(nil, err)
		}
	}, nil
}

// tabulate writes the table.
func (in *Input) tabulate(columns []iter.Seq2[[]byte, error], to io.Writer) error {
	w := bufio.NewWriterSize(to, 256<<10) // which remembers its first error
	next := make([]func() ([]byte, error, bool), len(columns))
	for i, texts := range columns {
		var stop func()
		next[i], stop = iter.Pull2(texts)
		defer stop()
	}
	for row := range in.Rows {
		if _, err := w.Write(strconv.AppendInt(w.AvailableBuffer(), row, 10)); err != nil {
			return err
		}
		for _, next := range next {
			text, err, _ := next()
			if err != nil {
				return err
			}
			w.WriteByte(',')
			if bytes.IndexAny(text, ",\"\r\n") >= 0 {
				text = slices.Concat([]byte{'"'}, bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`)), []byte{'"'})
			}
			w.Write(text)
		}
		w.WriteByte('\n')
	}
	return w.Flush()
}
