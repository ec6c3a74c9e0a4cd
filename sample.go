package yates

import (
	"fmt"
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
	sample := make([]int, k)
	for i := range sample {
		sample[i] = i
	}
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
