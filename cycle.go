package yates

import "math/rand/v2"

// Cycle moves the elements of s in place along one closed tour of all places.
// Each of the (n−1)! tours is equally likely. It is Sattolo's algorithm (Sattolo
// 1986).
//
// It is not a shuffle. No element stays where it was, and only (n−1)! of the n!
// orders occur: of five elements, 24 of 120. Use it for one tour of everything: a
// chain for a pointer-chasing benchmark, a ring of nodes, a circle of gifts that
// must not close early. For a gift list that may close early, see [Derangement].
//
// It takes O(n) time and n−2 words, none for two elements, which it swaps. It
// allocates nothing.
func Cycle[S ~[]E, E any](s S, src rand.Source) {
	// Step i swaps place i with a later one, j. What comes to place i stays
	// there, so the final order shows j₀, then j₁ and so on: the (n−1)!
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
