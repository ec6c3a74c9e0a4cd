package order

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/internal/feistel"
	"github.com/yates-shuffle/yates/internal/sparse"
)

// A Sample is a sample without replacement, in random order, of the integers in
// [0, n), for an n that is too large to shuffle. It is not the head of Order 1's
// order of n records, which nobody could compute, but the first steps of a
// Fisher–Yates shuffle of its own, so each outcome is equally likely. A longer sample
// with the same seed begins with the shorter one. A Sample is not safe for concurrent
// use.
type Sample struct {
	stream stream
	n, i   uint64
	k      uint64 // steps that fit

	places sparse.Array
}

// NewSample returns the sample of k integers of [0, n) that the seed gives. It
// takes SampleMemory(k) bytes. It panics if k is negative or more than n, if n is 0,
// or if that memory overflows an int: on 32-bit machines, for k above 2²⁵.
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

// SampleMemory returns the number of bytes that a [Sample] of k integers takes: 32 to
// 64 for each integer.
func SampleMemory(k uint64) uint64 { return sparse.Memory(k) }

// Next returns the next integer of the sample. It panics after k calls. It takes O(1)
// time.
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
// large to shuffle. It gives any place without computing the others.
//
// It is pseudo-random and not Order 1: one of at most 2²⁵⁶ permutations. We know of no
// way to distinguish it from a uniform one, and from about √n of its places there is
// none unless SipHash-2-4 can be distinguished from a random function. Programs that
// do not need an order of SPEC.md should use yates.Permutation, which also has an
// inverse.
//
// A PseudoPermutation is safe for concurrent use.
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
