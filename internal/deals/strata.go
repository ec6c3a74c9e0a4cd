package deals

import (
	"bytes"
	"encoding/csv"

	"github.com/yates-shuffle/yates/internal/label"
)

// cutColumn takes a column, counted from 1, out of a row of a table. It returns what is in
// it and the rest of the row. Cells may be in quotation marks.
func cutColumn(row []byte, column int) (cell string, rest []byte, err error) {
	row = bytes.TrimSpace(row)
	separator := between(row)
	if row[0] == '[' {
		return "", nil, fault(Other, "it is a JSON array, which has no columns")
	}
	var cells []string
	var starts []int
	if separator == ' ' {
		at := 0
		for _, word := range bytes.Fields(row) {
			at += bytes.Index(row[at:], word)
			cells, starts = append(cells, string(word)), append(starts, at)
			at += len(word)
		}
	} else {
		r := csv.NewReader(bytes.NewReader(row))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord = rune(separator), true, -1
		if cells, err = r.Read(); err != nil {
			return "", nil, err
		}
		for i := range cells {
			_, at := r.FieldPos(i)
			starts = append(starts, at-1)
		}
	}
	if column > len(cells) {
		return "", nil, fault(Other, "it has %s, so there is no column %d", label.Plural(len(cells), "column"), column)
	}
	from, to := starts[column-1], len(row)
	if column < len(cells) {
		to = starts[column]
	}
	rest = append(bytes.Clone(row[:from]), row[to:]...)
	return string(bytes.TrimSpace([]byte(cells[column-1]))), bytes.TrimRight(rest, string(separator)+" "), nil
}

// Stratum returns the stratum of the last deal; "" if there are none.
func (d *Reader) Stratum() string { return d.stratum }
