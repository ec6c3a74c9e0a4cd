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
// first digit in the lowest one.
func eightDigits(x uint64) uint64 {
	return uint64(fourDigits[x/10000]) | uint64(fourDigits[x%10000])<<32
}

// fourDigits holds the four digits of the numbers below 10⁴ in the same way.
var fourDigits = func() (table [10000]uint32) {
	for x := range uint32(10000) {
		table[x] = x/1000 | x/100%10<<8 | x/10%10<<16 | x%10<<24
	}
	return table
}()
