// Package record knows where records begin and end in bytes, and what their
// columns hold. It does no input or output and starts no goroutines.
package record

import (
	"bytes"
	"math"
	"math/bits"
)

// A Unit is the unit that records consist of.
type Unit int

const (
	Line      Unit = iota // ends with the separator
	Row                   // of CSV
	Started               // the lines from one that matches up to the next that does
	Paragraph             // the lines up to the last of those that are blank
	Framed                // frames, which say how long they are
	Fixed                 // so many bytes
)

// A Format defines a record as Count units. The records of a bucket are consecutive, so
// their ends must be recognisable from their own bytes and, for Started and Paragraph, from
// the start of the next record. A Format is safe for concurrent use if nobody modifies it.
type Format struct {
	Sep       byte     // ends a line; of rows it is the line feed
	Unit      Unit     // of which a record has Count
	Count     int      // units of a record, at least 1
	Delimiter byte     // of the fields of a row: any byte but the quotation mark, CR and LF
	Start     *Matcher // of Started
	Sole      bool     // a row may have one column
	JSON      bool     // lines are JSON objects, and columns their fields
	Size      int64    // of a Fixed one
	// Member returns the contents of the part of a Framed record that a column is of, or nil if there are no columns.
	Member func(record []byte, part string) (text []byte, ok bool)
}

// Text reports whether separators end records.
func (f *Format) Text() bool { return f.Unit < Framed }

// Unended reports whether data that end with a byte lack the separator.
func (f *Format) Unended(last byte) bool { return f.Text() && last != f.Sep }

// Blank reports whether a line, or what there is of it, has nothing but carriage returns.
func Blank(line []byte) bool { return len(bytes.TrimLeft(line, "\r")) == 0 }

// Plain reports whether a record ends with the next separator, wherever one looks.
func (f *Format) Plain() bool { return f.Unit == Line && f.Count == 1 }

// singleRows reports whether a record is a row, so that ends can be marked.
func (f *Format) singleRows() bool { return f.Unit == Row && f.Count == 1 }

// Header returns the format of the first n lines of a source, or rows if its records are rows.
func (f *Format) Header(n int) *Format {
	h := &Format{Sep: f.Sep, Unit: f.Unit, Count: n, Delimiter: f.Delimiter}
	switch h.Unit {
	case Started, Paragraph:
		h.Unit = Line
	}
	return h
}

// Length returns the length of the record that data begins with, which is all of data if no end is found.
func (f *Format) Length(data []byte) int {
	if f.Plain() {
		if i := bytes.IndexByte(data, f.Sep); i >= 0 {
			return i + 1
		}
		return len(data)
	}
	if f.Unit == Fixed {
		return int(min(f.Size, int64(len(data))))
	}
	c := Cutter{format: f}
	if end, _ := c.Next(data, true); end >= 0 {
		return end
	}
	return len(data)
}

// MostMatched is the number of bytes of a line that are matched.
const MostMatched = 4096

// HeaderLike returns the format of one of the lines, or rows, at the front of a source that begin like a header.
func (f *Format) HeaderLike(begins *Matcher) *Format {
	h := f.Header(1)
	h.Start = begins
	return h
}

// Begins reports whether a unit of Started or Paragraph, or the next one of a header, begins with data, if that is
// known: if there is enough of its line. Where the last data end, one begins.
func (f *Format) Begins(data []byte, last bool) (begins, known bool) {
	if len(data) == 0 {
		return true, last
	}
	if f.Unit == Paragraph {
		text := bytes.TrimLeft(data, "\r")
		return len(text) > 0 && text[0] != f.Sep, len(text) > 0 || last
	}
	line := data[:min(len(data), MostMatched)]
	if i := bytes.IndexByte(line, f.Sep); i >= 0 {
		line = line[:i]
	} else if len(line) < MostMatched && !last {
		return false, false
	}
	return f.Start.match(line), true
}

// AppendStarts appends to starts where the records of data begin, as offsets in data, and returns them together with
// the number of bytes that these records take; what follows the last end counts as a record. It stops when starts has
// no room, or where the next record would begin too far away for 32 bits.
//
// The ends of short lines and rows are marked a stretch at a time, the others are found one by one, which is faster
// from some 32 bytes a line on, and 256 a row; which to use is decided anew for each stretch.
func (f *Format) AppendStarts(starts []uint32, data []byte) ([]uint32, int) {
	const last = math.MaxUint32 - stretch // where a stretch may begin
	most := 0                             // bytes of a record, on average, if it is short
	switch {
	case f.Plain():
		most = 32
	case f.singleRows():
		most = 256
	}
	pos := 0 // of the record that begins at the end of the last one found
	short := most > 0
	for pos < len(data) && uint64(pos) <= last && len(starts) < cap(starts) {
		before, from := len(starts), pos
		if short && pos+stretch <= len(data) {
			starts, pos = f.shortStarts(starts, data, pos)
		}
		for pos < from+stretch && pos < len(data) && len(starts) < cap(starts) {
			starts = append(starts, uint32(pos))
			pos += f.Length(data[pos:])
		}
		short = pos-from < most*(len(starts)-before)
	}
	return starts, pos
}

// Torn reports whether a text is only the front of a record.
func (f *Format) Torn(text []byte) bool {
	c := Cutter{format: f}
	end, _ := c.Next(text, false)
	return end < 0
}

// shortStarts finds the records that begin at pos and end in the stretch from
// there on, as far as there is room, and returns where the one after them begins.
func (f *Format) shortStarts(starts []uint32, data []byte, pos int) ([]uint32, int) {
	var found [stretch / 64]uint64
	if block := (*[stretch]byte)(data[pos:]); f.Unit == Line {
		mark(&found, block, f.Sep)
	} else if !markRows(&found, block, f.Delimiter) {
		return starts, pos
	}
	n, begin := len(starts), pos
	room := starts[:cap(starts)]
	for i, bit := range found {
		if n+64 > len(room) {
			break
		}
		after := begin + 64*i + 1
		for ; bit != 0; bit &= bit - 1 {
			room[n] = uint32(pos)
			n++
			pos = after + bits.TrailingZeros64(bit)
		}
	}
	return room[:n], pos
}
