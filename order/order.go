// Package order implements Order 1: the order that a seed gives to a number of
// records. It depends only on the seed and the number of records, not on the bytes of
// the records, the memory, the cores, the machine or the version of the program.
// SPEC.md at the root of the repository defines it in full.
//
// Order 1 has two pure steps:
//
//   - Scatter: a [Digits] stream throws each record into one of [Buckets]
//     buckets, by the record's number in the input. [BlockRecords] consecutive
//     records are a block. Blocks are independent of each other, so they can be
//     scattered in any order, at the same time, and on different machines.
//   - Shuffle: [ShuffleBucket] shuffles the records of one bucket, which must be
//     in input order. Buckets, too, are independent of each other.
//
// The result is the shuffled buckets, one after the other by number. [Perm] does
// everything at once in memory; it is the short, slow, obvious form that the engines
// are tested against.
//
// # Uniform
//
// The buckets can have any sizes. For sizes m₀, m₁, … cut an order π of N records
// into pieces of these sizes. The result is π if each record's digit is the number
// of its piece and each bucket's shuffle arranges its piece, which together has the
// probability 4096⁻ᴺ / (m₀! · m₁! · …). Summed over all sizes this is the
// probability of π, and it does not depend on π; so all N! orders are equally
// likely. (Rao 1961; Sandelius 1962.)
//
// # What it is not for
//
// It does no input or output; package records does, for any number of records.
// To just shuffle a slice, use yates.Shuffle, which is faster.
//
// # Stability
//
// Every output of this package for a given seed is frozen. A different order would
// be Order 2, under another name.
package order

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/yates-shuffle/yates/internal/chacha8"
)

const (
	// BlockShift is the binary logarithm of [BlockRecords].
	BlockShift = 12
	// BlockRecords is the number of records in a block. Record i, counted from
	// 0, is in block i >> BlockShift.
	BlockRecords = 1 << BlockShift
	// Buckets is the number of buckets that records are scattered to.
	Buckets = 1 << digitBits

	digitBits     = 12
	digitsPerWord = 64 / digitBits
)

// A stream is one of the streams of random 64-bit words that a seed gives: the
// C2SP ChaCha8Rand generator under a key derived from the seed, a label and a
// number.
type stream struct {
	rng chacha8.Rand
}

// reset makes s the stream(label, k) of the seed.
func (s *stream) reset(seed Seed, label string, k uint64) {
	s.rng.Seed(streamKey(seed, label, k))
}

// below returns a uniform integer in [0, n), for n > 0.
func (s *stream) below(n uint64) uint64 {
	for {
		if i, ok := scale(s.rng.Uint64(), n); ok {
			return i
		}
	}
}

// scale makes a uniform integer in [0, n) of the uniform word x, or rejects x.
// n is not 0.
//
// The product x·n, as a 128-bit number hi·2⁶⁴ + lo, has hi in [0, n). For each
// hi, the words x with that hi give products that are n apart from each other
// and lie within an interval of 2⁶⁴ numbers; so each hi has ⌊2⁶⁴/n⌋ or one more
// of them. Of those whose lo is at least 2⁶⁴ mod n there are ⌊2⁶⁴/n⌋ for every
// hi, because the rest of the interval holds a whole multiple of n numbers. So
// with the others rejected, each hi comes from equally many words. (Lemire, Fast
// Random Integer Generation in an Interval, ACM TOMACS 29(1), 2019,
// https://arxiv.org/abs/1805.10941.)
//
// 2⁶⁴ mod n is less than n, so the division that it costs is needed with
// probability n/2⁶⁴, and a word is rejected with less than that.
func scale(x, n uint64) (i uint64, ok bool) {
	hi, lo := bits.Mul64(x, n)
	return hi, lo >= n || lo >= -n%n // -n is 2⁶⁴ − n, which is 2⁶⁴ modulo n
}

// Digits returns the buckets of records, in input order. Call [Digits.Seek] or
// [Digits.Reset] on a zero Digits before any method but [Digits.FillFrom]. A Digits is
// not safe for concurrent use. Its methods allocate nothing after the first use.
type Digits struct {
	stream stream
	word   uint64
	left   int // digits left in word
}

// Reset moves d to the first record of the given block.
func (d *Digits) Reset(seed Seed, block uint64) {
	d.stream.reset(seed, "scatter", block)
	d.left = 0
}

// Seek moves d to the given record, counted from 0. It takes the time of the digits of
// the records before it in its block: a microsecond or two.
func (d *Digits) Seek(seed Seed, record uint64) {
	d.Reset(seed, record>>BlockShift)
	skip := int(record % BlockRecords)
	for words := skip / digitsPerWord; words > 0; {
		n := min(words, len(d.stream.rng.Words()))
		d.stream.rng.Skip(n)
		words -= n
	}
	for range skip % digitsPerWord {
		d.Next()
	}
}

// Next returns the bucket, in [0, [Buckets]), of the current record, and moves to the
// next one. It must not be called after the block's last record.
func (d *Digits) Next() int {
	if d.left == 0 {
		d.word, d.left = d.stream.rng.Uint64(), digitsPerWord
	}
	digit := d.word & (Buckets - 1)
	d.word >>= digitBits
	d.left--
	return int(digit)
}

// Fill sets each element of dst to what [Digits.Next] would return, faster. Like
// Next, it must not go beyond the block's last record.
func (d *Digits) Fill(dst []uint16) {
	for len(dst) > 0 && d.left > 0 {
		dst[0] = uint16(d.Next())
		dst = dst[1:]
	}
	for len(dst) >= digitsPerWord {
		words := d.stream.rng.Words()
		words = words[:min(len(words), len(dst)/digitsPerWord)]
		for _, x := range words {
			five := (*[digitsPerWord]uint16)(dst)
			five[0] = uint16(x & (Buckets - 1))
			five[1] = uint16(x >> 12 & (Buckets - 1))
			five[2] = uint16(x >> 24 & (Buckets - 1))
			five[3] = uint16(x >> 36 & (Buckets - 1))
			five[4] = uint16(x >> 48 & (Buckets - 1))
			dst = dst[digitsPerWord:]
		}
		d.stream.rng.Skip(len(words))
	}
	for i := range dst {
		dst[i] = uint16(d.Next())
	}
}

// FillFrom sets dst[i] to the bucket of record number record + i, for all of dst, across
// blocks. It takes O(len(dst)) time plus that of one [Digits.Seek].
func (d *Digits) FillFrom(seed Seed, record uint64, dst []uint16) {
	for len(dst) > 0 {
		n := min(len(dst), BlockRecords-int(record%BlockRecords))
		d.Seek(seed, record)
		d.Fill(dst[:n])
		record, dst = record+uint64(n), dst[n:]
	}
}

// A Shuffler shuffles buckets, one after the other. Its zero value is ready to use. It
// is not safe for concurrent use.
type Shuffler struct {
	stream stream
}

// ShuffleBucket shuffles the records of a bucket in place; they must be in input
// order. It is the forward Fisher–Yates shuffle (Durstenfeld's Algorithm 235,
// from the front), so that its first n steps fix the first n places. It takes
// O(len(records)) time, draws no words for fewer than two records, and
// allocates nothing.
func ShuffleBucket[E any](sh *Shuffler, seed Seed, bucket int, records []E) {
	m := len(records)
	if m < 2 {
		return
	}
	sh.stream.reset(seed, "shuffle", uint64(bucket))
	for i := 0; i < m-1; {
		used, words := 0, sh.stream.rng.Words()
		for _, x := range words[:min(len(words), m-1-i)] {
			used++
			k, ok := scale(x, uint64(m-i)) // as below does, but from many words at once
			if !ok {
				continue
			}
			j := i + int(k)
			records[i], records[j] = records[j], records[i]
			i++
		}
		sh.stream.rng.Skip(used)
	}
}

// Perm returns the order that the seed gives to n records: result[p] is the
// number, counted from 0, of the record at place p. It takes O(n) time and memory. It
// panics if n is negative.
func Perm(seed Seed, n int) []int {
	if n < 0 {
		panic(fmt.Sprintf("order: Perm of %d records", n))
	}
	var digits Digits
	var sh Shuffler
	return arrange(n, Buckets,
		func(i int) int {
			if i%BlockRecords == 0 {
				digits.Reset(seed, uint64(i)>>BlockShift)
			}
			return digits.Next()
		},
		func(b int, records []int) { ShuffleBucket(&sh, seed, b, records) })
}

// Window returns the places lo, …, hi−1 of [Perm](seed, n). It takes O(n) time for two passes over the
// digits, which are much of the time of Perm, and O(hi−lo) memory, as it shuffles only the buckets that
// these places are in. It panics unless 0 ≤ lo ≤ hi ≤ n.
func Window(seed Seed, n, lo, hi int) []int {
	if lo < 0 || hi < lo || n < hi {
		panic(fmt.Sprintf("order: Window of the places %d to %d of %d records", lo, hi, n))
	}
	var d Digits
	var digits [BlockRecords]uint16
	each := func(do func(i, b int)) {
		for i := 0; i < n; i += BlockRecords {
			d.Reset(seed, uint64(i)>>BlockShift)
			block := digits[:min(BlockRecords, n-i)]
			d.Fill(block)
			for k, b := range block {
				do(i+k, int(b))
			}
		}
	}
	var counts [Buckets]int
	each(func(_, b int) { counts[b]++ })
	first, before := 0, 0
	for ; first < Buckets-1 && before+counts[first] <= lo; first++ {
		before += counts[first]
	}
	last, end := first, before+counts[first]
	for end < hi {
		last++
		end += counts[last]
	}
	buckets := make([][]int, last-first+1)
	for b := range buckets {
		buckets[b] = make([]int, 0, counts[first+b])
	}
	each(func(i, b int) {
		if first <= b && b <= last {
			buckets[b-first] = append(buckets[b-first], i)
		}
	})
	var sh Shuffler
	for b, records := range buckets {
		ShuffleBucket(&sh, seed, first+b, records)
	}
	return slices.Concat(buckets...)[lo-before : hi-before]
}

// Apply returns the items in an order, such as [Perm] gives: in place p comes item order[p]. Of a
// [Window], these are fewer. It panics if there is no such item.
func Apply[E any](order []int, items []E) []E {
	ordered := make([]E, len(order))
	for p, i := range order {
		ordered[p] = items[i]
	}
	return ordered
}

// arrange scatters n records by their digits, shuffles each bucket, and joins the
// buckets. The streams are parameters so that a test can try all their values.
func arrange(n, buckets int, digit func(i int) int, shuffle func(b int, records []int)) []int {
	scattered := make([][]int, buckets)
	for i := range n {
		b := digit(i)
		scattered[b] = append(scattered[b], i)
	}
	order := make([]int, 0, n)
	for b, records := range scattered {
		shuffle(b, records)
		order = append(order, records...)
	}
	return order
}

// A Repeat draws records of an input with replacement. It is not safe for concurrent
// use.
type Repeat struct {
	stream stream
	n      uint64
}

// NewRepeat returns the draws from n records that the seed gives. It panics if n is 0.
func NewRepeat(seed Seed, n uint64) *Repeat {
	if n == 0 {
		panic("order: NewRepeat of no records")
	}
	r := &Repeat{n: n}
	r.stream.reset(seed, "repeat", 0)
	return r
}

// Next returns the next choice, in [0, n), where 0 is the first record of the
// input. Choices are uniform and independent of each other.
func (r *Repeat) Next() uint64 { return r.stream.below(r.n) }

// Fill sets each element of dst to what [Repeat.Next] would return, faster.
func (r *Repeat) Fill(dst []uint64) {
	for len(dst) > 0 {
		words := r.stream.rng.Words()
		words = words[:min(len(words), len(dst))]
		n := 0
		for _, x := range words {
			if i, ok := scale(x, r.n); ok {
				dst[n] = i
				n++
			}
		}
		r.stream.rng.Skip(len(words))
		dst = dst[n:]
	}
}
