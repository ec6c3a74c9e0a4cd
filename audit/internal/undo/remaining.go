package undo

import "math/bits"

// Remaining are the items 0, …, n−1 that have not come yet: a bit an item, and for blocks of 512 the number of items
// that are gone, in a tree of Fenwick's. It takes n/8 + n/128 bytes.
type Remaining struct {
	items int
	left  int
	gone  []uint64
	read  uint64   // ahead: kept, so that the compiler does not leave the reading out
	tree  []uint32 // node i has the items gone from the blocks i − (i & −i) to i − 1
}

const blockWords = 8 // a line of a cache

// NewRemaining returns all of n items.
func NewRemaining(n int) *Remaining {
	blocks := (n + 64*blockWords - 1) / (64 * blockWords)
	return &Remaining{items: n, left: n, gone: make([]uint64, blocks*blockWords), tree: make([]uint32, blocks+1)}
}

// Reset makes all remain.
func (r *Remaining) Reset() {
	clear(r.gone)
	clear(r.tree)
	r.left = r.items
}

// Items returns how many there are in all.
func (r *Remaining) Items() int { return r.items }

// Left returns how many items remain.
func (r *Remaining) Left() int { return r.left }

// Has reports whether x remains, which must be one of the items.
func (r *Remaining) Has(x int) bool { return r.gone[x>>6]>>(x&63)&1 == 0 }

// Prefetch reads the words of some items, of which some may be none, one after the other: so that the processor waits
// for them at the same time.
func (r *Remaining) Prefetch(items []int) {
	var all uint64
	for _, x := range items {
		if word := uint(x) >> 6; word < uint(len(r.gone)) {
			all |= r.gone[word]
		}
	}
	r.read = all
}

// Take takes x away, which must remain, and returns how many of those that remain are below it. It takes as long as
// n/512 has bits.
func (r *Remaining) Take(x int) (rank int) {
	word, block := x>>6, x>>9
	below := bits.OnesCount64(r.gone[word] & (1<<(x&63) - 1))
	for _, w := range r.gone[block*blockWords : word] {
		below += bits.OnesCount64(w)
	}
	for i := block; i > 0; i &= i - 1 {
		below += int(r.tree[i])
	}
	for i := block + 1; i < len(r.tree); i += i & -i {
		r.tree[i]++
	}
	r.gone[word] |= 1 << (x & 63)
	r.left--
	return x - below
}
