// Package decimal writes integers, many at a time.
package decimal

import (
	"encoding/binary"
	"sync"
)

// MostDigits is the number of digits of 2⁶⁴−1.
const MostDigits = 20

// Slack is how far put may write.
const Slack = MostDigits + 8

// Append appends lo + p for each p in decimal, each followed by sep, to b, which has room for that and
// Slack bytes more, all of which may be written to.
func Append[N uint32 | uint64](b []byte, lo uint64, places []N, sep byte) []byte {
	n := len(b)
	b = b[:cap(b)]
	decimals := decimals()
	end := uint64(sep) << 32
	for _, p := range places {
		x := lo + uint64(p)
		if x < 1e4 || x >= 1e8 {
			n += put(decimals, b[n:], x, sep)
			continue
		}
		// This is put for the integers that are most common.
		high := x / 1e4
		d, length := decimals[high].leading()
		eight := b[n : n+16]
		binary.LittleEndian.PutUint32(eight, d)
		binary.LittleEndian.PutUint64(eight[length:], uint64(decimals[x-1e4*high].four)|end)
		n += int(length) + 5
	}
	return b[:n]
}

// put writes x in decimal and then sep to the front of b, and returns how many bytes these are. b has at least Slack
// bytes, all of which may be written to.
func put(decimals *[10000]decimal, b []byte, x uint64, sep byte) int {
	b = b[:Slack]
	var groups [MostDigits / 4]uint64 // of four digits, the last ones first
	top := 0
	for ; x >= 1e4; top++ {
		groups[top] = x % 1e4
		x /= 1e4
	}
	d, length := decimals[x].leading()
	binary.LittleEndian.PutUint32(b, d)
	n := int(length)
	for top > 0 {
		top--
		binary.LittleEndian.PutUint32(b[n:], decimals[groups[top]].four)
		n += 4
	}
	b[n] = sep
	return n + 1
}

// A decimal is the four digits of a number below 10⁴, the first one in the lowest
// byte, and how many of them are leading zeros, times 8.
type decimal struct{ four, zeros uint32 }

// leading returns the digits without leading zeros, and their number.
func (d decimal) leading() (digits uint32, length uint32) {
	return d.four >> (d.zeros & 31), 4 - d.zeros/8
}

// decimals returns the decimals of 0 to 9999, which only those who write integers wait for.
var decimals = sync.OnceValue(func() *[10000]decimal {
	table := new([10000]decimal)
	for x := range uint32(10000) {
		d := decimal{four: 0x30303030 + x/1000 + x/100%10<<8 + x/10%10<<16 + x%10<<24}
		for limit := uint32(1000); limit > 1 && x < limit; limit /= 10 {
			d.zeros += 8
		}
		table[x] = d
	}
	return table
})

// Powers are those of 10.
var Powers = func() (powers [20]uint64) {
	powers[0] = 1
	for i := range powers[1:] {
		powers[i+1] = 10 * powers[i]
	}
	return powers
}()
