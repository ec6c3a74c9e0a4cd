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

// A largeRange is more than 2³² integers. They are not scattered, but have a pseudo-random order, and a head of
// them is a sample.
type largeRange struct {
	*integers
	opt *Options
}

// write writes one part of that size.
func (r *largeRange) write(ctx context.Context, sizes []int64, open func(part int) ([]io.Writer, error)) error {
	if len(sizes) > 1 {
		return errors.New("more than 2³² integers cannot be divided")
	}
	w, err := open(0)
	if err != nil || sizes[0] == 0 {
		return err
	}
	n, skip := r.n, uint64(r.opt.Skip)
	if r.opt.Head == 0 && sizes[0] == onePart[0] {
		p := ranges.Permutation(*r.opt.Seed, n)
		next := min(n, skip)
		return r.integers.write(ctx, w[0], r.opt, limited(n-next, func(dst []uint64) {
			for i := range dst {
				dst[i] = next
				next++
			}
		}), p.At)
	}
	k := min(n, uint64(sizes[0]))
	if r.opt.Head > 0 {
		k = min(k, uint64(r.opt.Head))
	}
	need := ranges.Memory(k)
	if need > uint64(r.opt.Memory) || need > math.MaxInt {
		what := fmt.Sprintf("a sample of %d integers of more than 2³²", k)
		return &failure.MemoryError{What: what, Need: need, Allowed: uint64(r.opt.Memory)}
	}
	opt := *r.opt
	opt.Memory -= int64(need)
	s := ranges.NewSample(*opt.Seed, n, int(k))
	skip = min(k, skip)
	for range skip {
		s.Next()
	}
	return r.integers.write(ctx, w[0], &opt, limited(k-skip, func(dst []uint64) {
		for i := range dst {
			dst[i] = s.Next()
		}
	}), nil)
}
