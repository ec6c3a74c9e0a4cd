package yates

import "math/bits"

// A shuffle needs one random integer a step, and a 64-bit word holds several:
// this file defines how many, for every function that shuffles.
//
// Let x be a uniform word and r₁, …, r_k ranges with the product p. Reading
// x/2⁶⁴ as a fraction, the first integer is the whole part of x·r₁/2⁶⁴; what is
// left, the low word of the product, is again a fraction, and gives the second
// integer by r₂; and so on. Together the k integers are the digits of
// ⌊x·p/2⁶⁴⌋ in the mixed base (r₁, …, r_k), and what is left at the end is the
// low word of x·p. So one comparison makes them all exact, as it does in
// [source.below]: where the last low word is less than 2⁶⁴ mod p, the whole word
// is drawn again, and all p values are then equally likely. (Brackett-Rozinsky
// and Lemire, Batched Ranged Random Integer Generation, Software: Practice and
// Experience 55(1), 2024, https://arxiv.org/abs/2408.06213.)
//
// A remainder is computed only where the low word is below a cheap upper bound
// of p. The sizes below keep p to 2⁶⁰ at most, so that this is rare; a smaller p
// would draw more words, a larger one would divide and redraw more often.

// batchSize returns how many integers, of the ranges r, r−1, …, one word gives;
// r is at least 2. It is frozen: the order that a seed gives depends on it.
func batchSize(r uint64) int {
	switch {
	case r <= 7:
		return int(r) - 1
	case r <= 1<<9:
		return 6
	case r <= 1<<11:
		return 5
	case r <= 1<<14:
		return 4
	case r <= 1<<19:
		return 3
	case r <= 1<<30:
		return 2
	}
	return 1
}

// A batch holds integers from one word: batch[t] is uniform in [0, r−t). At most six
// are used; a length of eight avoids bounds checks.
type batch [8]uint64

// draw sets b to the integers of the ranges r, r−1, … and returns their number,
// [batchSize](r). r is at least 2.
func (b *batch) draw(s *source, r uint64) int {
	k := batchSize(r)
	p := r
	for t := 1; t < k; t++ {
		p *= r - uint64(t)
	}
	for {
		x := s.uint64()
		for t := range k {
			b[t&7], x = bits.Mul64(x, r-uint64(t))
		}
		if x >= p || !redraw(x, p) {
			return k
		}
	}
}

// redraw reports whether the integers that left x are among those that would
// come too often, given x < p. It is a separate function to keep a division, which
// is rarely needed, out of the loops.
//
//go:noinline
func redraw(x, p uint64) bool { return x < -p%p } // (2⁶⁴ − p) mod p = 2⁶⁴ mod p
