package order

import "math/bits"

// MostSelected is the number of buckets that [Digits.Select] can look for at a
// time.
const MostSelected = Buckets / 2

// Lanes: the five digits of a word stand in lanes of 12 bits.
const (
	ones = 1 | 1<<12 | 1<<24 | 1<<36 | 1<<48 // the lowest bit of each lane
	tops = ones << (digitBits - 1)           // the highest
)

// Select looks for the records, among the next n of the block, whose bucket is in
// [lo, hi). It puts each into dst as i*[Buckets] + bucket, where the record at
// which d stands has i = 0, and returns that part of dst. It does what n calls of
// [Digits.Next] would do; where few are found, in a fraction of the time. Like
// Next, it must not go beyond the block's last record. It panics if dst is shorter
// than n, or the buckets are more than [MostSelected].
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
	// highest bit apart, so that no lane borrows of the next; it is to be below
	// size = hi − lo ≤ 2¹¹. That is so if its highest bit is 0 and the rest,
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
