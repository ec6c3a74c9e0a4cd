package yates

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/internal/sparse"
)

// Choice returns one element of s, each with the same probability: the result of
// [Sample] of one element with the same source. To choose by weight, see [WeightedChoice].
//
// It panics if s is empty. It takes O(1) time and one word, and allocates nothing.
func Choice[S ~[]E, E any](s S, src rand.Source) E {
	switch len(s) {
	case 0:
		panic("yates: Choice from 0 elements")
	case 1:
		return s[0]
	}
	r := open(src)
	defer r.close()
	return s[r.below(uint64(len(s)))]
}

// Sample returns k elements of s in uniformly random order, without repeating a
// place, in a new slice; it does not change s. Each of the n·(n−1)·…·(n−k+1)
// results is equally likely. They are the elements at the indices that
// [SampleIndices] gives with the same source.
//
// It panics if k is negative or more than len(s). It takes O(k) time and memory
// however long s is, and k words. If you may change s, and k is not much less than
// n, [PartialShuffle] is faster.
func Sample[S ~[]E, E any](s S, k int, src rand.Source) S {
	checkSample("Sample", len(s), k)
	sample := make(S, k)
	for p, i := range SampleIndices(len(s), k, src) {
		sample[p] = s[i]
	}
	return sample
}

// SampleIndices returns k different integers of [0, n) in uniformly random order.
// Each of the n·(n−1)·…·(n−k+1) results is equally likely.
//
// It panics if k is negative or more than n. It takes O(k) time and memory
// however large n is, and k words (k−1 if k = n). A larger k with the same
// source only adds to the end of the result.
func SampleIndices(n, k int, src rand.Source) []int {
	// These are the first k steps of a forward Fisher–Yates shuffle of the
	// integers in [0, n): sample is the places before k, and tail the places
	// from k on, of which at most k ever differ from their initial values.
	// Whether tail is an array or a table of the places that differ is a
	// question of speed; the result is the same.
	checkSample("SampleIndices", n, k)
	sample := upTo(k)
	if k == 0 || n < 2 {
		return sample
	}
	r := open(src)
	defer r.close()
	if (n-k)/denseTail <= k {
		sampleDense(&r, sample, n)
	} else {
		sampleSparse(&r, sample, n)
	}
	return sample
}

// denseTail is how many times longer than the sample the rest may be to be held
// in an array. At this length both ways take about as long.
const denseTail = 8

func sampleDense(r *source, sample []int, n int) {
	k := len(sample)
	tail := make([]int, n-k)
	for i := range tail {
		tail[i] = k + i
	}
	for i := range sample {
		left := n - i
		if left == 1 {
			return
		}
		if j := i + int(r.below(uint64(left))); j < k {
			sample[i], sample[j] = sample[j], sample[i]
		} else {
			sample[i], tail[j-k] = tail[j-k], sample[i]
		}
	}
}

func sampleSparse(r *source, sample []int, n int) {
	k := len(sample)
	tail := sparse.New(uint64(k))
	for i := range sample {
		if j := i + int(r.below(uint64(n-i))); j < k {
			sample[i], sample[j] = sample[j], sample[i]
		} else {
			sample[i] = int(tail.Swap(uint64(j), uint64(sample[i])))
		}
	}
}

func checkSample(name string, n, k int) {
	if n < 0 {
		panic(fmt.Sprintf("yates: %s from %d elements", name, n))
	}
	if k < 0 || k > n {
		panic(fmt.Sprintf("yates: %s of %d elements from %d", name, k, n))
	}
}

// Reservoir draws k items of seq without replacement and returns them in uniformly
// random order. Each of the n·(n−1)·…·(n−k+1) results is equally likely. If seq has
// fewer than k items, Reservoir returns all of them in uniformly random order.
//
// It reads seq once, to its end, and holds k items at any time. It is [Shuffled]
// restricted to the first k places. Like Algorithm L (Li 1994), it draws the number
// of items to skip: n items take about 16k + 11k·ln(n/16k) words, and a skipped item
// costs a comparison. Unlike Algorithm L, which uses floating-point logarithms, it
// is exactly uniform, for streams of fewer than 2⁵⁶ items.
//
// It panics if k is negative or seq is nil. If k is 0, it does not read seq. To
// sample from a slice, [Sample] takes O(k) time.
func Reservoir[E any](seq iter.Seq[E], k int, src rand.Source) []E {
	// Item t (from 0) is treated as in [Shuffled]: it goes to a uniform place j
	// of [0, t], and what was at j goes to place t. Places from k on are
	// forgotten, and nothing ever comes back from them, so item t is let in
	// with probability k/(t+1), to a uniform place of k (Algorithm R, by Alan
	// Waterman). Once few are let in, skip draws how many come before the next.
	if k < 0 {
		panic(fmt.Sprintf("yates: Reservoir of %d items", k))
	}
	if seq == nil {
		panic("yates: Reservoir of a nil iterator")
	}
	if k == 0 {
		return nil
	}
	r := open(src)
	defer r.close()
	var kept []E // grown, not made: seq may be far shorter than k
	places := uint64(k)
	var t, next uint64 // items read, and items before the next that may be let in
	for x := range seq {
		if t < next {
			t++
			continue
		}
		switch {
		case t == 0:
			kept = append(kept, x)
		case t < places:
			j := r.below(t + 1)
			kept = append(kept, x)
			kept[t], kept[j] = kept[j], kept[t]
		case t/oneByOne < places:
			if j := r.below(t + 1); j < places {
				kept[j] = x
			}
		default:
			kept[r.below(places)] = x
		}
		t++
		next = t
		if t/oneByOne >= places {
			next += r.skip(t, places)
		}
	}
	return kept
}

// Reservoir decides about the first oneByOne·k items one by one, with a word each.
// After that a skip, of about 10 words, is cheaper.
const oneByOne = 16

// skip returns how many items Algorithm R skips between those that it lets in,
// if it has seen t items, for k places, 0 < k <= t < 2⁵⁶.
//
// The skip is s with probability none(t, s)·k/(t+s+1), where none(t, m) is the
// probability that none of the next m items is let in. The items to come are
// looked at in blocks of ⌊t/k⌋, about one of which is let in: first whether none
// is, then, in the first block that has one, where. (The plan is that of Bringmann
// and Friedrich's exact geometric variates, ICALP 2013; that it works for this
// distribution, too, is shown below.)
func (r *source) skip(t, k uint64) uint64 {
	s := uint64(0)
	for r.none(t+s, (t+s)/k, k) {
		s += (t + s) / k
	}
	for {
		if first, ok := r.first(t+s, (t+s)/k, k); ok {
			return s + first
		}
	}
}

// first returns which of the next m items, m·k <= t, is the first that is let in,
// given that one is; if it returns false it must be asked again.
//
// It proposes a uniform place s and accepts it with probability
// none(t, s)·(t+1)/(t+s+1), which is proportional to the probability of s, and
// more than 1/5.
func (r *source) first(t, m, k uint64) (s uint64, ok bool) {
	s = r.below(m)
	return s, r.below(t+s+1) <= t && r.none(t, s, k)
}

// none returns true with exactly the probability that none of the next m items,
// m·k <= t, is let in.
//
// If an item is let in, the last one that is stays. So none is let in just if
// none of the m is among the k kept of t+m items, which are a uniform choice. By
// inclusion and exclusion this has the probability a₀ − a₁ + a₂ − …, where
//
//	aⱼ = (m choose j) · k(k−1)…(k−j+1) / (t+m)(t+m−1)…(t+m−j+1),
//
// the expected number of ways to choose j of the m that are all kept. Here a₀ = 1
// and aⱼ₊₁/aⱼ = (m−j)(k−j) / (j+1)(t+m−j), at most 1 because mk <= t. A walk that
// goes from j to j+1 with this probability, and stops at j otherwise, reaches j
// with probability aⱼ and stops at an even j with probability
// (a₀−a₁) + (a₂−a₃) + …, which is the sum. (Forsythe 1972, after von Neumann.)
//
// As aⱼ <= 1/j!, the walk takes at most e words on average. With t+m < 2⁵⁷ the
// product overflows for no j < 128, and the walk gets to 128 with a probability
// less than 10⁻²¹⁵.
func (r *source) none(t, m, k uint64) bool {
	for j := uint64(0); ; j++ {
		if r.below((j+1)*(t+m-j)) >= (m-j)*(k-j) {
			return j%2 == 0
		}
	}
}
