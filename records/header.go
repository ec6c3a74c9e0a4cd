package records

import (
	"errors"
	"io"
)

// mostHeader bounds the memory that a header takes.
const mostHeader = 16 << 20

// errLongHeader comes with what was read, as rest.
var errLongHeader = errors.New("its header takes more than 16 MiB")

// readHeader reads the first n lines of r, or CSV rows where the format has
// these, and what else comes along. A header that r ends with is given the
// separator if it has none. It gives up where the header takes more than most
// bytes.
func readHeader(r io.Reader, f *format, n, most int) (head, rest []byte, err error) {
	unit := f.unit
	if unit == startedLines {
		unit = separatedLine
	}
	cut := cutter{format: &format{sep: f.sep, unit: unit, count: n}}
	var data []byte
	for read := 0; ; {
		end, used := cut.next(data[read:], false)
		read += max(end, used)
		if read > most {
			return nil, data, errLongHeader
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
			if cut.odd {
				return nil, nil, errors.New("a quotation mark in its header is never closed")
			}
			if at > 0 && data[at-1] != f.sep {
				data = append(data, f.sep)
			}
			return data, nil, nil
		case err != nil && err != io.EOF:
			return nil, nil, err
		}
	}
}
