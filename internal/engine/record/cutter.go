package record

import "bytes"

// A Cutter finds the ends of records in data that arrive piece by piece. It is not safe for concurrent use.
type Cutter struct {
	format *Format
	units  int   // of the record
	place  place // in a row
	lines  int64 // that have ended, where the unit is Row
	opened int64 // the line of the last quotation mark that opened
	within int64 // bytes of the quoted field that was opened last
	text   bool  // the line that has been begun is not blank, where the unit is Paragraph
	left   int64 // bytes of a frame, or unit of a fixed size, that has been begun
}

// NewCutter returns a cutter that begins at the beginning of a record.
func NewCutter(f *Format) Cutter { return Cutter{format: f} }

// Next returns how many bytes at the front of data belong to the current record, or −1 if
// the record does not end in data. Then used bytes have been processed, and the caller
// passes the others again with the data that follows. If last is set, nothing follows.
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

// NextFrom is Next for the first record that does not end before data[from]: it
// passes over those that do, and where it can, over many of them together.
func (c *Cutter) NextFrom(data []byte, from int, last bool) (end, used int) {
	pos := 0
	switch size := c.format.Size; {
	case c.format.Plain():
		pos = min(max(from-1, 0), len(data)) // nothing before can be the end
	case size > 0 && c.units == 0 && c.left == 0:
		pos = int(int64(min(max(from-1, 0), len(data))) / size * size)
	}
	for pos < len(data) {
		border := pos + stretch
		if c.format.singleRows() && c.place == rowStart && border < min(from, len(data)) {
			pos += c.passRows((*[stretch]byte)(data[pos:]))
		}
		for pos < border {
			end, used := c.Next(data[pos:], last)
			if end < 0 {
				return -1, pos + used
			}
			if pos += end; pos >= from {
				return pos, pos
			}
		}
	}
	return -1, pos
}

// Units returns how many units of the record that has been begun are complete.
func (c *Cutter) Units() int { return c.units }

// Open reports whether the row that has been begun stops inside a quoted field.
func (c *Cutter) Open() bool { return c.place == quoted }

// Within returns how many bytes the quoted field has up to here, if one is open, in rows that were not passed over.
func (c *Cutter) Within() int64 { return c.within }

// OpenLine returns the number, from 1 on, of the line that holds the quotation mark that is open, if one is. Lines end
// with a line feed, inside quotation marks as well, and are counted from where the cutter began.
func (c *Cutter) OpenLine() int64 { return c.opened }

// unitEnd is Next for one unit.
func (c *Cutter) unitEnd(data []byte, last bool) (end, used int) {
	switch c.format.Unit {
	case Framed:
		return c.framesEnd(data, last)
	case Fixed:
		if c.left == 0 {
			c.left = c.format.Size
		}
		if rest := int64(len(data)); rest < c.left {
			c.left -= rest
			return -1, len(data)
		}
		end, c.left = int(c.left), 0
		return end, end
	case Row:
		if end := c.rowEnd(data); end >= 0 {
			return end, end
		}
		return -1, len(data)
	case Started, Paragraph:
		return c.linesEnd(data, last)
	default:
		i := bytes.IndexByte(data, c.format.Sep)
		if i < 0 {
			return -1, len(data)
		}
		return i + 1, i + 1
	}
}

// linesEnd is unitEnd for the lines up to the next one that matches, or up to the last of those that are blank.
func (c *Cutter) linesEnd(data []byte, last bool) (end, used int) {
	for pos := 0; ; c.text = false {
		i := bytes.IndexByte(data[pos:], c.format.Sep)
		if i < 0 {
			c.text = c.text || !Blank(data[pos:])
			return -1, len(data)
		}
		next := pos + i + 1
		if c.format.Unit == Started || !c.text && Blank(data[pos:next-1]) {
			begins, known := c.format.Begins(data[next:], last)
			switch {
			case !known:
				return -1, pos + i
			case begins:
				return next, next
			}
		}
		pos = next
	}
}

// framesEnd is unitEnd for frames. Where it is not known yet whether the next one belongs to
// the record, the last byte is not used.
func (c *Cutter) framesEnd(data []byte, last bool) (end, used int) {
	for pos := 0; ; c.left = 0 {
		if c.left == 0 {
			if len(data)-pos < FrameHead {
				return -1, pos
			}
			size, _ := Frame(data[pos:])
			c.left = FrameHead + size
		}
		if rest := int64(len(data) - pos); rest < c.left {
			c.left -= rest
			return -1, len(data)
		}
		pos += int(c.left)
		if !last || pos < len(data) {
			if len(data)-pos < FrameHead {
				c.left = 1
				return -1, pos - 1
			}
			if _, first := Frame(data[pos:]); !first {
				continue
			}
		}
		c.left = 0
		return pos, pos
	}
}
