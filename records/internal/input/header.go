package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records/internal/record"
)

// A header is the lines, or CSV rows, at the front of a source that are no records.
type header struct {
	text []byte
	name string // of the source
}

// mostHeader bounds the memory that a header takes, or those of sources in step together.
const mostHeader = 16 << 20

// readHeader reads the first n lines of r, or CSV rows where the format has
// these, and what else comes along. A header that r ends with is given the
// separator if it has none. The header may take that much memory.
func readHeader(r io.Reader, f *record.Format, n, most int) (head, rest []byte, err error) {
	cut := record.NewCutter(f.Header(n))
	var data []byte
	for read := 0; ; {
		end, used := cut.Next(data[read:], false)
		read += max(end, used)
		if read > most {
			return nil, nil, errors.New("the header takes more than 16 MiB")
		}
		if end >= 0 {
			return data[:read:read], data[read:], nil
		}
		at := len(data)
		data = append(data, make([]byte, max(at, 4096))...)
		m, err := r.Read(data[at:])
		data = data[:at+m]
		switch {
		case err == io.EOF && m == 0:
			if cut.Open() {
				return nil, nil, &QuoteError{Line: cut.OpenLine()}
			}
			if at > 0 && data[at-1] != f.Sep {
				data = append(data, f.Sep)
			}
			return data, nil, nil
		case err != nil && err != io.EOF:
			return nil, nil, err
		}
	}
}

// A HeaderError reports a source whose header differs from that of the first one.
type HeaderError struct {
	Name, First string // of the sources
	Line        int    // the first that differs, from 1 on
	Got, Want   string // that line
}

func (e *HeaderError) Error() string {
	got, want := differing(e.Got, e.Want)
	return fmt.Sprintf("reading %s: line %d of its header is %s, but that of %s is %s", label.Name(e.Name), e.Line, got,
		label.Name(e.First), want)
}

// differing quotes two lines, or of long ones what is near the first difference.
func differing(a, b string) (string, string) {
	const most, before = 200, 40
	from := 0
	if len(a) > most || len(b) > most {
		for from < len(a) && from < len(b) && a[from] == b[from] {
			from++
		}
		from = max(from-before, 0)
	}
	quote := func(line string) string {
		text := fmt.Sprintf("%q", line[from:min(from+most, len(line))])
		if from > 0 {
			text = "..." + text
		}
		if from+most < len(line) {
			text += "..."
		}
		return text
	}
	return quote(a), quote(b)
}

// compare reports whether h says the same as want. A byte-order mark at the front,
// and whether lines end with CR, make no difference.
func (h *header) compare(want *header, f *record.Format) error {
	a, b := h.lines(f), want.lines(f)
	i := 0
	for i < min(len(a), len(b)) && bytes.Equal(a[i], b[i]) {
		i++
	}
	if i == len(a) && i == len(b) {
		return nil
	}
	got, expected := append(a, nil)[i], append(b, nil)[i] // there may be none
	return &HeaderError{Name: h.name, First: want.name, Line: i + 1, Got: string(got), Want: string(expected)}
}

// lines returns the lines, or rows, of the header as they are compared.
func (h *header) lines(f *record.Format) (lines [][]byte) {
	unit := f.Header(1)
	for text := bytes.TrimPrefix(h.text, []byte("\ufeff")); len(text) > 0; {
		n := unit.Length(text)
		line := bytes.TrimSuffix(text[:n], []byte{f.Sep})
		if f.Sep == '\n' {
			line = bytes.TrimSuffix(line, []byte{'\r'})
		}
		lines, text = append(lines, line), text[n:]
	}
	return lines
}

// all returns the text of the header, or none.
func (h *header) all() [][]byte {
	if h == nil {
		return [][]byte{nil}
	}
	return [][]byte{h.text}
}
