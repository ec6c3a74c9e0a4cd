package record

import "bytes"

// A Cutter finds the ends of records in data that come bit by bit. One goroutine
// at a time may use it.
type Cutter struct {
	format *Format
	units  int // of the record
	odd    bool
	lines  int64 // that have ended
	opened int64 // the line of the last quotation mark
}

// NewCutter returns a cutter that begins at the beginning of a record.
func NewCutter(f *Format) Cutter { return Cutter{format: f} }

// Next returns how many bytes at the front of data belong to the record that has
// been begun, or −1 if it does not end there; then used bytes have been dealt
// with, and the others are to be shown again with what follows them. When last is
// set nothing follows.
func (c *Cutter) Next(data []byte, last bool) (end, used int) {
	for pos := 0; ; {
		end, used := c.unitEnd(data[pos:], last)
		if end < 0 {
			return -1, pos + used
		}
		pos += end
		if c.units++; c.units >= c.format.Count {
			c.units = 0
			return pos, pos
		}
	}
}

// Units returns how many units of the record that has been begun are complete.
func (c *Cutter) Units() int { return c.units }

// Open reports whether the row that has been begun stops inside a quoted field.
func (c *Cutter) Open() bool { return c.odd }

// OpenLine returns the number, from 1 on, of the line that holds the quotation
// mark that is open, if one is. Lines end with a line feed, inside quotation
// marks as well, and are counted from where the cutter began.
func (c *Cutter) OpenLine() int64 { return c.opened }

// Reset lets the cutter begin again, at line 1.
func (c *Cutter) Reset() { *c = Cutter{format: c.format} }

// unitEnd is Next for one unit.
func (c *Cutter) unitEnd(data []byte, last bool) (end, used int) {
	switch c.format.Unit {
	case Row:
		for pos := 0; pos < len(data); {
			i := bytes.IndexByte(data[pos:], '\n')
			line := data[pos:]
			if i >= 0 {
				line = line[:i]
			}
			if n := bytes.Count(line, []byte{'"'}); n > 0 {
				c.odd = c.odd != (n%2 == 1)
				c.opened = c.lines + 1
			}
			if i >= 0 {
				c.lines++
				if !c.odd {
					return pos + i + 1, pos + i + 1
				}
			}
			pos += len(line) + 1
		}
		return -1, len(data)
	case Started:
		for pos := 0; ; {
			i := bytes.IndexByte(data[pos:], c.format.Sep)
			if i < 0 {
				return -1, len(data)
			}
			next := pos + i + 1
			matches, known := c.format.Begins(data[next:], last)
			switch {
			case !known:
				return -1, pos + i
			case matches:
				return next, next
			}
			pos = next
		}
	default:
		i := bytes.IndexByte(data, c.format.Sep)
		if i < 0 {
			return -1, len(data)
		}
		return i + 1, i + 1
	}
}
