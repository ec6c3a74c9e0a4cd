package yates

import "math/rand/v2"

// Cycle permutes s in place by one cycle through all of its places: the
// elements move along a single closed tour, each of the (n−1)! tours being
// equally likely. It is Sattolo's algorithm (Sattolo 1986).
//
// It is not a shuffle. No element stays where it was, and of the n! orders only
// (n−1)! occur: of five elements, 24 of 120. It is for what needs one tour of
// everything: a chain for a pointer-chasing benchmark, a ring of nodes, a circle
// of gifts in which the chain of givers must not close early. For a gift list
// that may close early see [Derangement]; to shuffle see [Shuffle].
//
// Slices of fewer than three elements draw no randomness: two elements are
// swapped. Cycle takes n−2 words, O(n) time and allocates nothing.
func Cycle[S ~[]E, E any](s S, src rand.Source) {
	// Step i swaps place i with a later one, j. What comes to place i stays
	// there, so the final order tells j₀, then j₁ and so on: the (n−1)!
	// equally likely sequences of choices give different orders.
	//
	// Each of them is one cycle: read from the last step to the first, the
	// steps are (n−2 n−1), then (i j) with i outside and j inside of the cycle
	// so far, which puts i into that cycle and leaves it whole.
	if len(s) < 2 {
		return
	}
	r := open(src)
	defer r.close()
	last := len(s) - 1
	for i := range last - 1 {
		j := i + 1 + int(r.below(uint64(last-i)))
		s[i], s[j] = s[j], s[i]
	}
	s[last-1], s[last] = s[last], s[last-1] // the only choice that is left
}
