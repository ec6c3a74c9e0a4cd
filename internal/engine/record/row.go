package record

import (
	"bytes"
	"math/bits"
)

// A row is read as spreadsheets and Python's csv module read it. Its fields are
// separated by the delimiter. A quotation mark that is the first byte of a field
// opens a quoted part, in which delimiters and line feeds are text and two
// quotation marks stand for one. A single one closes it, and the field goes on
// without quotes. Any other quotation mark is text. The row ends with the first
// line feed outside quotes.
//
// A byte-order mark at the front of a row is not part of its first field. It
// belongs to the front of a file, but where bytes are taken as they are, the row
// that follows it there can come to stand anywhere.

// Mark is the byte-order mark.
const Mark = "\ufeff"

// A place is where in a row a byte stands.
type place uint8

const (
	rowStart   place = iota
	_                // behind one byte of a byte-order mark
	_                // behind two
	fieldStart       // where a quotation mark opens
	unquoted
	quoted
	afterQuote // within quotes, so it closes them unless another follows
)

// rowEnd returns how many bytes at the front of data belong to the row that has
// been begun, or −1 if it does not end there.
//
// It looks for the line feed and for quotation marks before it, which takes two
// calls of bytes.IndexByte where there are none.
func (c *Cutter) rowEnd(data []byte) int {
	pos := 0
	if c.place < fieldStart {
		pos = c.passMark(data)
	}
	for lf := -1; pos < len(data); {
		if lf < pos { // the next line feed, or the end of data
			if lf = bytes.IndexByte(data[pos:], '\n'); lf < 0 {
				lf = len(data)
			} else {
				lf += pos
			}
		}
		switch c.place {
		case quoted:
			part := data[pos:]
			if i := bytes.IndexByte(part, '"'); i >= 0 {
				part = part[:i]
				c.place = afterQuote
			}
			if lf < pos+len(part) {
				c.lines += int64(bytes.Count(part, []byte{'\n'}))
			}
			c.within += int64(len(part))
			pos += len(part) + 1
		case afterQuote:
			c.place = unquoted
			if data[pos] == '"' {
				c.place = quoted
				pos++
			}
		default:
			part := data[pos:lf]
			if i := bytes.IndexByte(part, '"'); i >= 0 {
				if i > 0 {
					c.place = c.behind(part[i-1])
				}
				if c.place == fieldStart {
					c.place = quoted
					c.opened = c.lines + 1
					c.within = 0
				}
				pos += i + 1
				break
			}
			if lf == len(data) {
				c.place = c.behind(part[len(part)-1])
				return -1
			}
			c.place = rowStart
			c.lines++
			return lf + 1
		}
	}
	return -1
}

// passMark returns how many bytes of a byte-order mark, or of the rest of one, data begin with.
func (c *Cutter) passMark(data []byte) (n int) {
	for ; c.place < fieldStart && n < len(data); n++ {
		if data[n] != Mark[c.place] {
			if c.place == rowStart {
				c.place = fieldStart
			} else {
				c.place = c.behind(Mark[c.place-1])
			}
			break
		}
		c.place++
	}
	return n
}

// behind returns the place behind a byte that is not quoted.
func (c *Cutter) behind(b byte) place {
	if b == c.format.Delimiter {
		return fieldStart
	}
	return unquoted
}

// passRows returns how many bytes the rows take that end in data, or 0 where they
// are to be passed one by one.
func (c *Cutter) passRows(data *[stretch]byte) int {
	var found [stretch / 64]uint64
	if !markRows(&found, data, c.format.Delimiter) {
		return 0
	}
	for i := len(found) - 1; i >= 0; i-- {
		if found[i] != 0 {
			end := 64*i + bits.Len64(found[i])
			c.lines += int64(bytes.Count(data[:end], []byte{'\n'}))
			return end
		}
	}
	return 0
}

// markRows sets the bits of found at the bytes of data that end rows, and clears
// the others. A row begins at the front of data. It returns false if data have
// marks that it cannot deal with.
//
// Let each second quotation mark open quotes, and the others close them. That is
// how a row is read as long as each one that opens stands at the front of a
// field, or behind one that closes, where the two of them are text within the
// quotes: for until then, what is in quotes is the same. One that opens has
// before it a byte that is not in quotes, so that a delimiter there ends a field
// and a line feed ends a row. In any other case, which is rare, one must look at
// the marks one by one.
func markRows(found *[stretch / 64]uint64, data *[stretch]byte, delimiter byte) bool {
	mark(found, data, '\n')
	if bytes.IndexByte(data[:], '"') < 0 {
		return true
	}
	var marks, delimiters [stretch / 64]uint64
	mark(&marks, data, '"')
	mark(&delimiters, data, delimiter)
	open := uint64(0)  // all bits, if the word begins in quotes
	front := uint64(1) // its lowest bit, if a mark at the front of the word may open
	for i, m := range marks {
		in := m // from each mark that opens up to the one that closes
		for shift := 1; shift < 64; shift *= 2 {
			in ^= in << shift
		}
		in ^= open
		open = uint64(int64(in) >> 63)
		before := delimiters[i] | found[i] | m
		if m&in&^(before<<1|front) != 0 {
			return false
		}
		front = before >> 63
		found[i] &^= in
	}
	return true
}
