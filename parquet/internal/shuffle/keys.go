package shuffle

import (
	"bytes"
	"cmp"
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
	"github.com/yates-shuffle/yates/internal/engine/ask"
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

// kind returns the rule that the keys are of.
func (k *Keys) kind() ask.Things {
	switch {
	case len(k.UniqueBy) > 0:
		return ask.UniqueBy
	case len(k.StratifyBy) > 0:
		return ask.Classes
	}
	return ask.Groups
}

// by returns the columns of the rule, and those of the groups of classes.
func (k *Keys) by() (names, groups []string) {
	switch k.kind() {
	case ask.UniqueBy:
		return k.UniqueBy, nil
	case ask.Classes:
		return k.StratifyBy, k.GroupBy
	}
	return k.GroupBy, nil
}

// Collect reads the columns of keys. The numbers of rows and these texts, as a table of CSV, are what the engine
// shuffles; Do writes the rows in the order of that table. The memory of opt becomes what is left for that.
func (in *Input) Collect(ctx context.Context, opt *Options, keys Keys) (*engine.Collection, error) {
	need := 12 * in.Rows // for in.place
	if in.Rows >= nowhere {
		return nil, errors.New("more than 4 billion rows cannot be shuffled by columns")
	} else if need > max(opt.Memory/2, 16<<20) {
		return nil, &failure.MemoryError{What: "an order of " + label.Plural(in.Rows, "row") + " by columns",
			Need: 2 * uint64(need), Allowed: uint64(opt.Memory)}
	}
	opt.Memory -= min(need, opt.Memory/2)
	by := engine.Options{Format: engine.Format{Kind: ask.CSV}, Sink: engine.Sink{Parts: true},
		Seed: &opt.Seed, Memory: opt.Memory, Workers: opt.Workers, TempDir: opt.TempDir}
	t := &table{rows: in.Rows}
	by.Missing, by.Rule.Kind = keys.Missing, keys.kind()
	names, within := keys.by()
	for _, some := range []struct {
		names []string
		to    *[]engine.Column
	}{{names, &by.By}, {within, &by.Groups}} {
		for _, name := range some.names {
			c, text, err := in.key(name)
			if err != nil {
				return nil, &failure.SourceError{Name: in.files[0].name, Err: err}
			}
			next, stop := iter.Pull2(in.texts(ctx, opt, c, text))
			defer stop()
			t.next = append(t.next, next)
			*some.to = append(*some.to, engine.Column{Number: 1 + len(t.next), Name: name})
		}
	}
	in.together = int64(len(t.next))
	in.Values += in.together * in.Rows
	c, err := engine.Collect(ctx, by, engine.Source{Name: in.files[0].name, Reader: t})
	if bad, ok := errors.AsType[*failure.RecordError](err); ok {
		i := 0
		for ; i < len(in.files)-1 && bad.Record > in.files[i].reader.NumRows(); i++ {
			bad.Record -= in.files[i].reader.NumRows()
		}
		err = in.files[i].failed(err)
	}
	in.collection, in.together = c, 0
	return c, cmp.Or(t.err, err)
}

// key returns the number of a column, and what makes texts of its values.
func (in *Input) key(name string) (number int, text column.Text, err error) {
	found := 0
	var all, fields []string
	for i, c := range in.schema.Columns() {
		all = append(all, strconv.Quote(c.Path()))
		if strings.HasPrefix(c.Path(), name+".") {
			fields = append(fields, all[i])
		} else if c.Path() == name {
			number, found = i, found+1
		}
	}
	if found == 0 {
		what := "column"
		if len(fields) > 0 {
			what, all = "single column", fields
		}
		const few = 20
		if n := len(all); n > few {
			all = append(all[:few], fmt.Sprint(n-few, " others"))
		}
		what += fmt.Sprintf(" %q; there are %s", name, strings.Join(all, ", "))
		return 0, nil, &failure.AbsentError{What: what}
	} else if found > 1 { // a name may have dots, too
		return 0, nil, fmt.Errorf("%d of its columns are called %q", found, name)
	}
	if text, err = column.TextOf(in.schema.Column(number)); err != nil {
		err = fmt.Errorf("column %s: %w", label.Name(name), err)
	}
	return number, text, err
}

// texts returns an iterator over the texts of a column, or nothing where there is no value.
func (in *Input) texts(ctx context.Context, opt *Options, c int, text column.Text) iter.Seq2[[]byte, error] {
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
	}
}

// A table is the numbers of rows, and their texts in columns, which are read side by side, as CSV.
type table struct {
	row, rows int64
	next      []func() ([]byte, error, bool)
	text      bytes.Buffer // of rows that have been read
	err       error
}

func (t *table) Read(b []byte) (int, error) {
	for ; t.text.Len() < len(b) && t.row < t.rows; t.row++ {
		t.text.Write(strconv.AppendInt(t.text.AvailableBuffer(), t.row, 10))
		for _, next := range t.next {
			var text []byte
			if text, t.err, _ = next(); t.err != nil {
				return 0, t.err
			}
			t.text.WriteByte(',')
			if bytes.IndexAny(text, ",\"\r\n") >= 0 {
				text = slices.Concat([]byte{'"'}, bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`)), []byte{'"'})
			}
			t.text.Write(text)
		}
		t.text.WriteByte('\n')
	}
	return t.text.Read(b)
}

// place finds which row comes to each place of the order, and makes the parts of opt parts of rows, without what is
// skipped.
func (in *Input) place(ctx context.Context, opt *Options) error {
	sizes, front := opt.Parts, 0
	if opt.Skip > 0 {
		sizes, front = slices.Insert(slices.Clone(sizes), 0, opt.Skip), 1
	}
	parts := make([][]uint32, len(sizes))
	err := in.collection.WriteParts(ctx, sizes, func(part int) (io.Writer, error) {
		return &tableReader{rows: &parts[part]}, nil
	})
	if err = cmp.Or(err, in.collection.Close()); err != nil {
		return err
	}
	in.places = slices.Repeat([]uint32{nowhere}, int(in.Rows))
	opt.Skip, opt.Parts, in.placed = 0, nil, 0
	for _, rows := range parts[front:] {
		opt.Parts = append(opt.Parts, int64(len(rows)))
		for _, row := range rows {
			in.places[row] = uint32(in.placed)
			in.placed++
		}
	}
	return nil
}

// nowhere is the place of rows that are in no part.
const nowhere = math.MaxUint32

// A tableReader notes the numbers of rows, which are the first fields of a table.
type tableReader struct {
	rows   *[]uint32
	row    uint32
	behind bool // its number
	quoted bool
}

func (r *tableReader) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c == '"':
			r.quoted = !r.quoted
		case r.quoted:
		case c == ',':
			r.behind = true
		case c == '\n':
			*r.rows = append(*r.rows, r.row)
			r.behind, r.row = false, 0
		case !r.behind:
			r.row = 10*r.row + uint32(c-'0')
		}
	}
	return len(b), nil
}
