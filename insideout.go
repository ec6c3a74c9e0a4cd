package yates

import (
	"iter"
	"math/rand/v2"
)

// Shuffled returns the items of seq in a uniformly random order, in a new slice.
// It reads the input once, leaves it as it is, and need not know its length:
//
//	hand := yates.Shuffled(slices.Values(deck), nil)   // deck stays in order
//	keys := yates.Shuffled(maps.Keys(m), nil)
//
// It is the inside-out Fisher–Yates shuffle: at every moment, the items so far are
// in uniformly random order. If you may change the slice, [Shuffle] is faster; to
// keep only k items see [Reservoir].
//
// It panics if seq is nil. It takes O(n) time and memory, and n−1 words.
func Shuffled[E any](seq iter.Seq[E], src rand.Source) []E {
	// The i-th item (from 0) goes to a uniform place j of [0, i], and what was
	// at j moves to the new place i. Each of the (i+1)·i! pairs of a choice and
	// an order of the items before gives another order of i+1 items: from the
	// result one reads j (where the new item is), then the order before. So if
	// the i! orders were equally likely, the (i+1)! are.
	if seq == nil {
		panic("yates: Shuffled of a nil iterator")
	}
	r := open(src)
	defer r.close()
	var s []E
	for x := range seq {
		s = append(s, x)
		if i := len(s) - 1; i > 0 {
			j := int(r.below(uint64(i) + 1))
			s[i], s[j] = s[j], s[i]
		}
	}
	return s
}
