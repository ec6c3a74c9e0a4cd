package order

import "math/bits"

// MostSelected is the largest number of buckets that [Digits.Select] accepts.
const MostSelected = Buckets / 2

// The five digits of a word are in lanes of 12 bits.
const (
	ones = 1 | 1<<12 | 1<<24 | 1<<36 | 1<<48 // the lowest bit of each lane
	tops = ones << (digitBits - 1)           // the highest
)

// Select finds the records, among the next n of the block, whose bucket is in
// [lo, hi). It stores each in dst as i*[Buckets] + bucket, where the current record
// has i = 0, and returns the filled part of dst. It is equivalent to n calls of
// [Digits.Next], but much faster if it finds few records. Like Next, it must not go
// beyond the block's last record. It panics if dst is shorter than n, or if there are
// more than [MostSelected] buckets.
func (d *Digits) Select(dst []uint32, n, lo, hi int) []uint32 {
	if len(dst) < n || hi-lo > MostSelected {
		panic("order: Select of too many records or buckets")
	}
	found, i := 0, 0
	for ; i < n && d.left > 0; i++ {
		if b := d.Next(); b >= lo && b < hi {
			dst[found] = uint32(i<<digitBits | b)
			found++
		}
	}
	// In each lane: t = digit − lo modulo 2¹², the usual subtraction with the
	// highest bit apart, so that no lane borrows from the next. The record is found
	// if t < size = hi − lo ≤ 2¹¹: if the highest bit of t is 0 and the rest,
	// 2¹¹ + t − size, is less than 2¹¹.
	from, size := uint64(lo)*ones, uint64(hi-lo)*ones
	minuend, signs := from&^tops, ^from&tops
	for n-i >= digitsPerWord {
		words := d.stream.rng.Words()
		words = words[:min(len(words), (n-i)/digitsPerWord)]
		for w, x := range words {
			t := ((x | tops) - minuend) ^ x&tops ^ signs
			is := tops &^ (t | ((t | tops) - size))
			for ; is != 0; is &= is - 1 {
				shift := bits.TrailingZeros64(is) - (digitBits - 1)
				at := i + digitsPerWord*w + shift/digitBits
				dst[found] = uint32(at<<digitBits) | uint32(x>>shift)%Buckets
				found++
			}
		}
		i += digitsPerWord * len(words)
		d.stream.rng.Skip(len(words))
	}
	for ; i < n; i++ {
		if b := d.Next(); b >= lo && b < hi {
			dst[found] = uint32(i<<digitBits | b)
			found++
		}
	}
	return dst[:found]
}
