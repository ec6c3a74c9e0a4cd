package scatter

import (
	"bytes"
	"errors"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// ErrTorn is the error of a line that is only the front of a row of a table.
var ErrTorn = errors.New("its last field has a quotation mark that is not closed, so the row goes on in the next line")

// A RowCheck refuses lines that are only the fronts of rows.
type RowCheck struct {
	Idle
	Format *record.Format // of the rows
}

// Ahead ends the lot at such a line.
func (r RowCheck) Ahead(l *Lot) error {
	if bytes.IndexByte(l.Data, '"') < 0 {
		return nil
	}
	for i := range l.Starts {
		if text, open := l.Text(i); !open && r.Format.Torn(text) {
			l.Fail(i, ErrTorn)
			break
		}
	}
	return nil
}

// A KeyCheck refuses records without a key. With a key of no columns, these are lines that are no objects of JSON.
type KeyCheck struct {
	Idle
	By *record.Key
}

// Ahead ends the lot at such a record.
func (k KeyCheck) Ahead(l *Lot) error {
	return l.EachKey(k.By, func(int, []byte, bool) error { return nil })
}

// Blank counts the rows of CSV that are empty lines.
type Blank struct {
	Idle
	Rows  *int64
	found int64 // in the lot
}

// Ahead counts those of the lot.
func (b *Blank) Ahead(l *Lot) error {
	b.found = 0
	for i := range l.Starts {
		if text, _ := l.Text(i); string(text) == "\n" || string(text) == "\r\n" {
			b.found++
		}
	}
	return nil
}

// InTurn adds them to the others.
func (b *Blank) InTurn(*Lot) error {
	*b.Rows += b.found
	return nil
}
