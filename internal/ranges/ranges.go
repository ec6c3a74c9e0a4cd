// Package ranges is what a seed makes of ranges of integers that are too large to
// shuffle, as SPEC.md defines it, and a fast look for the few integers of a range that
// come first.
package ranges

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/sparse"
	"github.com/yates-shuffle/yates/internal/stream"
)

// A Sample is a sample without replacement, in random order, of the integers in
// [0, n). It is not the head of Order 1's order of n records, which nobody could
// compute, but the first steps of a Fisher–Yates shuffle of its own, so each outcome is
// equally likely. A longer sample with the same seed begins with the shorter one. A
// Sample is not safe for concurrent use.
type Sample struct {
	stream stream.Stream
	n, i   uint64
	k      uint64 // steps that fit

	places sparse.Array
}

// NewSample returns the sample of k integers of [0, n) that the seed gives. It
// takes Memory(k) bytes. It panics if k is negative or more than n, if n is 0,
// or if that memory overflows an int: on 32-bit machines, for k above 2²⁵.
func NewSample(seed [32]byte, n uint64, k int) *Sample {
	if n == 0 || k < 0 || uint64(k) > n {
		panic(fmt.Sprintf("ranges: NewSample of %d integers from %d", k, n))
	}
	if Memory(uint64(k)) > math.MaxInt {
		panic(fmt.Sprintf("ranges: NewSample of %d integers, which no memory holds", k))
	}
	s := &Sample{n: n, k: uint64(k), places: sparse.New(uint64(k))}
	s.stream.Reset(seed, "sample", 0)
	return s
}

// Memory returns the number of bytes that a [Sample] of k integers takes: 32 to
// 64 for each integer.
func Memory(k uint64) uint64 { return sparse.Memory(k) }

// Next returns the next integer of the sample. It panics after k calls. It takes O(1)
// time.
func (s *Sample) Next() uint64 {
	if s.i == s.k {
		panic("ranges: Sample.Next after the last integer")
	}
	i := s.i
	s.i++
	j := i + s.stream.Below(s.n-i)
	value := s.places.At(i)
	if j > i {
		value = s.places.Swap(j, value)
	}
	return value
}
