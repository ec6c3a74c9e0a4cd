package page

import (
	"encoding/binary"
	"io"
)

// A stubWriter writes the numbers of stubs, as 8 bytes, little-endian.
type stubWriter struct {
	to     io.Writer
	number uint64 // as far as it is read
	behind bool   // it has been read
	quoted bool
	buf    []byte
}

func (w *stubWriter) Write(b []byte) (int, error) {
	w.buf = w.buf[:0]
	for _, c := range b {
		switch {
		case !w.behind && '0' <= c && c <= '9':
			w.number = 10*w.number + uint64(c-'0')
		case c == '\n' && !w.quoted:
			w.buf = binary.LittleEndian.AppendUint64(w.buf, w.number)
			w.number, w.behind = 0, false
		default:
			w.behind, w.quoted = true, w.quoted != (c == '"')
		}
	}
	if n, err := w.to.Write(w.buf); err != nil || n < len(w.buf) {
		return 0, err
	}
	return len(b), nil
}
