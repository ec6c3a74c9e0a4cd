package records

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
)

// A Column of the rows of a source: with CSV, fields may be quoted as in RFC
// 4180, and "a" and a are the same text; without, they are not looked into. Of a
// record of several lines the first counts; of sources in step, the first one.
type Column struct {
	// Number is the column's place, from 1 on, or 0 if it is known by Name.
	Number int
	// Name is its name in the last line of the header.
	Name string
	// Delimiter stands between columns; 0 means the comma with CSV, and the tab
	// without.
	Delimiter byte
}

// resolve returns a column that is known by its number.
func (c Column) resolve(f *format, header []byte) (Column, error) {
	if c.Delimiter == 0 {
		c.Delimiter = '\t'
		if f.unit == csvRow {
			c.Delimiter = ','
		}
	}
	if c.Number > 0 {
		return c, nil
	}
	unit := format{sep: f.sep, unit: f.unit, count: 1}
	if unit.unit == startedLines {
		unit.unit = separatedLine
	}
	last := header
	for n := unit.length(last); n < len(last); n = unit.length(last) {
		last = last[n:]
	}
	last = bytes.TrimPrefix(last, []byte("\ufeff")) // as some programs write it
	var names []string
	for c.Number = 1; ; c.Number++ {
		name, ok := c.text(f, last)
		if !ok {
			return c, fmt.Errorf("there is no column %q; the header has %s", c.Name, strings.Join(names, ", "))
		}
		if string(name) == c.Name {
			return c, nil
		}
		names = append(names, fmt.Sprintf("%q", name))
	}
}

// key returns the text of the column in a record.
func (c Column) key(f *format, record []byte) ([]byte, error) {
	row := record
	if f.unit != csvRow {
		if i := bytes.IndexByte(row, f.sep); i >= 0 {
			row = row[:i+1]
		}
	} else if f.count > 1 { // files in step
		row = row[:(&format{sep: f.sep, unit: csvRow, count: 1}).length(row)]
	}
	text, ok := c.text(f, row)
	if !ok {
		const shown = 60
		return nil, fmt.Errorf("there is no column %d in the row %.*q", c.Number, shown, bytes.TrimRight(row[:min(len(row), shown)], "\r\n\x00"))
	}
	return text, nil
}

// text returns the text of the column in a row, if the row has so many.
func (c Column) text(f *format, row []byte) ([]byte, bool) {
	row = bytes.TrimSuffix(row, []byte{f.sep})
	if f.sep == '\n' {
		row = bytes.TrimSuffix(row, []byte{'\r'})
	}
	for range c.Number - 1 {
		n := c.fieldLength(f, row)
		if n == len(row) {
			return nil, false
		}
		row = row[n+1:]
	}
	field := row[:c.fieldLength(f, row)]
	if n := len(field); f.unit == csvRow && n >= 2 && field[0] == '"' && field[n-1] == '"' {
		field = bytes.ReplaceAll(field[1:n-1], []byte(`""`), []byte(`"`))
	}
	return field, true
}

// fieldLength returns the length of the first field of a row.
func (c Column) fieldLength(f *format, row []byte) int {
	if f.unit != csvRow {
		if i := bytes.IndexByte(row, c.Delimiter); i >= 0 {
			return i
		}
		return len(row)
	}
	quoted := false
	for i, b := range row {
		switch {
		case b == '"':
			quoted = !quoted
		case b == c.Delimiter && !quoted:
			return i
		}
	}
	return len(row)
}

// A grouping finds the groups of a bucket's records.
type grouping struct {
	ids    map[string]uint32 // by key; in order of first appearance
	of     []uint32          // the group of each record
	sizes  []int
	groups []uint32
	ends   []int
	placed []uint32
}

func (g *grouping) reset() {
	if g.ids == nil {
		g.ids = make(map[string]uint32)
	}
	clear(g.ids)
	g.of, g.sizes = g.of[:0], g.sizes[:0]
}

// add adds the next record. Of a long key its hash is kept, so that a group takes
// little memory.
func (g *grouping) add(key []byte) {
	const long = 64
	if len(key) >= long {
		h := sha256.Sum256(key)
		key = append(h[:], "is the hash of a longer key, not a shorter one"...)
	}
	id, ok := g.ids[string(key)]
	if !ok {
		id = uint32(len(g.sizes))
		g.ids[string(key)] = id
		g.sizes = append(g.sizes, 0)
	}
	g.sizes[id]++
	g.of = append(g.of, id)
}

// arrange shuffles the groups and returns which record comes to each place, and
// where each group ends there.
func (g *grouping) arrange(shuffle func(groups []uint32)) (placed []uint32, ends []int) {
	g.groups = g.groups[:0]
	for id := range g.sizes {
		g.groups = append(g.groups, uint32(id))
	}
	shuffle(g.groups)
	g.ends = g.ends[:0]
	next := g.sizes // where the next record of each group goes
	at := 0
	for _, id := range g.groups {
		size := g.sizes[id]
		next[id] = at
		at += size
		g.ends = append(g.ends, at)
	}
	if cap(g.placed) < at {
		g.placed = make([]uint32, at)
	}
	g.placed = g.placed[:at]
	for i, id := range g.of {
		g.placed[next[id]] = uint32(i)
		next[id]++
	}
	return g.placed, g.ends
}
