package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// A Column of the rows of a source.
type Column struct {
	Number int    // its place, from 1 on, or 0 if it is known by Name
	Name   string // in the last line of the header
}

// A Key is the columns whose texts decide which group a record belongs to.
// Goroutines may share it.
type Key struct {
	format    *Format
	columns   []int // numbers
	delimiter byte
}

// Key returns the key that columns make. Those that are known by name are looked
// up in the last line, or row, of the header. Delimiter stands between the
// columns of lines; those of rows are the fields.
func (f *Format) Key(columns []Column, delimiter byte, header []byte) (*Key, error) {
	if f.Unit == Row {
		delimiter = f.Delimiter
	}
	k := &Key{format: f, delimiter: delimiter}
	for _, c := range columns {
		if c.Number == 0 {
			var err error
			if c.Number, err = k.find(c.Name, header); err != nil {
				return nil, err
			}
		}
		k.columns = append(k.columns, c.Number)
	}
	return k, nil
}

// find returns the number of the column that has a name.
func (k *Key) find(name string, header []byte) (int, error) {
	unit := k.format.Header(1)
	for n := unit.Length(header); n < len(header); n = unit.Length(header) {
		header = header[n:]
	}
	header = bytes.TrimPrefix(header, []byte("\ufeff")) // as some programs write it
	var names []string
	for i := 1; ; i++ {
		text, ok := k.text(header, i)
		if !ok {
			return 0, fmt.Errorf("there is no column %q; the header has %s", name, strings.Join(names, ", "))
		}
		if string(text) == name {
			return i, nil
		}
		names = append(names, fmt.Sprintf("%q", text))
	}
}

// Append appends the key of a record to dst: of one column its text; of several,
// of each the length of its text as 8 bytes, the highest first, and its text. Of a
// record of several lines the first counts. It is an error if the record has too
// few columns.
func (k *Key) Append(dst, record []byte) ([]byte, error) {
	row := record[:k.format.Header(1).Length(record)]
	for _, number := range k.columns {
		text, ok := k.text(row, number)
		if !ok {
			const shown = 60
			return dst, fmt.Errorf("there is no column %d in the row %.*q", number, shown, bytes.TrimRight(row[:min(len(row), shown)], "\r\n\x00"))
		}
		if len(k.columns) > 1 {
			dst = binary.BigEndian.AppendUint64(dst, uint64(len(text)))
		}
		dst = append(dst, text...)
	}
	return dst, nil
}

// text returns the text of a column in a row, if the row has so many.
func (k *Key) text(row []byte, number int) ([]byte, bool) {
	row = bytes.TrimSuffix(row, []byte{k.format.Sep})
	if k.format.Sep == '\n' {
		row = bytes.TrimSuffix(row, []byte{'\r'})
	}
	for range number - 1 {
		n := k.fieldLength(row)
		if n == len(row) {
			return nil, false
		}
		row = row[n+1:]
	}
	field := row[:k.fieldLength(row)]
	if n := len(field); k.format.Unit == Row && n >= 2 && field[0] == '"' && field[n-1] == '"' {
		field = bytes.ReplaceAll(field[1:n-1], []byte(`""`), []byte(`"`))
	}
	return field, true
}

// fieldLength returns the length of the first field of a row.
func (k *Key) fieldLength(row []byte) int {
	if k.format.Unit != Row {
		if i := bytes.IndexByte(row, k.delimiter); i >= 0 {
			return i
		}
		return len(row)
	}
	quoted := false
	for i, b := range row {
		switch {
		case b == '"':
			quoted = !quoted
		case b == k.delimiter && !quoted:
			return i
		}
	}
	return len(row)
}
