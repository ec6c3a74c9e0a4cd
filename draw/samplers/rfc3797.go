package samplers

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// RFC3797Key returns the key that RFC 3797 makes of the values of public sources: the
// values of each source in ascending order. What is not an integer must be made text
// as the RFC says in section 4.1, and the key be put together by hand.
func RFC3797Key(sources ...[]uint64) string {
	var key []byte
	for _, values := range sources {
		for _, v := range slices.Sorted(slices.Values(values)) {
			key = append(strconv.AppendUint(key, v, 10), '.')
		}
		key = append(key, '/')
	}
	return string(key)
}

// MaxPool is how many members a pool of RFC 3797 can have.
const MaxPool = 1<<16 - 1

// RFC3797 selects from the numbers from 1 to pool by the method of RFC 3797, which the
// IETF uses for its nominating committees: all of them, in the order of their selection.
// It is exactly that method, with its MD5 and its remainders, whose bias is below 2⁻¹⁰⁰.
// It panics unless the pool has 1 to [MaxPool] members.
func RFC3797(key string, pool uint64) iter.Seq[uint64] {
	if pool == 0 || pool > MaxPool {
		panic(fmt.Sprintf("samplers: RFC3797 of a pool of %d", pool))
	}
	return func(yield func(uint64) bool) {
		left := make([]uint64, pool)
		for i := range left {
			left[i] = uint64(i) + 1
		}
		for i := range uint16(pool) {
			b := binary.BigEndian.AppendUint16(nil, i)
			b = binary.BigEndian.AppendUint16(append(b, key...), i)
			sum := md5.Sum(b)
			k := int(remainder(sum[:], uint64(len(left))))
			if !yield(left[k]) {
				return
			}
			left = slices.Delete(left, k, k+1)
		}
	}
}
