package laws

import "math/bits"

// Rising returns the length of the longest increasing subsequence of a deal of at
// most 64 items, by patience: tails has the least last item of the subsequences of
// each length. They ascend with the length, so the set of them tells it all.
func Rising(deal []int32) int {
	tails := uint64(0)
	for _, x := range deal {
		bit := uint64(1) << (x & 63)
		above := tails &^ (bit - 1)
		tails ^= above & -above // x is a lesser last item, or the first of its length
		tails |= bit
	}
	return bits.OnesCount64(tails)
}

// Descents counts the items that follow a higher one.
func Descents(deal []int32) int {
	d := 0
	for i := 1; i < len(deal); i++ {
		d += int(uint32(deal[i]-deal[i-1]) >> 31) // a branch would be foretold wrong
	}
	return d
}

// FixedPoints counts the items that stay in place.
func FixedPoints(deal []int32) int {
	f := 0
	for i, x := range deal {
		if int32(i) == x {
			f++
		}
	}
	return f
}

// Cycles counts the cycles, by the choices of the backward form: the choice among k
// is k−1 once in each cycle but that of item 0, which is the one left at the end.
func Cycles(n int, choices []int32) int {
	c := 1
	for k := n; k > 1; k-- {
		if choices[n-k] == int32(k-1) {
			c++
		}
	}
	return c
}
