// Package feistel is the keyed pseudo-random permutation of [0, n) behind
// yates.Permutation and behind ranges of integers that are too large to shuffle.
// It imports only the standard library. Its permutation for a key is frozen.
package feistel

import (
	"math"
	"math/bits"
)

const rounds = 10

// A Network is a Feistel network of 10 rounds with cycle walking, on the pairs of
// [0, A) × [0, B). Its fields are for tests. It is immutable, and safe for concurrent use.
type Network struct {
	n    uint64
	A, B uint64         // the halves
	Keys [rounds]SipKey // of the functions of the rounds
}

// New returns a permutation of [0, n), for n ≥ 2. It takes 20 words from key.
//
// A and B are about √n and even, and A·B is at least n and not much more.
// They are even because a round on odd ones is always an even permutation: were
// n = A·B as well, then all of ours would be even, which a reader of all of them
// can see. With even ones a round is odd with probability 1/2. As n < 2⁶⁴, neither
// is more than 2³².
func New(n uint64, key func() uint64) Network {
	p := Network{n: n}
	p.A = min(uint64(math.Sqrt(float64(n))), 1<<32)
	for p.A < 1<<32 && p.A*p.A < n {
		p.A++
	}
	p.A += p.A & 1
	p.B = (n-1)/p.A + 1
	p.B += p.B & 1
	for i := range p.Keys {
		k0 := key()
		p.Keys[i] = newSipKey(k0, key())
	}
	return p
}

// At returns the integer at place i, which is less than n.
//
// Cycle walking (Black and Rogaway, Ciphers with arbitrary finite domains, 2002):
// a permutation of [0, A·B) is applied until it comes back to [0, n). The step
// from one member of [0, n) on a cycle to the next member of [0, n) is a
// permutation of [0, n), uniform if the given one is. It takes A·B/n applications
// on average, which is close to 1.
func (p *Network) At(i uint64) uint64 {
	x := p.forward(i)
	for x >= p.n {
		x = p.forward(x)
	}
	return x
}

// Place returns the place of the integer x, which is less than n: Place(At(i)) = i.
func (p *Network) Place(x uint64) uint64 {
	i := p.backward(x)
	for i >= p.n {
		i = p.backward(i)
	}
	return i
}

// forward applies the Feistel network to x, which is in [0, A·B).
//
// x is a pair, left·b + right. A round adds to one half a keyed function of the
// other, modulo the range of that half; whoever knows the other half can take it
// off again, so a round is a permutation whatever the function is. (Black and
// Rogaway 2002, after Luby and Rackoff 1988, who prove that 3 or 4 rounds of
// random functions are enough against few queries; 10 rounds as in NIST SP
// 800-38G; bounds for many rounds: Hoang and Rogaway, On generalized Feistel
// networks, CRYPTO 2010.)
func (p *Network) forward(x uint64) uint64 {
	left, right := x/p.B, x%p.B
	for i := 0; i < rounds; i += 2 {
		left += p.Keys[i].Below(p.A, right)
		if left >= p.A {
			left -= p.A
		}
		right += p.Keys[i+1].Below(p.B, left)
		if right >= p.B {
			right -= p.B
		}
	}
	return left*p.B + right
}

// backward undoes forward.
func (p *Network) backward(x uint64) uint64 {
	left, right := x/p.B, x%p.B
	for i := rounds - 2; i >= 0; i -= 2 {
		f := p.Keys[i+1].Below(p.B, left)
		if right < f {
			right += p.B
		}
		right -= f
		f = p.Keys[i].Below(p.A, right)
		if left < f {
			left += p.A
		}
		left -= f
	}
	return left*p.B + right
}

// A SipKey is the state of SipHash after its key was put in. (Aumasson and
// Bernstein, SipHash: a fast short-input PRF, 2012.)
type SipKey [4]uint64

func newSipKey(k0, k1 uint64) SipKey {
	return SipKey{
		k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d,
		k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573,
	}
}

// Below returns a pseudo-random function of x in [0, n). No draw is rejected, as
// a round must end in time: as n ≤ 2³², no integer is more likely than another by
// more than one part in 2³².
func (k *SipKey) Below(n, x uint64) uint64 {
	hi, _ := bits.Mul64(k.sum(x), n)
	return hi
}

// sum returns the SipHash-2-4 of the 8 bytes of x, the low one first.
func (k *SipKey) sum(x uint64) uint64 {
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
