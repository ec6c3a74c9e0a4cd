package job

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
)

// TestStretch: wherever an object is cut, each record is in one stretch, and the stretches
// laid end to end are the object.
func TestStretch(t *testing.T) {
	for _, text := range []string{"\n", "a", "a\n", "\n\n\n", "ab\n\nc\ndef\ng", "ab\n\nc\ndef\ng\n", "abcdefgh\ni\n", "no separator"} {
		for _, narrow := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			n := int64(len(text))
			for a := range n + 1 {
				for b := a; b <= n; b++ {
					var got bytes.Buffer
					for _, cut := range [][2]int64{{0, a}, {a, b}, {b, n}} {
						s := &stretch{sep: '\n', from: cut[0], to: cut[1], size: n}
						s.open = func(from, m int64) (io.ReadCloser, error) {
							return io.NopCloser(narrow(bytes.NewReader([]byte(text)[from : from+m]))), nil
						}
						part, err := io.ReadAll(s)
						if err != nil {
							t.Fatal(err)
						}
						if len(part) > 0 && got.Len() > 0 && got.Bytes()[got.Len()-1] != '\n' {
							t.Errorf("%q cut at %d and %d: a record is cut", text, a, b)
						}
						got.Write(part)
					}
					if got.String() != text {
						t.Errorf("%q cut at %d and %d: got %q", text, a, b, got.String())
					}
				}
			}
		}
	}
}
