package shuffle

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A key is a column by whose values rows are put somewhere.
type key struct {
	name   string // as it was asked for
	column int
	text   func(dst, value []byte) []byte

	from column.Reader
	next func() (*column.Rows, error, bool) // the next rows of a chunk
	rows *column.Rows
	row  int // of these
}

// Collect reads the columns by which an order has groups, classes or no repeats. Their texts and the numbers of rows,
// as a table of CSV, are what the engine shuffles. Do writes the rows in the order of that table.
func (in *Input) Collect(ctx context.Context, opt *Options, by engine.Options) (*engine.Collection, error) {
	for _, c := range slices.Concat(by.GroupBy, by.StratifyBy, by.UniqueBy) {
		if slices.ContainsFunc(in.keys, func(k *key) bool { return k.name == c.Name }) {
			continue
		}
		k, err := in.key(c.Name)
		if err != nil {
			return nil, err
		}
		in.keys = append(in.keys, k)
	}
	by.CSV, by.Header, by.Parts = true, 1, true
	by.Seed, by.Memory, by.Workers, by.TempDir = &opt.Seed, opt.Memory, opt.Workers, opt.TempDir
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		table := bufio.NewWriterSize(w, 256<<10)
		err := in.tabulate(ctx, opt, table)
		if err == nil {
			err = table.Flush()
		}
		w.CloseWithError(err)
		done <- err
	}()
	c, err := engine.Collect(ctx, by, engine.Source{Name: in.files[0].name, Reader: r})
	r.Close() // of which not all may have been read
	if cause := <-done; cause != nil && cause != io.ErrClosedPipe {
		err = cause
	}
	if err != nil {
		return nil, err
	}
	in.plan = &plan{from: c, fs: opt.FS, dir: opt.TempDir}
	return c, nil
}

// key returns the key that a column makes. A name is a path, with dots between its names, and \. for a dot in one; if
// only one column can be meant, a dot is enough.
func (in *Input) key(name string) (*key, error) {
	var found, all []string
	k := &key{name: name}
	escape := strings.NewReplacer(`\`, `\\`, `.`, `\.`)
	for i, c := range in.schema.Columns() {
		var path []string
		for _, part := range c.ColumnPath() {
			path = append(path, escape.Replace(part))
		}
		exact := strings.Join(path, ".")
		all = append(all, strconv.Quote(exact))
		if exact == name || c.Path() == name {
			found, k.column = append(found, strconv.Quote(exact)), i
		}
	}
	const most = 20
	switch {
	case len(found) > 1:
		return nil, fmt.Errorf("%s may be %s", label.Name(name), strings.Join(found, " or "))
	case len(found) == 0 && len(all) > most:
		all = append(all[:most], fmt.Sprintf("and %d more", len(all)-most))
		fallthrough
	case len(found) == 0:
		err := &failure.AbsentError{What: fmt.Sprintf("column %q; there are %s", name, strings.Join(all, ", "))}
		return nil, &failure.SourceError{Name: in.files[0].name, Err: err}
	}
	var err error
	if k.text, err = column.Text(in.schema.Column(k.column)); err != nil {
		err = fmt.Errorf("column %s: %w", label.Name(name), err)
		return nil, &failure.SourceError{Name: in.files[0].name, Err: err}
	}
	return k, nil
}

// tabulate writes the table of all rows.
func (in *Input) tabulate(ctx context.Context, opt *Options, w *bufio.Writer) error {
	for _, k := range in.keys {
		w.WriteByte(',')
		writeField(w, []byte(k.name))
	}
	w.WriteByte('\n')
	first := int64(0)
	for _, s := range in.files {
		for group := range s.reader.NumRowGroups() {
			n := s.reader.MetaData().RowGroup(group).NumRows()
			if err := in.tabulateGroup(ctx, w, s, group, first, n); err != nil {
				return err
			}
			opt.Read.Add(n * int64(len(in.keys)))
			first += n
		}
	}
	return nil
}

var errEnough = errors.New("no more rows are wanted")

// tabulateGroup writes the table of a row group, whose first row has that number.
func (in *Input) tabulateGroup(ctx context.Context, w *bufio.Writer, s *source, group int, first, n int64) error {
	for _, k := range in.keys {
		var stop func()
		k.rows, k.row = new(column.Rows), 0
		k.next, stop = iter.Pull2(func(yield func(*column.Rows, error) bool) {
			if err := in.read(ctx, &k.from, s, group, k.column, func(rows *column.Rows) error {
				if !yield(rows, nil) {
					return errEnough
				}
				return nil
			}); err != nil && err != errEnough {
				yield(nil, err)
			}
		})
		defer stop()
	}
	var number, text []byte
	for row := first; row < first+n; row++ {
		number = strconv.AppendInt(number[:0], row, 10)
		if _, err := w.Write(number); err != nil { // and so is what was written last
			return err
		}
		for _, k := range in.keys {
			for k.row == k.rows.N {
				rows, err, more := k.next()
				if !more {
					err = column.ErrDamaged // which reading the column finds first
				}
				if err != nil {
					return err
				}
				k.rows, k.row = rows, 0
			}
			text = text[:0]
			if value, has := k.rows.Value(in.kinds[k.column], k.row); has {
				text = k.text(text, value)
			}
			k.row++
			w.WriteByte(',')
			writeField(w, text)
		}
		w.WriteByte('\n')
	}
	for _, k := range in.keys { // what is behind the rows may be damaged
		if _, err, more := k.next(); more {
			return err
		}
	}
	return nil
}

// writeField writes a field of CSV.
func writeField(w *bufio.Writer, text []byte) {
	if bytes.IndexAny(text, ",\"\r\n") >= 0 {
		text = slices.Concat([]byte{'"'}, bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`)), []byte{'"'})
	}
	w.Write(text)
}
