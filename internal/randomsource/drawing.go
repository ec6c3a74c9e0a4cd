package randomsource

import (
	"context"
	"io"
	"math"
	"os"
	"strconv"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/text"
)

// A Drawing is a shuffle whose order the bytes of a file determine, as in GNU shuf. Its
// methods draw what GNU shuf draws before it writes, and return the function that writes.
type Drawing struct {
	File   string // with the random bytes
	Head   int64  // the number to draw at most; math.MaxInt64 means all
	Repeat bool   // with replacement
	End    byte   // of each
	Memory int64  // in bytes; draws that need more fail with ErrMemory

	source *Source
	opened *os.File
}

// open opens the file with the random bytes.
func (d *Drawing) open() error {
	f, err := os.Open(d.File)
	if err != nil {
		return err
	}
	d.opened, d.source = f, New(d.File, f)
	return nil
}

// Close ends the drawing, even if it was not opened.
func (d *Drawing) Close() {
	if d.opened != nil {
		d.opened.Close() // only read, so the error does not matter
	}
}

// Records draws from n records, of which record appends the i-th to b.
func (d *Drawing) Records(
	ctx context.Context, n uint64, record func(b []byte, i uint64) []byte,
) (func(w io.Writer) error, error) {
	if d.Repeat || d.Head > 0 && n > 0 {
		if err := d.open(); err != nil {
			return nil, err
		}
	}
	if !d.Repeat {
		order, err := Order(d.source, n, uint64(d.Head), d.Memory)
		return func(w io.Writer) error {
			return writeRecords(ctx, w, uint64(len(order)), func(b []byte, i uint64) ([]byte, error) {
				return record(b, order[i]), nil
			})
		}, err
	}
	return func(w io.Writer) error {
		if n == 0 && d.Head > 0 {
			return text.ErrNoLines
		}
		return writeRecords(ctx, w, uint64(d.Head), func(b []byte, _ uint64) ([]byte, error) {
			i, err := d.source.Draw(n - 1)
			if err != nil {
				return b, err
			}
			return record(b, i), nil
		})
	}, nil
}

// Words draws from the arguments.
func (d *Drawing) Words(ctx context.Context, words []string) (func(w io.Writer) error, error) {
	return d.Records(ctx, uint64(len(words)), func(b []byte, i uint64) []byte {
		return append(append(b, words[i]...), d.End)
	})
}

// Numbers draws from the numbers from lo to hi; there are none if lo is hi+1.
func (d *Drawing) Numbers(ctx context.Context, lo, hi uint64) (func(w io.Writer) error, error) {
	return d.Records(ctx, hi-lo+1, func(b []byte, i uint64) []byte {
		return append(strconv.AppendUint(b, lo+i, 10), d.End)
	})
}

// Lines draws from the lines of r, with a reservoir if GNU shuf would use one. It calls
// done when nobody reads r any more. That may be after it returns: if ctx ends, it leaves
// a blocked read behind.
func (d *Drawing) Lines(
	ctx context.Context, r io.Reader, done func(), reservoir bool,
) (func(w io.Writer) error, error) {
	if d.Repeat || d.Head == math.MaxInt64 || !reservoir {
		lines, err := process.Unblocked(ctx, func() (*Lines, error) {
			defer done()
			return ReadLines(ctx, r, d.End, d.Memory)
		})
		if err != nil {
			return nil, err
		}
		return d.Records(ctx, lines.Len(), lines.Append)
	}
	if err := d.open(); err != nil {
		done()
		return nil, err
	}
	sample, err := process.Unblocked(ctx, func() ([][]byte, error) {
		defer done()
		return Reservoir(ctx, d.source, r, d.End, uint64(d.Head))
	})
	return func(w io.Writer) error {
		return writeRecords(ctx, w, uint64(len(sample)), func(b []byte, i uint64) ([]byte, error) {
			return append(b, sample[i]...), nil
		})
	}, err
}

// writeRecords writes n records, each of which next appends to b.
func writeRecords(ctx context.Context, w io.Writer, n uint64, next func(b []byte, i uint64) ([]byte, error)) error {
	const piece = 64 << 10
	var b []byte
	for i := range n {
		var err error
		if b, err = next(b, i); err != nil {
			w.Write(b) // what came before is right
			return err
		}
		if len(b) >= piece {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := w.Write(b)
	return err
}
