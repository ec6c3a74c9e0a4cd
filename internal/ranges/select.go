package ranges

import (
	"math/bits"

	"github.com/yates-shuffle/yates/internal/stream"
)

const (
	digitBits     = 12
	digitsPerWord = 64 / digitBits

	// MostSelected is the largest number of buckets that [Select] accepts.
	MostSelected = 1 << (digitBits - 1)

	// The five digits of a word are in lanes of 12 bits.
	ones = 1 | 1<<12 | 1<<24 | 1<<36 | 1<<48 // the lowest bit of each lane
	tops = ones << (digitBits - 1)           // the highest
)

// Select finds the records, among the first n of a block, that are in one of the first
// few buckets of Order 1. It stores each in dst as 4096·i + bucket, where the first record
// of the block has i = 0, and returns the filled part of dst. It does what order.Digits
// would do, but much faster if it finds few. It panics if dst is shorter than n, or if
// there are more than [MostSelected] buckets.
func Select(dst []uint32, seed [32]byte, block uint64, n, few int) []uint32 {
	if len(dst) < n || few > MostSelected {
		panic("ranges: Select of too many records or buckets")
	}
	var s stream.Stream
	s.Reset(seed, "scatter", block)
	// In each lane, a digit is less than few, which is 2¹¹ at most, if its highest bit is 0
	// and the rest, 2¹¹ + digit − few, is less than 2¹¹. No lane borrows from the next.
	size := uint64(few) * ones
	found := 0
	for i := 0; i < n; {
		words := s.Words()
		words = words[:min(len(words), (n-i-1)/digitsPerWord+1)]
		for _, x := range words {
			is := tops &^ (x | ((x | tops) - size))
			for ; is != 0; is &= is - 1 {
				shift := bits.TrailingZeros64(is) - (digitBits - 1)
				if at := i + shift/digitBits; at < n {
					dst[found] = uint32(at<<digitBits) | uint32(x>>shift)&(1<<digitBits-1)
					found++
				}
			}
			i += digitsPerWord
		}
		s.Skip(len(words))
	}
	return dst[:found]
}
