package deals

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Lines come whole, however they are cut when they are read.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3*chunkSize)
	for _, text := range []string{"", "\n\n", "a", "a\n", "a\n \nb", long + "\nb\n" + long} {
		want := strings.Fields(text)
		for _, r := range []io.Reader{strings.NewReader(text), &oneByte{text: text}} {
			l := ReadLines(r, "of a test", 4*chunkSize, time.Minute)
			var got []string
			for {
				line, err := l.Next(t.Context())
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(line))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%.20q has %d lines, not %d", text, len(got), len(want))
			}
			l.Close()
		}
	}
	l := ReadLines(strings.NewReader("a\n"+long), "of a test", chunkSize, 0)
	l.Next(t.Context())
	if _, err := l.Next(t.Context()); err == nil || !strings.Contains(err.Error(), "line 2 of a test is longer than") {
		t.Errorf("a line that is too long: %v", err)
	}
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := ReadLines(silent, "of a test", 1, 0).Next(ctx); err != enough {
		t.Errorf("a wait that was ended: %v", err)
	}
}

// What comes in small pieces takes no more memory than its bytes.
func TestLinesOfSmallPieces(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l := ReadLines(&oneByte{text: strings.Repeat("1 2\n", 1e6)}, "of a test", chunkSize, 0)
	for {
		if _, err := l.Next(t.Context()); err != nil {
			break
		}
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; l.number != 1e6 || took > 20*4e6 {
		t.Errorf("%d lines took %d bytes", l.number, took)
	}
}

// oneByte reads a byte at a time; long texts by large pieces, for they take long.
type oneByte struct{ text string }

func (o *oneByte) Read(b []byte) (int, error) {
	if o.text == "" {
		return 0, io.EOF
	}
	n := 1
	if len(o.text) > 10 {
		n = 1000
	}
	n = copy(b, o.text[:min(n, len(o.text))])
	o.text = o.text[n:]
	return n, nil
}
