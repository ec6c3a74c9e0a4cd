package job

import (
	"context"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/packing"
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

// isStreamed reports whether GNU shuf would draw a sample of the files while it reads them:
// all but a small file, which is read first.
func isStreamed(j *Job, stdin io.Reader) bool {
	const small = 8 << 20
	switch {
	case j.Repeat || j.Head.Count == shares.All || j.Kind == Integers:
		return false
	case len(j.Files) > 1 || len(infile.Regular(j.Files, stdin)) == 0:
		return true
	}
	in, err := infile.Open(j.Files[0], stdin, true)
	if err != nil {
		return false // reading it fails as well
	}
	defer in.Close()
	f := in.Reader.(*os.File)
	info, err := f.Stat()
	at, err2 := f.Seek(0, io.SeekCurrent)
	if err != nil || err2 != nil {
		return true
	}
	plain, err := packing.Plain(j.Files[0], f, at, false)
	return info.Size()-at > small || !j.Raw && (!plain || err != nil)
}
