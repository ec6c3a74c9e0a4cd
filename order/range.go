package order

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/feistel"
	"github.com/yates-shuffle/yates/internal/sparse"
)

// A Sample is a sample without replacement, in random order, of the integers in
// [0, n), for an n that is too large to shuffle. It is not the head of Order 1's
// order of n records, which nobody could compute, but a Fisher–Yates shuffle of
// its own, of which only the first steps are done, so each outcome is equally
// likely. A longer sample with the same seed begins with the shorter one. A
// Sample must not be used by several goroutines at the same time.
type Sample struct {
	stream stream
	n, i   uint64
	k      uint64 // steps that there is room for

	places sparse.Array
}

// NewSample returns the sample of k integers of [0, n) that the seed gives. It
// takes [SampleMemory] of k. It panics if k is negative or more than n, if n is 0,
// or if an int cannot count that memory: with 32 bits, that of more than 2²⁵.
func NewSample(seed Seed, n uint64, k int) *Sample {
	if n == 0 || k < 0 || uint64(k) > n {
		panic(fmt.Sprintf("order: NewSample of %d integers from %d", k, n))
	}
	if SampleMemory(uint64(k)) > math.MaxInt {
		panic(fmt.Sprintf("order: NewSample of %d integers, which no memory holds", k))
	}
	s := &Sample{n: n, k: uint64(k), places: sparse.New(uint64(k))}
	s.stream.reset(seed, "sample", 0)
	return s
}

// SampleMemory returns how many bytes a [Sample] of k integers takes: 32 to 64 for
// each.
func SampleMemory(k uint64) uint64 { return sparse.Memory(k) }

// Next returns the next integer of the sample. It panics after k of them. It takes
// O(1) time.
func (s *Sample) Next() uint64 {
	if s.i == s.k {
		panic("order: Sample.Next after the last integer")
	}
	i := s.i
	s.i++
	j := i + s.stream.below(s.n-i)
	value := s.places.At(i)
	if j > i {
		value = s.places.Swap(j, value)
	}
	return value
}

// A PseudoPermutation is an order of the integers in [0, n), for an n that is too
// large to shuffle, of which each place can be asked for on its own. It is
// pseudo-random and not Order 1: one of 2²⁵⁶ permutations at most, which nobody
// can tell from a uniform one by any way that we know of, and by no way from about
// √n of its places unless SipHash-2-4 can be told from a random function. Programs
// that need no order of SPEC.md use yates.Permutation, which also has an inverse.
// A PseudoPermutation does not change once it is made, and may be used by several
// goroutines at the same time.
type PseudoPermutation struct{ net feistel.Network }

// NewPseudoPermutation returns the permutation of [0, n) that the seed gives. It
// panics if n is less than 2.
func NewPseudoPermutation(seed Seed, n uint64) *PseudoPermutation {
	if n < 2 {
		panic(fmt.Sprintf("order: NewPseudoPermutation of %d integers", n))
	}
	var s stream
	s.reset(seed, "permutation", 0)
	return &PseudoPermutation{feistel.New(n, s.rng.Uint64)}
}

// At returns the integer at place i, which must be less than n. It takes O(1)
// time.
func (p *PseudoPermutation) At(i uint64) uint64 {
	if i >= p.net.Len() {
		panic(fmt.Sprintf("order: PseudoPermutation.At(%d), outside [0, %d)", i, p.net.Len()))
	}
	return p.net.At(i)
}
