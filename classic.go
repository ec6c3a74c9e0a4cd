package yates

import (
	"fmt"
	"iter"
	"math/rand/v2"
)

// FisherYates shuffles s in place by the textbook algorithm, with your own
// randomness: dice, a hardware generator, a lottery machine, or another program
// whose order you reproduce. Otherwise use [Shuffle]. intn(k) must return a
// uniform integer in [0, k): one less than dice show. It is called with k = n, n−1, …, 2.
//
// The order is uniform if the answers are uniform and independent; no shuffle can
// correct answers that are not. Beware of rand()%k: see the package
// documentation.
//
// This is the backward form, which most programs use: it settles the last place
// first. (Fisher and Yates 1938; Durstenfeld, Algorithm 235, 1964; Knuth, The Art
// of Computer Programming, 3.4.2, Algorithm P.) The forward form, which [Shuffle]
// has, settles place 0 first, by a choice among all places, then place 1 by one among
// those from 1 on, and so on. It is as fair and as fast, but gives another order for
// the same answers.
//
// It panics if intn is nil or returns an integer outside [0, k). It takes O(n)
// time, calls intn n−1 times and allocates nothing.
func FisherYates[S ~[]E, E any](s S, intn func(k int) int) {
	// Step k gives one of the k elements that are not settled yet to place k,
	// all with probability 1/k. An order fixes the choice of each step, so it
	// has probability 1/n · 1/(n−1) · … · 1/2 = 1/n!, whichever it is.
	if intn == nil {
		panic("yates: intn is nil")
	}
	for k := len(s); k > 1; k-- {
		i, j := k-1, intn(k)
		if j < 0 || j >= k {
			panic(fmt.Sprintf("yates: intn(%d) returned %d, outside [0, %d)", k, j, k))
		}
		s[i], s[j] = s[j], s[i]
	}
}

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

// Derangement shuffles s in place so that no element stays in its place. Each such
// order is equally likely. Places count, not values: equal elements may take each
// other's place.
//
// Use it for gift lists, blind reviews among colleagues, and permutation tests
// that forbid the trivial match. It is not a shuffle: about n!/e of the n! orders
// occur. Where more is forbidden, as among couples, [Shuffle] until nothing forbidden
// is left, as in the example of [Perm].
//
// It panics if s has exactly one element, which has nowhere to go. It shuffles
// until no element is in its own place, and starts over as soon as one is. That
// takes e ≈ 2.72 tries on average (2 for two elements, 3 for three), more than 50
// once in 9·10⁹ calls, and (e−1)·n ≈ 1.72·n words and swaps in all. It allocates n
// ints.
func Derangement[S ~[]E, E any](s S, src rand.Source) {
	// A try is a Fisher–Yates shuffle that is given up at the first place that
	// gets its own element. A try that is not given up has therefore drawn one
	// of all n! orders, uniformly, and kept it only if it is a derangement.
	//
	// A new try begins with the elements as the last one left them. That does
	// no harm: its choices are independent of that arrangement, and a uniform
	// shuffle of any arrangement is a uniform order. Hence home, which knows
	// where each element came from and moves with it.
	//
	// Place i is settled without a fixed point before it with probability
	// about e^(−i/n), so a try takes (1−1/e)·n steps on average, and e tries
	// take (e−1)·n. (Refusing early: Martínez, Panholzer and Prodinger,
	// Generating random derangements, ANALCO 2008.)
	n := len(s)
	switch n {
	case 0:
		return
	case 1:
		panic("yates: Derangement of one element")
	}
	home := upTo(n) // s[i] came from place home[i]
	r := open(src)
	defer r.close()
	for i := 0; i < n; i++ {
		if left := n - i; left > 1 {
			j := i + int(r.below(uint64(left)))
			s[i], s[j] = s[j], s[i]
			home[i], home[j] = home[j], home[i]
		}
		if home[i] == i {
			i = -1 // try again
		}
	}
}
