package yates

import "math/rand/v2"

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
	home := make([]int, n) // s[i] came from place home[i]
	for i := range home {
		home[i] = i
	}
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
