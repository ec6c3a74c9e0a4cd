package yates

import (
	crand "crypto/rand"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/yates-shuffle/yates/internal/chacha8"
)

// A source supplies the random words of one call: the caller's generator or, if
// that is nil, a ChaCha8 generator of our own. The standard library's generators
// have fields of their own types, so that they are called directly.
type source struct {
	own    *chacha8.Rand
	chacha *rand.ChaCha8
	pcg    *rand.PCG
	other  rand.Source
	secure bool // own is from the pool
}

// secure holds generators that were seeded with 256 bits from the operating
// system. A call takes one out for its time, so calls never wait for each
// other, and no two calls share one. ChaCha8Rand overwrites its key every 992
// bytes of output, so a generator's memory reveals little of its past.
var secure = sync.Pool{New: func() any {
	var seed [32]byte
	crand.Read(seed[:]) // never returns an error
	return chacha8.New(seed)
}}

// open returns the source for src. It must be closed.
func open(src rand.Source) source {
	switch g := src.(type) {
	case nil:
		return source{own: secure.Get().(*chacha8.Rand), secure: true}
	case *rand.ChaCha8:
		return source{chacha: g}
	case *rand.PCG:
		return source{pcg: g}
	}
	return source{other: src}
}

// close releases what open took.
func (s *source) close() {
	if s.secure {
		secure.Put(s.own)
	}
}

// uint64 returns the next word.
func (s *source) uint64() uint64 {
	switch {
	case s.own != nil:
		return s.own.Uint64()
	case s.chacha != nil:
		return s.chacha.Uint64()
	case s.pcg != nil:
		return s.pcg.Uint64()
	}
	return s.other.Uint64()
}

// A wordBuffer holds words of generators that have no buffer of their own.
type wordBuffer [32]uint64

// words returns the next words: at least one, and no more than n integers need if
// each word gives k of them. The words are valid until the next call.
func (s *source) words(buf *wordBuffer, n, k int) []uint64 {
	n = (n + k - 1) / k
	if s.own != nil {
		ready := s.own.Words()
		ready = ready[:min(n, len(ready))]
		s.own.Skip(len(ready))
		return ready
	}
	w := buf[:min(n, len(buf))]
	switch {
	case s.chacha != nil:
		for i := range w {
			w[i] = s.chacha.Uint64()
		}
	case s.pcg != nil:
		// PCG is inlined, on a copy and four at a time, to keep its state in registers.
		pcg, i := *s.pcg, 0
		for ; i+3 < len(w); i += 4 {
			w[i], w[i+1], w[i+2], w[i+3] = pcg.Uint64(), pcg.Uint64(), pcg.Uint64(), pcg.Uint64()
		}
		for ; i < len(w); i++ {
			w[i] = pcg.Uint64()
		}
		*s.pcg = pcg
	default:
		for i := range w {
			w[i] = s.other.Uint64()
		}
	}
	return w
}

// below returns a uniform integer in [0, n); n is not 0.
//
// The product x·n of a uniform word x and n, as a 128-bit number hi·2⁶⁴ + lo,
// has hi in [0, n). The products are n apart from each other, so of the 2⁶⁴
// numbers with a given hi each n-th is one, ⌊2⁶⁴/n⌋ or one more in all. Of those
// with lo ≥ 2⁶⁴ mod n there are exactly ⌊2⁶⁴/n⌋ for each hi, because the rest of
// the interval is a whole multiple of n long. So if the others draw again, all hi
// are equally likely. (Lemire 2019, https://arxiv.org/abs/1805.10941.)
//
// The remainder costs a division; it is less than n, so nothing is divided
// unless lo < n, which is rare.
func (s *source) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.uint64(), n)
	if lo < n {
		for threshold := -n % n; lo < threshold; { // (2⁶⁴ − n) mod n = 2⁶⁴ mod n
			hi, lo = bits.Mul64(s.uint64(), n)
		}
	}
	return hi
}

// A shuffle needs one random integer a step, and a 64-bit word holds several:
// what follows defines how many, for every function that shuffles.
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
