package randomsource

import (
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
func Order(s *Source, n, k uint64, memory int64) ([]uint64, error) {
	k = min(k, n)
	most := uint64(min(memory, math.MaxInt)) / 8
	if n/thin >= k {
		if k > most/thin {
			return nil, ErrMemory
		}
		return sparseOrder(s, n, k)
	}
	if n > most {
		return nil, ErrMemory
	}
	order := make([]uint64, n)
	for i := range order {
		order[i] = uint64(i)
	}
	return order[:k], shuffle(s, order, k)
}

// shuffle puts a random sample of k ≤ len(x) elements of x, in random order, in its
// first k places.
func shuffle[E any](s *Source, x []E, k uint64) error {
	for i := range x[:k] {
		j, err := s.Draw(uint64(len(x) - i - 1))
		if err != nil {
			return err
		}
		j += uint64(i)
		x[i], x[j] = x[j], x[i]
	}
	return nil
}

// sparseOrder is Order in memory for k numbers.
func sparseOrder(s *Source, n, k uint64) ([]uint64, error) {
	x := sparse.New(k)
	order := make([]uint64, 0, k)
	for i := range k {
		j, err := s.Draw(n - i - 1)
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
