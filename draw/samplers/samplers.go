// Package samplers has the methods of selection that the IETF and election audits
// prescribe, for those who must use them. They say nothing of a commitment, a list or a
// transcript: for a draw that anyone can check, use package draw.
//
// The numbers are those of SPEC-draw.md at the root of the repository, and never change.
// The functions may be called by several goroutines at the same time.
package samplers

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
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

// Rivest returns the endless choices that Ronald Rivest's sampler makes of the numbers
// from 1 to n, with replacement: choice i, from 1 on, is 1 more than
// SHA-256(seed "," i) modulo n. Election audits in several states of the USA use it to
// choose ballots. It panics if n is 0.
func Rivest(seed string, n uint64) iter.Seq[uint64] {
	if n == 0 {
		panic("samplers: Rivest of no numbers")
	}
	return func(yield func(uint64) bool) {
		for i := uint64(1); ; i++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s,%d", seed, i))
			if !yield(1 + remainder(sum[:], n)) {
				return
			}
		}
	}
}

// RivestDistinct returns the choices of the sampler without replacement: it leaves out
// those that came before, and ends when all n numbers have come. It takes memory for what came
// before. It panics if n is 0.
func RivestDistinct(seed string, n uint64) iter.Seq[uint64] {
	choices := Rivest(seed, n)
	return func(yield func(uint64) bool) {
		seen := make(map[uint64]bool)
		for choice := range choices {
			if seen[choice] {
				continue
			}
			seen[choice] = true
			if !yield(choice) || uint64(len(seen)) == n {
				return
			}
		}
	}
}

// remainder returns a number, big-endian and a multiple of 8 bytes long, modulo n.
func remainder(number []byte, n uint64) uint64 {
	var rem uint64
	for ; len(number) > 0; number = number[8:] {
		_, rem = bits.Div64(rem, binary.BigEndian.Uint64(number), n)
	}
	return rem
}
