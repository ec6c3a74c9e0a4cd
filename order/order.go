// Package order implements Order 1: the order that a seed gives to a number of records. It depends only on the seed and
// the number of records, not on the bytes of the records, the memory, the cores, the machine or the version of the
// program. SPEC.md in the folder docs of the repository defines it in full.
//
// Order 1 has two pure steps:
//
//   - Scatter: a [Digits] stream throws each record into one of [Buckets] buckets, by the record's number in the
//     input. [BlockRecords] consecutive records are a block. Blocks are independent of each other, so they can be
//     scattered in any order, at the same time, and on different machines.
//   - Shuffle: [ShuffleBucket] shuffles the records of one bucket, which must be in input order. Buckets, too, are
//     independent of each other.
//
// The result is the shuffled buckets, one after the other by number. [Of] does everything at once in memory; it is the
// short, slow, obvious form that the engines are tested against.
//
// A seed also gives draws with replacement ([Choices]), draws by weight ([Weighted]), an order of groups of records
// that stay together ([GroupBucket]) or of classes that are kept apart ([Apart]), and an order for each epoch
// ([Seed.Epoch]). [Mixture] mixes sources in exact counts. [Allot] divides classes of records among parts in
// proportion, and [Parts] divide them by their keys.
//
// # Uniform
//
// The buckets can have any sizes. For sizes m₀, m₁, … cut an order π of N records into pieces of these sizes. The
// result is π if each record's digit is the number of its piece and each bucket's shuffle arranges its piece, which
// together has the probability 4096⁻ᴺ / (m₀! · m₁! · …). Summed over all sizes this is the probability of π, and it
// does not depend on π; so all N! orders are equally likely. (Rao 1961; Sandelius 1962.)
//
// # What it is not for
//
// It does no input or output; package records does, for any number of records. To just shuffle a slice, use
// yates.Shuffle, which is faster.
//
// # Stability
//
// Every output of this package for a given seed is frozen. A different order would be Order 2, under another name.
package order

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/yates-shuffle/yates/internal/stream"
)

const (
	// BlockRecords is the number of records in a block. Record i, counted from 0, is in block i / BlockRecords.
	BlockRecords = 4096
	// Buckets is the number of buckets that records are scattered to.
	Buckets = 1 << digitBits

	digitBits     = 12
	digitsPerWord = 64 / digitBits
)

// Digits returns the buckets of records, in input order. Call [Digits.Seek] on a zero Digits before any other method:
// they panic otherwise. A Digits is not safe for concurrent use. Its methods allocate nothing after the first use.
type Digits struct {
	sought bool
	seed   Seed
	record uint64 // the current one
	stream stream.Stream
	word   uint64
	left   int // digits left in word
}

// Seek moves d to the given record, counted from 0. It takes the time of the digits of the records before it in its
// block: a microsecond or two.
func (d *Digits) Seek(seed Seed, record uint64) {
	skip := int(record % BlockRecords)
	d.sought, d.seed, d.record = true, seed, record-uint64(skip)
	d.begin()
	d.record = record
	for words := skip / digitsPerWord; words > 0; {
		n := min(words, len(d.stream.Words()))
		d.stream.Skip(n)
		words -= n
	}
	for range skip % digitsPerWord {
		d.digit()
	}
}

// begin moves the stream to the block of the current record, if that is its first.
func (d *Digits) begin() {
	if d.record%BlockRecords == 0 {
		if !d.sought {
			panic("order: Digits without Seek")
		}
		d.stream.Reset(d.seed, "scatter", d.record/BlockRecords)
		d.left = 0
	}
}

// Next returns the bucket, in [0, [Buckets]), of the current record, and moves to the next one.
func (d *Digits) Next() int {
	d.begin()
	d.record++
	return d.digit()
}

// digit returns the next digit of the block.
func (d *Digits) digit() int {
	if d.left == 0 {
		d.word, d.left = d.stream.Uint64(), digitsPerWord
	}
	digit := d.word & (Buckets - 1)
	d.word >>= digitBits
	d.left--
	return int(digit)
}

// Fill sets each element of dst to what [Digits.Next] would return, faster.
func (d *Digits) Fill(dst []uint16) {
	for len(dst) > 0 {
		d.begin()
		n := min(len(dst), BlockRecords-int(d.record%BlockRecords))
		d.fill(dst[:n])
		d.record, dst = d.record+uint64(n), dst[n:]
	}
}

// fill sets each element of dst to the next digit of the block.
func (d *Digits) fill(dst []uint16) {
	for len(dst) > 0 && d.left > 0 {
		dst[0] = uint16(d.digit())
		dst = dst[1:]
	}
	for len(dst) >= digitsPerWord {
		words := d.stream.Words()
		words = words[:min(len(words), len(dst)/digitsPerWord)]
		for _, x := range words {
			five := (*[digitsPerWord]uint16)(dst)
			five[0] = uint16(x & (Buckets - 1))
			five[1] = uint16(x >> digitBits & (Buckets - 1))
			five[2] = uint16(x >> (2 * digitBits) & (Buckets - 1))
			five[3] = uint16(x >> (3 * digitBits) & (Buckets - 1))
			five[4] = uint16(x >> (4 * digitBits) & (Buckets - 1))
			dst = dst[digitsPerWord:]
		}
		d.stream.Skip(len(words))
	}
	for i := range dst {
		dst[i] = uint16(d.digit())
	}
}

// A Shuffler shuffles buckets, one after the other. Its zero value is ready to use. It is not safe for concurrent use.
type Shuffler struct{ stream stream.Stream }

// ShuffleBucket shuffles the records of a bucket in place; they must be in input order. It is the forward Fisher–Yates
// shuffle (Durstenfeld's Algorithm 235, from the front), so that its first n steps fix the first n places. It takes
// O(len(records)) time, draws no words for fewer than two records, and allocates nothing. It panics unless bucket is in
// [0, [Buckets]).
func ShuffleBucket[E any](sh *Shuffler, seed Seed, bucket int, records []E) {
	if bucket < 0 || bucket >= Buckets {
		panic(fmt.Sprintf("order: ShuffleBucket of bucket %d", bucket))
	}
	m := len(records)
	if m < 2 {
		return
	}
	sh.stream.Reset(seed, "shuffle", uint64(bucket))
	for i := 0; i < m-1; {
		used, words := 0, sh.stream.Words()
		for _, x := range words[:min(len(words), m-1-i)] {
			used++
			k, ok := stream.Scale(x, uint64(m-i)) // as Below does, but from many words at once
			if !ok {
				continue
			}
			j := i + int(k)
			records[i], records[j] = records[j], records[i]
			i++
		}
		sh.stream.Skip(used)
	}
}

// Of returns the order that the seed gives to n records: result[p] is the number, counted from 0, of the record at
// place p. It takes O(n) time and memory. It panics if n is negative.
func Of(seed Seed, n int) []int {
	if n < 0 {
		panic(fmt.Sprintf("order: Of %d records", n))
	}
	var digits Digits
	var sh Shuffler
	digits.Seek(seed, 0)
	return arrange(n, Buckets, func(int) int { return digits.Next() },
		func(b int, records []int) { ShuffleBucket(&sh, seed, b, records) })
}

// BucketStarts returns the place in [Of](seed, n) at which each bucket begins, and n. It takes O(n) time for the digits
// of all records. It panics if n is negative.
func BucketStarts(seed Seed, n int) (starts [Buckets + 1]int) {
	if n < 0 {
		panic(fmt.Sprintf("order: BucketStarts of %d records", n))
	}
	eachBlock(seed, n, func(_ int, digits []uint16) {
		for _, b := range digits {
			starts[b+1]++
		}
	})
	for b := range Buckets {
		starts[b+1] += starts[b]
	}
	return starts
}

// eachBlock calls do with the first record of each block and the digits of its records.
func eachBlock(seed Seed, n int, do func(first int, digits []uint16)) {
	var d Digits
	var digits [BlockRecords]uint16
	d.Seek(seed, 0)
	for i := 0; i < n; i += BlockRecords {
		block := digits[:min(BlockRecords, n-i)]
		d.Fill(block)
		do(i, block)
	}
}

// Shards returns the places at which k equal parts of n records begin, and n: the first n mod k parts have one record
// more than the others. A bucket that two of them share is shuffled for each. It panics if n is negative, or k is not
// positive.
func Shards(n, k int) []int {
	if n < 0 || k < 1 {
		panic(fmt.Sprintf("order: Shards of %d records in %d parts", n, k))
	}
	starts := make([]int, k+1)
	for i := range k {
		starts[i+1] = starts[i] + n/k
		if i < n%k {
			starts[i+1]++
		}
	}
	return starts
}

// Window returns the places lo, …, hi−1 of [Of](seed, n). It takes O(n) time for two passes over the digits, which are
// much of the time of Of, and memory for the buckets that these places are in, each of about n/4096 records. It panics
// unless 0 ≤ lo ≤ hi ≤ n.
func Window(seed Seed, n, lo, hi int) []int {
	if lo < 0 || hi < lo || n < hi {
		panic(fmt.Sprintf("order: Window of the places %d to %d of %d records", lo, hi, n))
	}
	starts := BucketStarts(seed, n)
	first := sort.SearchInts(starts[1:Buckets], lo+1)
	last := max(first, sort.SearchInts(starts[1:], hi))
	buckets := make([][]int, last-first+1)
	for b := range buckets {
		buckets[b] = make([]int, 0, starts[first+b+1]-starts[first+b])
	}
	eachBlock(seed, n, func(i int, digits []uint16) {
		for k, digit := range digits {
			if b := int(digit) - first; 0 <= b && b < len(buckets) {
				buckets[b] = append(buckets[b], i+k)
			}
		}
	})
	var sh Shuffler
	for b, records := range buckets {
		ShuffleBucket(&sh, seed, first+b, records)
	}
	return slices.Concat(buckets...)[lo-starts[first] : hi-starts[first]]
}

// arrange scatters n records by their digits, shuffles each bucket, and joins the buckets. The streams are parameters
// so that a test can try all their values.
func arrange(n, buckets int, digit func(i int) int, shuffle func(b int, records []int)) []int {
	if n < buckets/16 { // most buckets are empty
		return arrangeFew(n, digit, shuffle)
	}
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

// arrangeFew is arrange without a list for each bucket, of which a mixture may need very many.
func arrangeFew(n int, digit func(i int) int, shuffle func(b int, records []int)) []int {
	digits, order := make([]int, n), make([]int, n)
	for i := range n {
		digits[i], order[i] = digit(i), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(digits[i], digits[j]) })
	for lo, hi := 0, 0; lo < n; lo = hi {
		for hi = lo + 1; hi < n && digits[order[hi]] == digits[order[lo]]; hi++ {
		}
		shuffle(digits[order[lo]], order[lo:hi])
	}
	return order
}
