package yates

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/internal/apart"
)

// Shuffle puts the elements of s in a random order, in place. Each of the len(s)! orders is equally likely.
//
// A nil src is the secure default: unpredictable, and safe for concurrent use. A source in the same state always gives
// the same order. A *rand.PCG or *rand.ChaCha8 is called directly, any other source through its interface.
//
// It is the Fisher–Yates shuffle from the front (Durstenfeld, Algorithm 235, CACM 7, 1964): at place i it swaps in one
// of the elements i, …, n−1. The direction makes no difference to fairness or speed. From the front, the first k places
// are final after k steps; [PartialShuffle] stops there.
//
// It takes O(n) time and allocates nothing. It draws about n/5 words for a thousand elements, and n/3 for hundreds of
// thousands. For slices far beyond the processor's caches [ShuffleParallel] is several times faster, even with one
// worker.
func Shuffle[S ~[]E, E any](s S, src rand.Source) {
	if len(s) < 2 {
		return
	}
	r := open(src)
	shuffle([]E(s), &r)
	r.close()
}

// ShuffleFunc shuffles n items by calling swap. The order is the same as that of [Shuffle]. swap(i, j) must exchange
// the items at places i and j, which may be equal. It is called n−1 times, with i = 0, …, n−2 and i ≤ j < n.
//
// It panics if n is negative or swap is nil. It takes O(n) time and as many words as Shuffle, and allocates nothing.
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

// PartialShuffle puts k random elements of s in random order into s[:k], in place. Each of the n·(n−1)·…·(n−k+1)
// arrangements is equally likely. It is the beginning of the order that [Shuffle] gives with the same source. The other
// elements are in s[k:], in an order that is not random.
//
// It panics if k is negative or more than len(s). It takes O(k) time and allocates nothing.
func PartialShuffle[S ~[]E, E any](s S, k int, src rand.Source) {
	if k < 0 || k > len(s) {
		panic(fmt.Sprintf("yates: PartialShuffle of %d elements from %d", k, len(s)))
	}
	if k == 0 || len(s) < 2 {
		return
	}
	r := open(src)
	defer r.close()
	settle([]E(s), min(k, len(s)-1), &r)
}

// Perm returns a uniformly random permutation of the integers in [0, n): the slice [0, 1, …, n−1] after [Shuffle]. So
// s[p[0]], s[p[1]], … is the order that Shuffle gives s with the same source.
//
// It panics if n is negative. It takes O(n) time and memory. For a permutation
// that does not fit into memory, see [Permutation].
func Perm(n int, src rand.Source) []int {
	if n < 0 {
		panic(fmt.Sprintf("yates: Perm of %d elements", n))
	}
	p := upTo(n)
	Shuffle(p, src)
	return p
}

// upTo returns the integers 0, 1, …, n−1.
func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// A CrowdedError says that no order has at most Run elements with the same key in a row: the element at Index is the
// first of Count with its key, of which at most Fit could stand between the others.
type CrowdedError struct{ Index, Count, Fit, Run int }

func (e *CrowdedError) Error() string {
	return fmt.Sprintf("%d are alike, but at most %d fit between the others, %d in a row", e.Count, e.Fit, e.Run)
}

// ShuffleApart puts the elements of s in a random order, in place, in which no more than run elements with the same key
// stand in a row: with a run of 1, no two neighbours have the same key. Each of these orders is equally likely. If
// there is none, it returns a [*CrowdedError] and leaves s as it is.
//
// Use it for playlists and lists of trials. It is not a shuffle, as not all orders occur; but to space elements one
// after the other, as is often done, favours some of the orders that do.
//
// It counts the orders first, with 64 binary digits. So it is exactly uniform for at most 20 elements and a run of 1;
// beyond, its distance from that is less than 2⁻⁴⁰ (SPEC.md has the proof). The time depends on the keys: a thousand
// elements of 50 keys take 10 ms and 10,000 of 500 take 0.2 s; but a thousand of 20 keys with a run of 2 take 2 s, and
// of 3 keys with a run of 3 a quarter of a minute. It allocates what the counts need, and draws about 4 words for each
// element.
//
// It panics if run is less than 1, key is nil, or s has more than 20,000 elements, or 1,000 with a run above 1.
func ShuffleApart[S ~[]E, E any, K comparable](s S, key func(E) K, run int, src rand.Source) error {
	if run < 1 {
		panic(fmt.Sprintf("yates: ShuffleApart with runs of %d", run))
	}
	if key == nil {
		panic("yates: key is nil")
	}
	if most := apart.Limit(run); len(s) > most {
		panic(fmt.Sprintf("yates: ShuffleApart of %d elements, at most %d with runs of %d", len(s), most, run))
	}
	keys, plain := make([]K, len(s)), make([]int, len(s))
	for i, e := range s {
		keys[i], plain[i] = key(e), i
	}
	r := open(src)
	defer r.close()
	shuffle(plain, &r)
	order, crowd := apart.Order(keys, plain, run, r.below)
	if crowd != nil {
		return (*CrowdedError)(crowd)
	}
	old := slices.Clone(s)
	for p, i := range order {
		s[p] = old[i]
	}
	return nil
}

// shuffle is the fast twin of
//
//	for i := range len(s) - 1 {
//		j := i + below(len(s) - i)
//		s[i], s[j] = s[j], s[i]
//	}
//
// with the integers in batches (see [batchSize]). Each size of a batch is written out: with a loop over the few
// integers of a batch, a shuffle takes one and a half to two times as long, and with one loop for all sizes, which asks
// for the size in each step, a tenth longer. Each step shuffles the rest of the slice, and shortens it.
//
// A step swaps before it knows whether its word is refused, and takes the swaps back if it is. That is rare, and
// integers that need not be kept stay in registers. An element beyond those of a step is named only to spare the checks
// of constant indices: so many words as the loops take leave at least one.
func shuffle[E any](s []E, src *source) {
	if first := len(s) - 1<<30; first > 0 {
		settle(s, first, src)
		s = s[first:]
	}
	var buf wordBuffer
	for len(s) > 1<<19 {
		for _, x := range src.words(&buf, len(s)-1<<19, 2) {
			_ = s[2]
			low := swapFirst(s[1:], swapFirst(s, x))
			if low >= 1<<60 || !takeBack(s, x, low, 2) {
				s = s[2:]
			}
		}
	}
	for len(s) > 1<<14 {
		for _, x := range src.words(&buf, len(s)-1<<14, 3) {
			_ = s[3]
			low := swapFirst(s[1:], swapFirst(s, x))
			low = swapFirst(s[2:], low)
			if low >= 1<<57 || !takeBack(s, x, low, 3) {
				s = s[3:]
			}
		}
	}
	for len(s) > 1<<11 {
		for _, x := range src.words(&buf, len(s)-1<<11, 4) {
			_ = s[4]
			low := swapFirst(s[1:], swapFirst(s, x))
			low = swapFirst(s[3:], swapFirst(s[2:], low))
			if low >= 1<<56 || !takeBack(s, x, low, 4) {
				s = s[4:]
			}
		}
	}
	for len(s) > 1<<9 {
		for _, x := range src.words(&buf, len(s)-1<<9, 5) {
			_ = s[5]
			low := swapFirst(s[1:], swapFirst(s, x))
			low = swapFirst(s[3:], swapFirst(s[2:], low))
			low = swapFirst(s[4:], low)
			if low >= 1<<55 || !takeBack(s, x, low, 5) {
				s = s[5:]
			}
		}
	}
	for len(s) > 7 {
		for _, x := range src.words(&buf, len(s)-7, 6) {
			_ = s[6]
			low := swapFirst(s[1:], swapFirst(s, x))
			low = swapFirst(s[3:], swapFirst(s[2:], low))
			low = swapFirst(s[5:], swapFirst(s[4:], low))
			if low >= 1<<54 || !takeBack(s, x, low, 6) {
				s = s[6:]
			}
		}
	}
	settle(s, len(s)-1, src)
}

// settle settles the first places of a slice, less than all.
func settle[E any](s []E, places int, src *source) {
	var b batch
	for i := 0; i < places; {
		for t := range min(b.draw(src, uint64(len(s)-i)), places-i) {
			j := i + int(b[t&7])
			s[i], s[j] = s[j], s[i]
			i++
		}
	}
}

// swapFirst swaps the first element with the one that the fraction x/2⁶⁴ selects, and returns the remaining fraction.
func swapFirst[E any](s []E, x uint64) uint64 {
	j, x := bits.Mul64(x, uint64(len(s)))
	s[0], s[j] = s[j], s[0]
	return x
}

// takeBack reports whether a word that left low after k swaps is refused, and
// takes the swaps back if so. It is a separate function for the same reason as redraw.
//
//go:noinline
func takeBack[E any](s []E, x, low uint64, k int) bool {
	var b batch
	p := uint64(1)
	for t := range k {
		r := uint64(len(s) - t)
		b[t], x = bits.Mul64(x, r)
		p *= r
	}
	if !redraw(low, p) {
		return false
	}
	for t := k - 1; t >= 0; t-- {
		j := t + int(b[t])
		s[t], s[j] = s[j], s[t]
	}
	return true
}
