package infile

import (
	"errors"
	"slices"
	"strconv"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// Columns returns the columns that a flag names. With a header, they have names; fields of JSON and members of samples
// have nothing else.
func Columns(flag string, names []string, fields, header bool) (columns []engine.Column, err error) {
	for _, name := range names {
		column := engine.Column{Name: name}
		n, err := strconv.Atoi(name)
		switch {
		case fields:
		case errors.Is(err, strconv.ErrRange), err == nil && n < 1:
			return nil, frame.BadUsage("", "--%s: no row has a column %s; the first is 1", flag, name)
		case err == nil:
			column = engine.Column{Number: n}
			if header {
				column.Name = strconv.Itoa(n) // no other column may be called so
			}
		case !header:
			return nil, frame.BadUsage("", "--%s %q needs a header that has that name: add --header 1, or --jsonl for "+
				"fields", flag, name)
		}
		if slices.Contains(columns, column) {
			return nil, frame.BadUsage("", "--%s %s is given twice", flag, label.Name(name))
		}
		columns = append(columns, column)
	}
	return columns, nil
}
