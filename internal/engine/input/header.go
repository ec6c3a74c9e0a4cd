package input

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// A header is the lines, or CSV rows, at the front of a source that are no records.
type header struct {
	text []byte // nil: there is no source yet that is not empty
	name string // of the source
}

// mostHeader bounds the memory that a header takes.
const mostHeader = 8 << 20

// readHeader reads a header of some format from r, and what else comes along: the lines or rows at the front that begin
// one, or a unit of the format. A header that r ends with is given the separator if it has none.
func readHeader(r io.Reader, h *record.Format) (head, rest []byte, err error) {
	cut, fresh, ended := record.NewCutter(h), h.Start != nil, false
	var data []byte
	for read := 0; ; {
		if fresh {
			if read == 0 && bytes.HasPrefix(data, []byte(record.Mark)) {
				read = len(record.Mark)
			}
			begins, known := h.Begins(data[read:], ended)
			if known && (!begins || read == len(data)) {
				return data[:read:read], data[read:], nil
			}
			fresh = !known
		}
		if !fresh {
			end, used := cut.Next(data[read:], false)
			read += max(end, used)
			if read > mostHeader {
				return nil, nil, errors.New("the header takes more than 8 MiB")
			}
			if fresh = end >= 0; fresh && h.Start == nil {
				return data[:read:read], data[read:], nil
			} else if fresh {
				continue
			}
		}
		at := len(data)
		data = slices.Grow(data, max(at/4, 4096))
		m, err := r.Read(data[at:cap(data)])
		data = data[:at+m]
		switch {
		case err == io.EOF && m == 0 && fresh:
			ended = true
		case err == io.EOF && m == 0:
			if cut.Open() {
				return nil, nil, &failure.QuoteError{Line: cut.OpenLine()}
			}
			if at > 0 && h.Unended(data[at-1]) {
				data = append(data, h.Sep)
			}
			return data, nil, nil
		case err != nil && err != io.EOF:
			return nil, nil, err
		}
	}
}

// CompareHeaders returns an error unless the header of a source says the same as the one that another begins with.
func CompareHeaders(name string, head []byte, first string, want []byte, f *record.Format) error {
	return (&header{head, name}).compare(&header{want, first}, f)
}

// compare reports whether h says the same as want. A byte-order mark at the front,
// and whether lines end with CR, make no difference.
func (h *header) compare(want *header, f *record.Format) error {
	unit, mark := f.Header(1), []byte(record.Mark)
	a, b := bytes.TrimPrefix(h.text, mark), bytes.TrimPrefix(want.text, mark)
	for line := 1; len(a) > 0 || len(b) > 0; line++ {
		oneEnds := len(a) == 0 || len(b) == 0
		var got, expected []byte
		got, a = cutLine(a, unit)
		expected, b = cutLine(b, unit)
		if oneEnds || !bytes.Equal(got, expected) {
			return &failure.HeaderError{Name: h.name, First: want.name, Line: line, Got: string(got),
				Want: string(expected)}
		}
	}
	return nil
}

// cutLine cuts the first line, or row, off a text: as it is compared.
func cutLine(text []byte, unit *record.Format) (line, rest []byte) {
	n := unit.Length(text)
	line = bytes.TrimSuffix(text[:n], []byte{unit.Sep})
	if unit.Sep == '\n' {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return line, text[n:]
}
