package draw

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math/bits"
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

// RFC3797 selects n of the numbers from 1 to pool by the method of RFC 3797, which
// the IETF uses for its nominating committees: in the order of their selection. It is
// exactly that method, with its MD5 and its remainders, whose bias is below 2⁻¹⁰⁰.
func RFC3797(key string, pool, n int) ([]int, error) {
	if pool < 1 || pool > 1<<16-1 {
		return nil, fmt.Errorf("a pool of RFC 3797 has 1 to %d members, not %d", 1<<16-1, pool)
	}
	if n < 1 || n > pool {
		return nil, fmt.Errorf("1 to %d of them can be selected, not %d", pool, n)
	}
	left := make([]int, pool)
	for i := range left {
		left[i] = i + 1
	}
	var selected []int
	for i := range n {
		b := binary.BigEndian.AppendUint16(nil, uint16(i))
		b = binary.BigEndian.AppendUint16(append(b, key...), uint16(i))
		sum := md5.Sum(b)
		k := remainder(sum[:], uint64(len(left)))
		selected = append(selected, left[k])
		left = slices.Delete(left, int(k), int(k)+1)
	}
	return selected, nil
}

// remainder returns a number, big-endian and a multiple of 8 bytes long, modulo n.
func remainder(number []byte, n uint64) uint64 {
	var rem uint64
	for ; len(number) > 0; number = number[8:] {
		_, rem = bits.Div64(rem, binary.BigEndian.Uint64(number), n)
	}
	return rem
}
