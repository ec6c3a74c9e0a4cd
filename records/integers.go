package records

import (
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

// bytes returns the size of the text of all integers.
func (s *integers) bytes() (size uint64) {
	last := s.lo + s.n - 1
	size = 2 * s.n // a digit and the separator of each
	for _, power := range powersOf10[1:] {
		if power <= last {
			size += last - max(power, s.lo) + 1 // which have a digit more
		}
	}
	return size
}
