package records

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A format says what a record is: count times a unit, which is a line, a CSV
// row, or the lines from one that matches up to the next that does. The records
// of a bucket stand one after the other, so where each ends must show in its own
// bytes and, for the last kind, in how the next one begins.
type format struct {
	sep   byte // that ends a line
	unit  unitKind
	start lineMatcher // of startedLines
	count int         // units of a record
}

type unitKind int

const (
	separatedLine unitKind = iota
	csvRow                 // RFC 4180; ends at a line feed before which the quotation marks are even in number
	startedLines
)

func newFormat(opt Options) (f format, err error) {
	f = format{sep: separator(opt.NUL), count: max(opt.Lines, 1)}
	switch {
	case opt.Lines < 0 || opt.Header < 0:
		return f, errors.New("lines and header must not be negative")
	case opt.Lines > 0 && opt.CSV, opt.Lines > 0 && opt.Start != nil, opt.CSV && opt.Start != nil:
		return f, errors.New("a record is CSV rows, so many lines, or begins at a line that matches: one of the three")
	case opt.CSV && opt.NUL:
		return f, errors.New("CSV rows end with a line feed, not NUL")
	case opt.CSV:
		f.unit = csvRow
	case opt.Start != nil:
		f.unit, f.start = startedLines, newLineMatcher(opt.Start)
	}
	return f, nil
}

// plain tells whether a record ends with the next separator, wherever one looks.
func (f *format) plain() bool { return f.unit == separatedLine && f.count == 1 }

// length returns the length of the record that data begins with, which is all
// of data if no end is found.
func (f *format) length(data []byte) int {
	if end, _ := (&cutter{format: f}).next(data, true); end >= 0 {
		return end
	}
	return len(data)
}

// appendStarts appends to starts where the records of data begin, as offsets
// in data, and returns them together with the number of bytes that these
// records take; what follows the last end is taken for a record. It stops when
// starts has no room, or where the next record would begin too far away for 32
// bits.
func (f *format) appendStarts(starts []uint32, data []byte) ([]uint32, int) {
	if f.plain() {
		return appendStarts(starts, data, f.sep)
	}
	pos := 0
	for pos < len(data) && uint64(pos) <= math.MaxUint32-stretch && len(starts) < cap(starts) {
		starts = append(starts, uint32(pos))
		pos += f.length(data[pos:])
	}
	return starts, pos
}

// A cutter finds the ends of records in data that come bit by bit.
type cutter struct {
	*format
	done int  // units of the record
	odd  bool // in a CSV row, after an odd number of quotation marks
}

// next returns how many bytes at the front of data belong to the record that has
// been begun, or −1 if it does not end there; then used bytes have been dealt
// with, and the others are to be shown again with what follows them. When last is
// set nothing follows.
func (c *cutter) next(data []byte, last bool) (end, used int) {
	for pos := 0; ; {
		end, used := c.unitEnd(data[pos:], last)
		if end < 0 {
			return -1, pos + used
		}
		pos += end
		if c.done++; c.done >= c.count {
			c.done = 0
			return pos, pos
		}
	}
}

// unitEnd is next for one unit.
func (c *cutter) unitEnd(data []byte, last bool) (end, used int) {
	switch c.unit {
	case csvRow:
		for pos := 0; pos < len(data); {
			i := bytes.IndexByte(data[pos:], '\n')
			line := data[pos:]
			if i >= 0 {
				line = line[:i]
			}
			c.odd = c.odd != (bytes.Count(line, []byte{'"'})%2 == 1)
			if i >= 0 && !c.odd {
				return pos + i + 1, pos + i + 1
			}
			pos += len(line) + 1
		}
		return -1, len(data)
	case startedLines:
		for pos := 0; ; {
			i := bytes.IndexByte(data[pos:], c.sep)
			if i < 0 {
				return -1, len(data)
			}
			next := pos + i + 1
			matches, known := c.begins(data[next:], last)
			switch {
			case !known:
				return -1, pos + i
			case matches:
				return next, next
			}
			pos = next
		}
	default:
		i := bytes.IndexByte(data, c.sep)
		if i < 0 {
			return -1, len(data)
		}
		return i + 1, i + 1
	}
}

// mostMatched is how much of a line is looked at.
const mostMatched = 4096

// begins tells whether a unit begins with data, if that is known: if there is
// enough of its line. Where the last data end, one begins.
func (f *format) begins(data []byte, last bool) (begins, known bool) {
	if len(data) == 0 {
		return true, last
	}
	line := data[:min(len(data), mostMatched)]
	if i := bytes.IndexByte(line, f.sep); i >= 0 {
		line = line[:i]
	} else if len(line) < mostMatched && !last {
		return false, false
	}
	return f.start.match(line), true
}

// A lineMatcher is a regular expression that lines match. One that stands for a
// fixed text at the beginning of a line, such as ^>, is compared as such.
type lineMatcher struct {
	prefix []byte
	exp    *regexp.Regexp // nil: the prefix is all
}

// newLineMatcher takes an expression for a fixed text only where that is the same.
// Compiled by CompilePOSIX it matches behind each line feed, too; and U+FFFD matches
// all that is not valid UTF-8.
func newLineMatcher(exp *regexp.Regexp) lineMatcher {
	if tree, err := syntax.Parse(exp.String(), syntax.Perl); err == nil && tree.Op == syntax.OpConcat && len(tree.Sub) == 2 {
		begin, text := tree.Sub[0], tree.Sub[1]
		if begin.Op == syntax.OpBeginText && text.Op == syntax.OpLiteral && text.Flags&syntax.FoldCase == 0 {
			prefix := string(text.Rune)
			if !exp.MatchString("\n"+prefix) && !strings.ContainsRune(prefix, utf8.RuneError) {
				return lineMatcher{prefix: []byte(prefix)}
			}
		}
	}
	return lineMatcher{exp: exp}
}

func (m *lineMatcher) match(line []byte) bool {
	if m.exp == nil {
		return bytes.HasPrefix(line, m.prefix)
	}
	return m.exp.Match(line)
}
