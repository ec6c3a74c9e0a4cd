package yates

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/internal/feistel"
)

// A Permutation is a random permutation of the integers in [0, n), for n up to
// 2⁶³−1, that gives any place without computing the others. Use it for data too
// large to index: to visit each of a trillion records once in random order, to
// hand out order numbers that do not reveal how many there are, to resume an
// epoch in the middle, or to split one among machines.
//
// Up to n = 2¹⁶ the permutation is a table, and each of the n! permutations is
// equally likely. The table takes 4n bytes, 256 KiB at most.
//
// Beyond, it is pseudo-random, in constant memory: one of at most 2²⁵⁶
// permutations, chosen by a key. A Feistel network of 10 rounds with cycle walking
// makes them (see the source for the construction and its references), as in
// NIST's FF1, but with SipHash-2-4 instead of AES. For up to about √n places, they
// are proved to be as hard to distinguish from uniform ones as SipHash-2-4 is from
// a random function. For more places there is no proof, and no attack that we know
// of. This is a shuffle, not a cipher: do not protect secrets with it.
//
// A Permutation is safe for concurrent use.
type Permutation struct {
	n int64

	// Up to maxTable: place i has the integer table[i], which is at place
	// inverse[x] = i.
	table, inverse []uint16

	net feistel.Network // beyond
}

const maxTable = 1 << 16

// NewPermutation returns a permutation of the integers in [0, n). The same source
// in the same state gives the same permutation, so a fixed key of 32 bytes gives
// a fixed one:
//
//	p := yates.NewPermutation(n, rand.NewChaCha8(key))
//
// It panics if n is negative. For n up to 2¹⁶ it takes O(n) time and n−1 words;
// beyond, about a microsecond and 4 words.
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

// key draws a key and expands it to that of the network.
func (p *Permutation) key(r *source) {
	var key [32]byte
	for i := range 4 {
		binary.LittleEndian.PutUint64(key[8*i:], r.uint64())
	}
	p.net = feistel.New(uint64(p.n), rand.NewChaCha8(key).Uint64)
}

// Len returns n.
func (p *Permutation) Len() int64 { return p.n }

// At returns the integer at place i. It panics if i is outside [0, n). It takes
// O(1) time and allocates nothing.
func (p *Permutation) At(i int64) int64 {
	p.check("At", i)
	if p.n <= maxTable {
		return int64(p.table[i])
	}
	return int64(p.net.At(uint64(i)))
}

// Inverse returns the place of the integer x: Inverse(At(i)) = i. It panics if x
// is outside [0, n). It takes O(1) time and allocates nothing.
func (p *Permutation) Inverse(x int64) int64 {
	p.check("Inverse", x)
	if p.n <= maxTable {
		return int64(p.inverse[x])
	}
	return int64(p.net.Place(uint64(x)))
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

// Rank returns the number, in [0, n!), of permutations that come before p in
// lexicographic order. p must hold each of the integers in [0, n) once, and n
// must be at most 20, as 20! < 2⁶⁴ < 21!.
//
// A rank names an order in few digits, and counts it in a table: a fair shuffle of
// [0, n) gives each rank with probability 1/n!.
//
// It panics if p is not such a permutation. It takes O(n) time and allocates
// nothing. It is the inverse of [Unrank].
func Rank(p []int) uint64 {
	// Digit i is how many integers less than p[i] are left when p[i] is taken.
	// The permutations that agree with p before i and are less at i are
	// digit·(n−1−i)!; Horner's rule adds that up (Lehmer 1960).
	n := len(p)
	if n > 20 {
		panic(fmt.Sprintf("yates: Rank of %d integers: at most 20 have a rank", n))
	}
	left := uint32(1)<<n - 1
	rank := uint64(0)
	for i, x := range p {
		if x < 0 || x >= n || left>>x&1 == 0 {
			panic(fmt.Sprintf("yates: Rank of no permutation: %d at place %d is outside [0, %d) or a repetition",
				x, i, n))
		}
		less := left & (1<<x - 1)
		rank = rank*uint64(n-i) + uint64(bits.OnesCount32(less))
		left &^= 1 << x
	}
	return rank
}

// Unrank returns the permutation of the integers in [0, n) that has the given
// rank in lexicographic order. With a uniform rank in [0, n!) the permutation is
// uniform.
//
// It panics if n is negative or more than 20, or rank is not less than n!. It takes
// O(n²) time. It is the inverse of [Rank].
func Unrank(n int, rank uint64) []int {
	if n < 0 || n > 20 {
		panic(fmt.Sprintf("yates: Unrank to %d integers, outside [0, 20]", n))
	}
	given := rank
	p := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		// The digits before i stand for the integers that are left for i and
		// those behind it: make room for p[i] among those behind.
		radix := uint64(n - i)
		p[i] = int(rank % radix)
		rank /= radix
		for j := i + 1; j < n; j++ {
			if p[j] >= p[i] {
				p[j]++
			}
		}
	}
	if rank > 0 {
		panic(fmt.Sprintf("yates: Unrank of %d: %d integers have fewer orders", given, n))
	}
	return p
}
