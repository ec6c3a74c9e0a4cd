package yates

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Permutation is a permutation of the integers in [0, n), n up to 2⁶³−1, of
// which any place can be asked for without the others. It is for data that is
// too large to index: to visit each of a trillion records once in random order,
// to give out order numbers that do not tell how many there were, to continue an
// epoch in the middle, or to split one among machines.
//
// Up to n = 2¹⁶ the permutation is a table, and each of the n! permutations is
// equally likely. It takes 4n bytes, 256 KiB at most.
//
// Beyond, it is pseudo-random, in constant memory: one of at most 2²⁵⁶
// permutations, chosen by a key, as no table fits. They are made by a Feistel
// network of 10 rounds with cycle walking (see the source for the construction
// and its references), as NIST's FF1 is, but on SipHash-2-4 instead of AES. For
// as many as about √n places, it is proved that they cannot be told from uniform
// ones unless SipHash-2-4 can be told from a random function. For more places
// there is no such proof, and no attack that we know of. This is a shuffle, not
// a cipher: do not protect secrets with it.
//
// A Permutation does not change once it is made. It may be used by several
// goroutines at the same time.
type Permutation struct {
	n int64

	// Up to maxTable: place i has the integer table[i], which is at place
	// inverse[x] = i.
	table, inverse []uint16

	// Beyond: the Feistel network on the pairs of [0, a) × [0, b).
	a, b uint64
	keys [rounds]sipKey
}

const (
	maxTable = 1 << 16
	rounds   = 10
)

// NewPermutation returns a permutation of the integers in [0, n). The same source
// in the same state gives the same permutation, so a fixed key of 32 bytes gives
// a fixed one:
//
//	p := yates.NewPermutation(n, rand.NewChaCha8(key))
//
// It draws n−1 words for n up to 2¹⁶, none if n < 2, and takes O(n) time; it draws
// 4 words beyond, and takes about a microsecond. It panics if n is negative.
func NewPermutation(n int64, src rand.Source) *Permutation {
	if n < 0 {
		panic(fmt.Sprintf("yates: NewPermutation of %d integers", n))
	}
	p := &Permutation{n: n}
	if n == 0 {
		return p
	}
	r := open(src)
	defer r.close()
	if n <= maxTable {
		p.fill(&r)
	} else {
		p.key(&r)
	}
	return p
}

// fill makes the table by the inside-out shuffle.
func (p *Permutation) fill(r *source) {
	p.table, p.inverse = make([]uint16, p.n), make([]uint16, p.n)
	for i := 1; i < len(p.table); i++ {
		j := r.below(uint64(i) + 1)
		p.table[i] = p.table[j]
		p.table[j] = uint16(i)
	}
	for i, x := range p.table {
		p.inverse[x] = uint16(i)
	}
}

// key draws a key and expands it to the keys of the rounds.
//
// a and b are about √n and even, and a·b is at least n and at most n + 2a < 1.01·n.
// They are even because a round on odd ones is always an even permutation: were
// n = a·b as well, then all of ours would be even, which a reader of all of them
// can see. With even ones a round is odd with probability 1/2.
func (p *Permutation) key(r *source) {
	n := uint64(p.n)
	p.a = uint64(math.Sqrt(float64(n)))
	for p.a*p.a < n {
		p.a++
	}
	p.a += p.a & 1
	p.b = (n-1)/p.a + 1
	p.b += p.b & 1

	var key [32]byte
	for i := range 4 {
		for word, at := r.uint64(), 8*i; at < 8*i+8; at++ {
			key[at] = byte(word)
			word >>= 8
		}
	}
	stream := rand.NewChaCha8(key)
	for i := range p.keys {
		p.keys[i] = newSipKey(stream.Uint64(), stream.Uint64())
	}
}

// Len returns n.
func (p *Permutation) Len() int64 { return p.n }

// At returns the integer at place i. It panics if i is outside [0, n). It takes
// O(1) time, and allocates nothing.
func (p *Permutation) At(i int64) int64 {
	p.check("At", i)
	if p.n <= maxTable {
		return int64(p.table[i])
	}
	// Cycle walking (Black and Rogaway, Ciphers with arbitrary finite domains,
	// 2002): a permutation of [0, a·b) is applied until it comes back to
	// [0, n). The step from one member of [0, n) on a cycle to the next
	// member of [0, n) is a permutation of [0, n), uniform if the given one is.
	// It takes a·b/n < 1.01 applications on average.
	x := p.forward(uint64(i))
	for x >= uint64(p.n) {
		x = p.forward(x)
	}
	return int64(x)
}

// Inverse returns the place of the integer x: Inverse(At(i)) = i. It panics if x
// is outside [0, n). It takes O(1) time, and allocates nothing.
func (p *Permutation) Inverse(x int64) int64 {
	p.check("Inverse", x)
	if p.n <= maxTable {
		return int64(p.inverse[x])
	}
	i := p.backward(uint64(x))
	for i >= uint64(p.n) {
		i = p.backward(i)
	}
	return int64(i)
}

// All returns an iterator over the integers at the places 0, 1, …, n−1.
func (p *Permutation) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for i := range p.n {
			if !yield(p.At(i)) {
				return
			}
		}
	}
}

func (p *Permutation) check(name string, i int64) {
	if i < 0 || i >= p.n {
		panic(fmt.Sprintf("yates: Permutation.%s(%d), outside [0, %d)", name, i, p.n))
	}
}

// forward applies the Feistel network to x, which is in [0, a·b).
//
// x is a pair, left·b + right. A round adds to one half a keyed function of the
// other, modulo the range of that half; whoever knows the other half can take it
// off again, so a round is a permutation whatever the function is. (Black and
// Rogaway 2002, after Luby and Rackoff 1988, who prove that 3 or 4 rounds of
// random functions are enough against few queries; 10 rounds as in NIST SP
// 800-38G; bounds for many rounds: Hoang and Rogaway, On generalized Feistel
// networks, CRYPTO 2010.)
func (p *Permutation) forward(x uint64) uint64 {
	left, right := x/p.b, x%p.b
	for i := 0; i < rounds; i += 2 {
		left += p.keys[i].below(p.a, right)
		if left >= p.a {
			left -= p.a
		}
		right += p.keys[i+1].below(p.b, left)
		if right >= p.b {
			right -= p.b
		}
	}
	return left*p.b + right
}

// backward undoes forward.
func (p *Permutation) backward(x uint64) uint64 {
	left, right := x/p.b, x%p.b
	for i := rounds - 2; i >= 0; i -= 2 {
		f := p.keys[i+1].below(p.b, left)
		if right < f {
			right += p.b
		}
		right -= f
		f = p.keys[i].below(p.a, right)
		if left < f {
			left += p.a
		}
		left -= f
	}
	return left*p.b + right
}

// A sipKey is the state of SipHash after its key was put in. (Aumasson and
// Bernstein, SipHash: a fast short-input PRF, 2012.)
type sipKey [4]uint64

func newSipKey(k0, k1 uint64) sipKey {
	return sipKey{
		k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d,
		k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573,
	}
}

// below returns a pseudo-random function of x in [0, n). No draw is rejected, as
// a round must end in time: as n < 2³², no integer is more likely than another by
// more than one part in 2³².
func (k *sipKey) below(n, x uint64) uint64 {
	hi, _ := bits.Mul64(k.sum(x), n)
	return hi
}

// sum returns the SipHash-2-4 of the 8 bytes of x, the low one first.
func (k *sipKey) sum(x uint64) uint64 {
	const length = 8 << 56
	a, b, c, d := k[0], k[1], k[2], k[3]
	d ^= x
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a ^= x
	d ^= length
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a ^= length
	c ^= 0xff
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	return a ^ b ^ c ^ d
}

func sipRound(a, b, c, d uint64) (uint64, uint64, uint64, uint64) {
	a += b
	c += d
	b = bits.RotateLeft64(b, 13) ^ a
	d = bits.RotateLeft64(d, 16) ^ c
	a = bits.RotateLeft64(a, 32) + d
	c += b
	d = bits.RotateLeft64(d, 21) ^ a
	b = bits.RotateLeft64(b, 17) ^ c
	return a, b, bits.RotateLeft64(c, 32), d
}
