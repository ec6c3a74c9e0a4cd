package engine

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/record"
)

// ErrTorn is the error of a line that is only the front of a row; see Options.Table.
var ErrTorn = errors.New("its last field has a quotation mark that is not closed, so the row goes on in the next line")

// An intact finds records that are not whole, if something about their format says so.
type intact struct {
	table  byte  // separates the columns of a table whose rows are lines; or 0
	lines  int   // of a record
	header int   // lines
	object *keys // of a JSON object, if no column is looked for, which would show that it is none; or nil
}

func intactOf(o *Options, f *record.Format) intact {
	w := intact{table: o.Table, lines: f.Count, header: o.Header}
	if o.Format.Kind == ask.JSON && len(o.By) == 0 {
		key, _ := f.Key(nil, f.Delimiter, nil) // no column cannot be missing
		w.object = &keys{Key: key, most: o.tune.long}
	}
	return w
}

// tableOf returns what separates the columns of a table with that header, or 0 if there is none.
func (w *intact) tableOf(header []byte) byte {
	if bytes.IndexByte(header, w.table) < 0 && bytes.IndexByte(header, '\t') >= 0 {
		return 0
	}
	return w.table
}

// whole returns the records before the first one that is not whole, and an error if there is one: if its line is no
// whole row of a table, or no JSON object. A record that begins at the end of data is long, and not there.
func (w *intact) whole(header, data []byte, starts []uint32) (before []byte, some []uint32, err error) {
	switch {
	case w.object != nil:
		for i := range starts {
			text := textOf(data, starts, i)
			if _, _, err = w.object.append(nil, text, len(text) == 0, 0); err != nil {
				return data[:starts[i]], starts[:i], errors.Unwrap(err) // its number is not known here
			}
		}
	case w.tableOf(header) != 0:
		if i := w.rows(w.lines).Torn(data, starts); i >= 0 {
			return data[:starts[i]], starts[:i], ErrTorn
		}
	}
	return data, starts, nil
}

// tornHeader is torn for the header of n records.
func (w *intact) tornHeader(header []byte, n int64) error {
	if w.tableOf(header) != 0 && w.header > 0 && n > 0 && w.rows(w.header).Torn(header, []uint32{0}) >= 0 {
		return fmt.Errorf("the header: %w", ErrTorn)
	}
	return nil
}

// rows returns the format of rows in so many lines.
func (w *intact) rows(lines int) *record.Format {
	return &record.Format{Sep: '\n', Unit: record.Row, Count: lines, Delimiter: w.table}
}
