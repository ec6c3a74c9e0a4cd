package order

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Allot divides the records of each class among the parts of an order, so that each part
// has each class in proportion. Class c has classes[c] records, and part p gets parts[p]
// in all; the sum of the parts must not exceed that of the classes. Part p gets
// allotted[c][p] records of class c.
//
// The parts take their shares one after the other, by largest remainders (Hamilton's
// method) from what those before have left: if n records of N are left in a class, a part
// of size m gets ⌊m·n/N⌋ of them, and 1 more if the class has one of the largest
// remainders. Among equal remainders the first class wins, so the classes must be in an
// order that favours none: that of their [ClassHash].
//
// It takes O(len(parts)·len(classes)·log(len(classes))) time. It panics if a number is
// negative or if the sum of the parts exceeds that of the classes.
func Allot(classes, parts []int64) (allotted [][]int64) {
	left, all := slices.Clone(classes), int64(0)
	for _, n := range classes {
		if n < 0 || all+n < all {
			panic(fmt.Sprintf("order: Allot of a class of %d records", n))
		}
		all += n
	}
	table := make([]int64, len(classes)*len(parts))
	for range classes {
		allotted, table = append(allotted, table[:len(parts):len(parts)]), table[len(parts):]
	}
	byRemainder, remainders := make([]int, len(classes)), make([]uint64, len(classes))
	for p, size := range parts {
		if size < 0 || size > all {
			panic(fmt.Sprintf("order: Allot to a part of %d records, of which %d are left", size, all))
		}
		if all == 0 {
			break // so are all that follow
		}
		rest := size
		for c, n := range left {
			hi, lo := bits.Mul64(uint64(n), uint64(size))
			share, remainder := bits.Div64(hi, lo, uint64(all)) // n ≤ all, so the share is a word
			allotted[c][p], remainders[c], byRemainder[c] = int64(share), remainder, c
			rest -= int64(share)
		}
		// A class without a remainder gets none of the rest: the remainders are less
		// than 1 and come to the rest, so there are more of them.
		slices.SortFunc(byRemainder, func(i, j int) int {
			return cmp.Or(cmp.Compare(remainders[j], remainders[i]), cmp.Compare(i, j))
		})
		for _, c := range byRemainder[:rest] {
			allotted[c][p]++
		}
		for c := range left {
			left[c] -= allotted[c][p]
		}
		all -= size
	}
	return allotted
}
