package yates

import (
	"fmt"
	"math/rand/v2"
)

// Shuffle puts the elements of s in a random order, in place. Each of the len(s)!
// orders is equally likely.
//
// A nil src is the secure default: unpredictable, and safe for concurrent use. A
// source in the same state always gives the same order. A *rand.PCG or
// *rand.ChaCha8 is called directly, any other source through its interface.
//
// It is the Fisher–Yates shuffle from the front (Durstenfeld, Algorithm 235,
// CACM 7, 1964): at place i it swaps in one of the elements i, …, n−1. The
// direction makes no difference to fairness or speed. From the front, the first k
// places are final after k steps; [PartialShuffle] stops there.
//
// It takes O(n) time and allocates nothing. It draws about n/5 words for a
// thousand elements, and n/3 for hundreds of thousands. For slices far beyond the
// processor's caches [ShuffleParallel] is several times faster, even with one
// worker.
func Shuffle[S ~[]E, E any](s S, src rand.Source) {
	if len(s) < 2 {
		return
	}
	r := open(src)
	shuffle([]E(s), &r)
	r.close()
}

// ShuffleFunc shuffles n items by calling swap. The order is the same as that of
// [Shuffle]. swap(i, j) must exchange the items at places i and j, which may be equal.
// It is called n−1 times, with i = 0, …, n−2 and i ≤ j < n.
//
// It panics if n is negative or swap is nil. It takes O(n) time and as many words
// as Shuffle, and allocates nothing.
//
// Do not swap integers by three exclusive ors, which zero the number if i = j.
// Use a temporary variable or Go's a, b = b, a.
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

// PartialShuffle puts k random elements of s in random order into s[:k], in place.
// Each of the n·(n−1)·…·(n−k+1) arrangements is equally likely. It is the beginning
// of the order that [Shuffle] gives with the same source. The other elements are in
// s[k:], in an order that is not random.
//
// It panics if k is negative or more than len(s). It takes O(k) time and allocates
// nothing.
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
