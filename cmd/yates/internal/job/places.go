package job

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// errNone is the error of drawing with replacement from nothing.
var errNone = errors.New("no lines to repeat")

// places calls write with the places of count of n units, as the seed or the bytes of a
// file decide. Stream says that GNU shuf would not know n before it draws.
func (r *run) places(ctx context.Context, j *Job, n uint64, count int64, stream bool,
	write func(iter.Seq[uint64]) error) error {
	repeat := func(draw func() (uint64, bool)) error {
		return write(func(yield func(uint64) bool) {
			for range count {
				if i, ok := draw(); !ok || !yield(i) {
					return
				}
			}
		})
	}
	switch {
	case j.Random != nil && r.bytes == nil && (j.Repeat || count > 0 && n > 0):
		var err error
		if r.bytes, err = randomsource.Open(*j.Random); err != nil {
			return err
		}
	}
	switch {
	case count == 0 || n == 0 && !j.Repeat:
		return write(slices.Values([]uint64{}))
	case j.Random == nil && j.Repeat && n > 0:
		draws := order.NewRepeat(*j.Options.Seed, n)
		return repeat(func() (uint64, bool) { return draws.Next(), true })
	case j.Random == nil && !j.Repeat:
		all := order.Shuffle(*j.Options.Seed, int(n))
		return write(func(yield func(uint64) bool) {
			for _, i := range all[:min(int64(n), count)] {
				if !yield(uint64(i)) {
					return
				}
			}
		})
	case j.Random == nil:
		return errNone
	}
	if j.Repeat {
		if n == 0 {
			return errNone
		}
		var failed error
		err := repeat(func() (i uint64, ok bool) {
			i, failed = r.bytes.Draw(n - 1)
			return i, failed == nil
		})
		if err == nil {
			err = failed // what came before is right
		}
		return err
	}
	draw := r.bytes.Order
	if stream {
		draw = r.bytes.Reservoir
	}
	all, err := draw(ctx, n, uint64(count), process.Memory())
	if err != nil {
		return err
	}
	return write(slices.Values(all))
}

// each writes what unit appends for each of the places.
func each(ctx context.Context, w io.Writer, places iter.Seq[uint64], unit func(b []byte, i uint64) []byte) error {
	const piece = 64 << 10
	var b []byte
	n := 0
	for i := range places {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if b = unit(b, i); len(b) >= piece {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := w.Write(b)
	return err
}

// streams reports whether GNU shuf would draw a sample of the files while it reads them:
// all but a small file, which is read first.
func (r *run) streams(j *Job) bool {
	const small = 8 << 20
	stdin := r.cmd.InOrStdin()
	switch {
	case j.Repeat || j.Head.Count == All:
		return false
	case len(j.Files) > 1 || len(infile.Regular(j.Files, stdin)) == 0:
		return true
	}
	in, err := infile.Open(j.Files[0], stdin, j.Raw)
	if err != nil {
		return false // reading it fails as well
	}
	defer in.Close()
	return in.Plain == nil || left(in.Plain) > small
}

// left returns the number of bytes left in a regular file.
func left(f *os.File) int64 {
	info, err := f.Stat()
	at, e := f.Seek(0, io.SeekCurrent)
	if err != nil || e != nil {
		return 0
	}
	return max(0, info.Size()-at)
}
