package records

import (
	"encoding/binary"
	"math/bits"
)

// mostDigits is the number of digits of 2⁶⁴−1.
const mostDigits = 20

// decimalSlack is how far putDecimal may write.
const decimalSlack = mostDigits + 8

// putDecimal writes x in decimal and then sep to the front of b, and returns how
// many bytes these are. b has at least decimalSlack bytes, all of which may be
// written to.
func putDecimal(b []byte, x uint64, sep byte) int {
	b = b[:decimalSlack]
	n := 0
	if x >= 1e8 {
		high := x / 1e8
		x %= 1e8
		if high >= 1e8 {
			n = putLeading(b, high/1e8)
			binary.LittleEndian.PutUint64(b[n:], eightDigits(high%1e8)|zeros)
			n += 8
		} else {
			n = putLeading(b, high)
		}
		binary.LittleEndian.PutUint64(b[n:], eightDigits(x)|zeros)
		n += 8
	} else {
		n = putLeading(b, x)
	}
	b[n] = sep
	return n + 1
}

const zeros = 0x3030303030303030 // "00000000"

// putLeading writes x, which is below 10⁸, without leading zeros.
func putLeading(b []byte, x uint64) int {
	digits := eightDigits(x)
	skip := bits.TrailingZeros64(digits|1<<56) / 8 // the last digit stays
	binary.LittleEndian.PutUint64(b, (digits|zeros)>>(8*skip))
	return 8 - skip
}

// eightDigits returns the eight digits of x, which is below 10⁸, one a byte, the
// first digit in the lowest one. All lanes of a word are divided at once, first
// by 100, then by 10, by multiplying: ⌊10486·v / 2²⁰⌋ = ⌊v/100⌋ for v < 10⁴, and
// ⌊103·v / 2¹⁰⌋ = ⌊v/10⌋ for v < 100, and no product reaches the next lane.
func eightDigits(x uint64) uint64 {
	v := x/10000 | x%10000<<32
	q := v * 10486 >> 20 & 0x0000007f_0000007f
	w := q | (v-100*q)<<16
	q = w * 103 >> 10 & 0x000f_000f_000f_000f
	return q | (w-10*q)<<8
}
