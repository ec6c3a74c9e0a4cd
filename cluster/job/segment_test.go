package job

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

// TestEach: the error is that of the first number that fails, whichever fails first, and
// little is done after it.
func TestEach(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	for _, n := range []int{0, 1, 5, 1000} {
		for _, fails := range []int{0, 3, 20, 999, 1000} {
			later := make(chan bool)
			var done atomic.Int64
			err := each(ctx, n, func(i int) error {
				done.Add(1)
				switch {
				case i < fails:
					return nil
				case i == fails && fails+1 < n: // after the next one
					<-later
				case i == fails+1:
					close(later)
				}
				return fmt.Errorf("%d", i)
			})
			if fails < n && (err == nil || err.Error() != fmt.Sprint(fails)) || fails >= n && err != nil {
				t.Errorf("%d of %d fails: %v", fails, n, err)
			}
			if most := int64(fails + 3*side); done.Load() > most {
				t.Errorf("%d of %d fails: %d are done", fails, n, done.Load())
			}
		}
	}
	cancel(errSeal)
	if err := each(ctx, 5, func(int) error { return nil }); err != errSeal {
		t.Error(err)
	}
}

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
						r, err := stretch(narrow(strings.NewReader(text[max(cut[0]-1, 0):])), '\n', cut[0], cut[1])
						if err != nil {
							t.Fatal(err)
						}
						part, err := io.ReadAll(r)
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
