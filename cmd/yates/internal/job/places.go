package job

import (
	"context"
	"io"
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/records/failure"
)

// placesOf returns the places of count of n units of a job, as the bytes of a source decide. Stream says that
// GNU shuf would not know n before it draws. What the bytes lack is said when they are closed.
func placesOf(ctx context.Context, j *Job, source *randomsource.Source, n uint64, count int64,
	stream bool) (iter.Seq[uint64], error) {
	switch {
	case count == 0 || n == 0 && !j.Repeat:
		return slices.Values([]uint64(nil)), nil
	case n == 0:
		return nil, failure.ErrNoRecords
	case j.Repeat:
		return source.Repeat(n, count), nil
	}
	draw := source.Order
	if stream {
		draw = source.Reservoir
	}
	all, err := draw(ctx, n, uint64(count), process.Memory())
	return slices.Values(all), err
}

// isStreamed reports whether GNU shuf would draw a sample of standard input while it reads it: all but a small file,
// which is read first.
func isStreamed(j *Job, stdin io.Reader) bool {
	const small = 8 << 20
	if j.Repeat || j.Head.Count == shares.All || j.Kind == Integers {
		return false
	}
	info := infile.Regular("-", stdin)
	if info == nil {
		return true
	}
	at, err := stdin.(io.Seeker).Seek(0, io.SeekCurrent) // as it is a file
	return err != nil || info.Size()-at > small
}
