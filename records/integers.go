package records

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// integers are the records lo, lo+1, …, lo+n−1. They need no text until they are written:
// buckets hold their indices, which are the numbers of the records.
type integers struct {
	lo, n uint64
	width int // bytes of the longest one
	taken atomic.Int64
	top   atomic.Int64 // the last bucket that is wanted, or one after it
}

const (
	mostIndices = 1 << 32 // of 32 bits
	indexBytes  = int(unsafe.Sizeof(uint32(0)))
)

// indicesIn returns the memory of b as indices; b begins and ends where indices do.
func indicesIn(b []byte) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/indexBytes)
}

// digitsOf returns the number of decimal digits of x.
func digitsOf(x uint64) int {
	digits := 1
	for limit := uint64(10); digits < mostDigits && x >= limit; digits++ {
		limit *= 10
	}
	return digits
}

// bytes returns the size of the text of all integers.
func (s *integers) bytes() (size uint64) {
	for x, last := s.lo, s.lo+s.n-1; ; {
		digits, end := digitsOf(x), last
		if digits < mostDigits {
			end = min(last, uint64(math.Pow10(digits))-1) // powers up to 10¹⁹ are exact
		}
		size += (end - x + 1) * uint64(digits+1)
		if end == last {
			return size
		}
		x = end + 1
	}
}
