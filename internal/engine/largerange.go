package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/records/failure"
)

// large reports whether there are more than 2³² integers. They are not scattered: they have no order, but a head of
// them is a sample.
func (s *integers) large() bool { return s != nil && s.n > mostIndices }

// writeLarge writes one part of that size of a large range.
func (s *integers) writeLarge(ctx context.Context, opt Options, sizes []int64,
	open func(part int) (io.Writer, error)) error {
	if len(sizes) > 1 {
		return errors.New("more than 2³² integers cannot be divided")
	}
	w, err := open(0)
	if err != nil || sizes[0] == 0 {
		return err
	}
	n, skip := s.n, uint64(opt.Skip)
	k := min(n, uint64(sizes[0]), uint64(opt.Head))
	need := ranges.Memory(k)
	if need > uint64(opt.Memory) || need > math.MaxInt {
		what := fmt.Sprintf("a sample of %d integers of more than 2³²", k)
		return &failure.MemoryError{What: what, Need: need, Allowed: uint64(opt.Memory)}
	}
	opt.Memory -= int64(need)
	sample := ranges.NewSample(*opt.Seed, n, int(k))
	skip = min(k, skip)
	for range skip {
		sample.Next()
	}
	return s.write(ctx, w, &opt, limited(k-skip, func(dst []uint64) {
		for i := range dst {
			dst[i] = sample.Next()
		}
	}))
}
