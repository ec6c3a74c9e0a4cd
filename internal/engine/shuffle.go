package engine

import (
	"cmp"
	"context"
	"io"
	"iter"
)

// All returns an iterator over the records of the sources, as [Collection.All] does. It can be used again if the
// sources can be read again.
func All(ctx context.Context, opt Options, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		c, err := Collect(ctx, opt, sources...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer c.Close() // even after a panic in the loop
		c.All(ctx)(yield)
	}
}

// Shuffle collects the records of the sources and writes them.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(c.Write(ctx, w), c.Close())
}
