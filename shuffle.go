package yates

import (
	"fmt"
	"math/rand/v2"
)

// Shuffle puts the elements of s in a random order, in place, each of the
// len(s)! orders being equally likely.
//
// The words come from src: nil stands for the secure default, a ChaCha8
// generator seeded by the operating system, which is unpredictable and may be
// used by several goroutines at the same time. A *rand.PCG or *rand.ChaCha8 is
// called directly; a *rand.Rand or any other source works as well. The same
// source in the same state always gives the same order.
//
// It is the Fisher–Yates shuffle from the front (Durstenfeld, Algorithm 235,
// CACM 7, 1964): at place i it swaps in one of the elements i, …, n−1. The
// direction makes no difference to fairness or speed; from the front, the first
// k places are final after k steps, which is what [PartialShuffle] is.
//
// It takes O(n) time, swaps in place, draws about n/5 words for a thousand and
// n/3 for hundreds of thousands of elements, none for less than two, and
// allocates nothing. For slices far beyond the processor's caches
// [ShuffleParallel] is several times faster, with one worker too.
func Shuffle[S ~[]E, E any](s S, src rand.Source) {
	if len(s) < 2 {
		return
	}
	r := open(src)
	shuffle([]E(s), &r)
	r.close()
}

// ShuffleFunc shuffles n things that only swap can reach, as [Shuffle] does:
// swap(i, j) must exchange the things at the places i and j, which may be the
// same; it is called n−1 times, with i = 0, …, n−2 and i ≤ j < n. The order is
// the one that Shuffle gives to a slice. It panics if n is negative or swap is
// nil.
//
// A swap of two integers by three exclusive ors destroys the number where i and
// j are the same: a ^= a is 0. Use a temporary variable or Go's a, b = b, a.
func ShuffleFunc(n int, swap func(i, j int), src rand.Source) {
	if n < 0 {
		panic(fmt.Sprintf("yates: ShuffleFunc of %d things", n))
	}
	if swap == nil {
		panic("yates: swap is nil")
	}
	if n < 2 {
		return
	}
	r := open(src)
	defer r.close()
	var b batch
	for i := 0; i < n-1; {
		for t := range b.draw(&r, uint64(n-i)) {
			swap(i, i+int(b[t&7]))
			i++
		}
	}
}

// PartialShuffle makes s[:k] a random arrangement of k elements of s, in place,
// each of the n·(n−1)⋯(n−k+1) arrangements being equally likely. s[k:] holds
// the other elements, in no particular order and not a random one. The first k
// places are those that [Shuffle] gives with the same source in the same state.
// It takes O(k) time and panics if k is negative or more than len(s).
func PartialShuffle[S ~[]E, E any](s S, k int, src rand.Source) {
	if k < 0 || k > len(s) {
		panic(fmt.Sprintf("yates: PartialShuffle of %d elements from %d", k, len(s)))
	}
	if k == 0 || len(s) < 2 {
		return
	}
	r := open(src)
	defer r.close()
	var b batch
	for i := 0; i < k && i < len(s)-1; {
		for t := range min(b.draw(&r, uint64(len(s)-i)), k-i) {
			j := i + int(b[t&7])
			s[i], s[j] = s[j], s[i]
			i++
		}
	}
}
