package yates

import (
	"fmt"
	"math/rand/v2"
)

// Perm returns a uniformly random permutation of the integers in [0, n): the
// slice [0, 1, …, n−1] after [Shuffle]. So s[p[0]], s[p[1]], … is the order that
// Shuffle gives s with the same source.
//
// It panics if n is negative. It takes O(n) time and memory. For a permutation
// that does not fit into memory, see [Permutation].
func Perm(n int, src rand.Source) []int {
	if n < 0 {
		panic(fmt.Sprintf("yates: Perm of %d elements", n))
	}
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	Shuffle(p, src)
	return p
}
