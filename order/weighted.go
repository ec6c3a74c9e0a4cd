package order

import (
	"math/bits"

	"github.com/yates-shuffle/yates/internal/stream"
)

// Weighted draws from weighted records. Without replacement, each draw takes one of the
// remaining records, with a probability proportional to its weight (successive
// sampling), as if each record had as many tickets as its weight, one ticket were drawn,
// and all tickets of that record were removed. With replacement, nothing is removed.
// Records of weight 0 are never drawn.
//
// It takes 8 bytes for each record. A Weighted is not safe for concurrent use.
type Weighted struct {
	stream  stream.Stream
	replace bool
	total   uint64 // of the records that are left

	// Fenwick's tree of the weights: sums[i], from 1 on, is the sum of those of the
	// records i − (i & −i), …, i − 1. (Fenwick, A New Data Structure for Cumulative
	// Frequency Tables, Software: Practice and Experience 24(3), 1994.)
	sums []uint64
}

// NewWeighted returns the draws without replacement from n records that the seed gives.
// It calls weight once for each record, in order. It panics if n is negative or if the
// weights come to 2⁶³ or more. It takes O(n) time.
//
// SPEC.md divides the weights of records by the largest power of ten that makes all of
// them integers; so must the caller, to draw what other programs draw.
func NewWeighted(seed Seed, n int, weight func(i int) uint64) *Weighted {
	return newWeighted(seed, "weighted", n, weight)
}

// NewWeightedChoices is NewWeighted for draws with replacement.
func NewWeightedChoices(seed Seed, n int, weight func(i int) uint64) *Weighted {
	w := newWeighted(seed, "weighted repeat", n, weight)
	w.replace = true
	return w
}

func newWeighted(seed Seed, label string, n int, weight func(i int) uint64) *Weighted {
	w := &Weighted{sums: make([]uint64, n+1)}
	w.stream.Reset(seed, label, 0)
	for i := 1; i <= n; i++ {
		one := weight(i - 1)
		w.total += one
		if (one|w.total)>>63 > 0 {
			panic("order: weights that come to 2⁶³ or more")
		}
		w.sums[i] += one
		if up := i + i&-i; up <= n {
			w.sums[up] += w.sums[i]
		}
	}
	return w
}

// Next returns the number, counted from 0, of the next record drawn, or false if no
// record with a positive weight is left. It takes O(log n) time.
func (w *Weighted) Next() (i int, ok bool) {
	if w.total == 0 {
		return 0, false
	}
	i = w.find(w.stream.Below(w.total))
	if !w.replace {
		w.remove(i)
	}
	return i, true
}

// find returns the record that has a ticket: the last one with at most that many tickets
// before it.
func (w *Weighted) find(ticket uint64) (i int) {
	n := len(w.sums) - 1
	for step := 1 << (bits.Len(uint(n)) - 1); step > 0; step >>= 1 {
		if i+step <= n && ticket >= w.sums[i+step] {
			i += step
			ticket -= w.sums[i]
		}
	}
	return i
}

// remove makes the weight of record i 0.
func (w *Weighted) remove(i int) {
	weight := w.sums[i+1]
	for j, below := i, (i+1)&i; j > below; j &= j - 1 {
		weight -= w.sums[j]
	}
	for j := i + 1; j < len(w.sums); j += j & -j {
		w.sums[j] -= weight
	}
	w.total -= weight
}
