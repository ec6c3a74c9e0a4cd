package yates

import "math/bits"

// shuffle is the fast twin of
//
//	for i := range len(s) - 1 {
//		j := i + below(len(s) - i)
//		s[i], s[j] = s[j], s[i]
//	}
//
// with the integers in batches (see [batchSize]). Each size of a batch is written
// out: with a loop over the few integers of a batch, a shuffle takes one and a half
// to two times as long. Each step shuffles the rest of the slice, and shortens it.
//
// A step swaps before it knows whether its word is refused, and takes the swaps
// back if it is. That is rare, and integers that need not be kept stay in
// registers. The length is checked in the inner loops only to spare the checks of
// constant indices.
func shuffle[E any](s []E, src *source) {
	for len(s) > 1<<30 {
		j := src.below(uint64(len(s)))
		s[0], s[j] = s[j], s[0]
		s = s[1:]
	}
	var buf wordBuffer
	for len(s) > 1<<19 {
		for _, x := range src.words(&buf, len(s)-1<<19, 2) {
			if len(s) <= 1<<19 {
				break
			}
			low := swapFirst(s, x)
			low = swapFirst(s[1:], low)
			if low < 1<<60 && takeBack(s, x, low, 2) {
				continue
			}
			s = s[2:]
		}
	}
	for len(s) > 1<<14 {
		for _, x := range src.words(&buf, len(s)-1<<14, 3) {
			if len(s) <= 1<<14 {
				break
			}
			low := swapFirst(s, x)
			low = swapFirst(s[1:], low)
			low = swapFirst(s[2:], low)
			if low < 1<<57 && takeBack(s, x, low, 3) {
				continue
			}
			s = s[3:]
		}
	}
	for len(s) > 1<<11 {
		for _, x := range src.words(&buf, len(s)-1<<11, 4) {
			if len(s) <= 1<<11 {
				break
			}
			low := swapFirst(s, x)
			low = swapFirst(s[1:], low)
			low = swapFirst(s[2:], low)
			low = swapFirst(s[3:], low)
			if low < 1<<56 && takeBack(s, x, low, 4) {
				continue
			}
			s = s[4:]
		}
	}
	for len(s) > 1<<9 {
		for _, x := range src.words(&buf, len(s)-1<<9, 5) {
			if len(s) <= 1<<9 {
				break
			}
			low := swapFirst(s, x)
			low = swapFirst(s[1:], low)
			low = swapFirst(s[2:], low)
			low = swapFirst(s[3:], low)
			low = swapFirst(s[4:], low)
			if low < 1<<55 && takeBack(s, x, low, 5) {
				continue
			}
			s = s[5:]
		}
	}
	for len(s) > 7 {
		for _, x := range src.words(&buf, len(s)-7, 6) {
			if len(s) <= 7 {
				break
			}
			low := swapFirst(s, x)
			low = swapFirst(s[1:], low)
			low = swapFirst(s[2:], low)
			low = swapFirst(s[3:], low)
			low = swapFirst(s[4:], low)
			low = swapFirst(s[5:], low)
			if low < 1<<54 && takeBack(s, x, low, 6) {
				continue
			}
			s = s[6:]
		}
	}
	var b batch
	for len(s) > 1 {
		for t := range b.draw(src, uint64(len(s))) {
			j := b[t&7]
			s[0], s[j] = s[j], s[0]
			s = s[1:]
		}
	}
}

// swapFirst swaps the first element with the one that the fraction x/2⁶⁴ selects,
// and returns the remaining fraction.
func swapFirst[E any](s []E, x uint64) uint64 {
	j, x := bits.Mul64(x, uint64(len(s)))
	s[0], s[j] = s[j], s[0]
	return x
}

// takeBack reports whether a word that left low after k swaps is refused, and
// takes the swaps back if so. It is a separate function for the same reason as redraw.
//
//go:noinline
func takeBack[E any](s []E, x, low uint64, k int) bool {
	var b batch
	p := uint64(1)
	for t := range k {
		r := uint64(len(s) - t)
		b[t], x = bits.Mul64(x, r)
		p *= r
	}
	if !redraw(low, p) {
		return false
	}
	for t := k - 1; t >= 0; t-- {
		j := t + int(b[t])
		s[t], s[j] = s[j], s[t]
	}
	return true
}
