package randomsource

import (
	"context"
	"errors"
	"math"

	"github.com/yates-shuffle/yates/internal/sparse"
)

// ErrMemory is the error of a draw that needs more memory than there is.
var ErrMemory = errors.New("memory exhausted")

// thin is how many times as many bytes Order needs for each place, at most, if it
// does not keep all numbers.
const thin = 10

// Order returns the first k places of a random order of 0, …, n−1, or all if k ≥ n. It is
// the forward Fisher–Yates shuffle, with one draw a place. It takes 8 bytes of memory for
// each of the n numbers, or 80 for each place if that is less. If that is more than
// memory, it fails with ErrMemory.
func (s *Source) Order(ctx context.Context, n, k uint64, memory int64) ([]uint64, error) {
	k = min(k, n)
	most := uint64(min(memory, math.MaxInt)) / 8
	if n/thin >= k {
		if k > most/thin {
			return nil, ErrMemory
		}
		return s.sparseOrder(ctx, n, k)
	}
	if n > most {
		return nil, ErrMemory
	}
	order := make([]uint64, n)
	for i := range order {
		order[i] = uint64(i)
	}
	return order[:k], s.shuffle(ctx, order, k)
}

// Reservoir returns a random sample of k > 0 of 0, …, n−1 in random order, or all if k ≥ n.
//
// The first k numbers fill the sample. For each further one, and for n itself, at which GNU
// shuf does not know yet that its input ends, a place is drawn among all numbers so far and
// this one; if it is in the sample, the number replaces the one there. (Algorithm R of
// Vitter, Random Sampling with a Reservoir, ACM TOMS 11(1), 1985.)
func (s *Source) Reservoir(ctx context.Context, n, k uint64, memory int64) ([]uint64, error) {
	k = min(k, n+1) // a draw for n is made if n ≥ k
	if min(k, n) > uint64(min(memory, math.MaxInt))/8 {
		return nil, ErrMemory
	}
	sample := make([]uint64, min(k, n))
	for i := range n + 1 {
		place := i
		if i >= k {
			var err error
			if place, err = s.draw(ctx, i); err != nil {
				return nil, err
			}
		}
		if i < n && place < k {
			sample[place] = i
		}
	}
	return sample, s.shuffle(ctx, sample, uint64(len(sample)))
}

// draw is Draw, until ctx ends.
func (s *Source) draw(ctx context.Context, most uint64) (uint64, error) {
	if s.draws++; s.draws%4096 == 0 && ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return s.Draw(most)
}

// shuffle puts a random sample of k ≤ len(x) elements of x, in random order, in its
// first k places.
func (s *Source) shuffle(ctx context.Context, x []uint64, k uint64) error {
	for i := range x[:k] {
		j, err := s.draw(ctx, uint64(len(x)-i-1))
		if err != nil {
			return err
		}
		j += uint64(i)
		x[i], x[j] = x[j], x[i]
	}
	return nil
}

// sparseOrder is Order in memory for k numbers.
func (s *Source) sparseOrder(ctx context.Context, n, k uint64) ([]uint64, error) {
	x := sparse.New(k)
	order := make([]uint64, 0, k)
	for i := range k {
		j, err := s.draw(ctx, n-i-1)
		if err != nil {
			return nil, err
		}
		value := x.At(i)
		if j > 0 {
			value = x.Swap(i+j, value)
		}
		order = append(order, value)
	}
	return order, nil
}
