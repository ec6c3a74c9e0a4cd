package yates

import (
	"fmt"
	"math/bits"
)

// Rank returns the number, in [0, n!), of permutations that come before p in
// lexicographic order. p must hold each of the integers in [0, n) once, and n
// must be at most 20, as 20! < 2⁶⁴ < 21!.
//
// A rank names an order in few digits, and counts it in a table: a fair shuffle of
// [0, n) gives each rank with probability 1/n!.
//
// It panics if p is not such a permutation. It takes O(n) time and allocates
// nothing. It is the inverse of [Unrank].
func Rank(p []int) uint64 {
	// Digit i is how many integers less than p[i] are left when p[i] is taken.
	// The permutations that agree with p before i and are less at i are
	// digit·(n−1−i)!; Horner's rule adds that up (Lehmer 1960).
	n := len(p)
	if n > 20 {
		panic(fmt.Sprintf("yates: Rank of %d integers: at most 20 have a rank", n))
	}
	left := uint32(1)<<n - 1
	rank := uint64(0)
	for i, x := range p {
		if x < 0 || x >= n || left>>x&1 == 0 {
			panic(fmt.Sprintf("yates: Rank of no permutation: %d at place %d is outside [0, %d) or a repetition",
				x, i, n))
		}
		less := left & (1<<x - 1)
		rank = rank*uint64(n-i) + uint64(bits.OnesCount32(less))
		left &^= 1 << x
	}
	return rank
}

// Unrank returns the permutation of the integers in [0, n) that has the given
// rank in lexicographic order. With a uniform rank in [0, n!) the permutation is
// uniform.
//
// It panics if n is negative or more than 20, or rank is not less than n!. It takes
// O(n²) time. It is the inverse of [Rank].
func Unrank(n int, rank uint64) []int {
	if n < 0 || n > 20 {
		panic(fmt.Sprintf("yates: Unrank to %d integers, outside [0, 20]", n))
	}
	given := rank
	p := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		// The digits before i stand for the integers that are left for i and
		// those behind it: make room for p[i] among those behind.
		radix := uint64(n - i)
		p[i] = int(rank % radix)
		rank /= radix
		for j := i + 1; j < n; j++ {
			if p[j] >= p[i] {
				p[j]++
			}
		}
	}
	if rank > 0 {
		panic(fmt.Sprintf("yates: Unrank of %d: %d integers have fewer orders", given, n))
	}
	return p
}
