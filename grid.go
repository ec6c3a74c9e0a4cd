package yates

import (
	"cmp"
	"math/bits"
	"slices"
)

// A grid has a row for each place: the set of the values that the place may have.
type grid []bitset

// newGrid returns a grid of n places and n values, none of which is allowed.
func newGrid(n int) grid {
	g, words := make(grid, n), (n+63)/64
	room := make(bitset, n*words)
	for i := range g {
		g[i], room = room[:words:words], room[words:]
	}
	return g
}

// match returns an arrangement in which each place has a value that it may have, and
// no value is twice, or a [HallError].
//
// Place by place, it looks for a way to a free value: the place takes a value from
// another one, which takes one from another, and so on, until one takes a free value.
// If there is no way, the places that it came to may have only the values that it came
// to, and those all belong to places that it came to, except for the first one. Any
// one of them could do without a value in its stead, so none can be left out of the
// proof. (Kuhn 1955; Berge 1957.)
func (g grid) match() ([]int, error) {
	n := len(g)
	value, place := make([]int, n), make([]int, n) // of each other, or −1
	for i := range n {
		value[i], place[i] = -1, -1
	}
	var failed *HallError
	from, unseen := make([]int, n), make(bitset, (n+63)/64)
	reached := make([]int, 0, n)
	way := func(start int) bool {
		for w := range unseen {
			unseen[w] = 1<<64 - 1
		}
		reached = append(reached[:0], start)
		for k := 0; k < len(reached); k++ {
			i := reached[k]
			for w, word := range g[i] {
				for word &= unseen[w]; word != 0; word &= word - 1 {
					v := w<<6 | bits.TrailingZeros64(word)
					unseen.unset(v)
					from[v] = i
					if place[v] >= 0 {
						reached = append(reached, place[v])
						continue
					}
					for v >= 0 {
						i := from[v]
						place[v] = i
						value[i], v = v, value[i]
					}
					return true
				}
			}
		}
		return false
	}
	for start := range n {
		if way(start) || failed != nil && len(failed.Places) <= len(reached) {
			continue
		}
		failed = &HallError{Places: slices.Clone(reached)}
		for _, i := range reached[1:] {
			failed.Values = append(failed.Values, value[i])
		}
		slices.Sort(failed.Places)
		slices.Sort(failed.Values)
	}
	if failed != nil {
		return nil, failed
	}
	return value, nil
}

// blocks divides the places into the smallest sets that do not depend on each other:
// in any allowed arrangement, the places of a set share out the same values. The sets
// and their places are in ascending order. value is one such arrangement.
//
// Two arrangements differ in cycles of places, each of which takes the value of the
// next one. So draw an arrow from each place to those whose values it may have: the
// sets are the strongly connected components. (Tarjan, Depth-first search and linear
// graph algorithms, 1972.)
func (g grid) blocks(value []int) [][]int {
	place := make([]int, len(g))
	for i, v := range value {
		place[v] = i
	}
	var all [][]int
	var stack []int
	found := 0
	number := make([]int, len(g)) // in the order in which they were found, from 1
	const settled = 1 << 30       // more than any number
	var visit func(i int) (low int)
	visit = func(i int) int {
		found++
		number[i] = found
		low, depth := found, len(stack)
		stack = append(stack, i)
		for v := range g[i].all {
			if next := place[v]; number[next] == 0 {
				low = min(low, visit(next))
			} else {
				low = min(low, number[next])
			}
		}
		if low == number[i] {
			block := slices.Clone(stack[depth:])
			stack = stack[:depth]
			for _, i := range block {
				number[i] = settled
			}
			slices.Sort(block)
			all = append(all, block)
		}
		return low
	}
	for i := range g {
		if number[i] == 0 {
			visit(i)
		}
	}
	slices.SortFunc(all, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return all
}

// part returns the grid of some of the places and as many of the values.
func (g grid) part(places, values []int) grid {
	if len(places) == len(g) {
		return g
	}
	part := newGrid(len(places))
	for a, i := range places {
		for b, v := range values {
			if g[i].has(v) {
				part[a].set(b)
			}
		}
	}
	return part
}

// A bitset is a set of integers that are less than 64 times its length.
type bitset []uint64

func (s bitset) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) set(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) unset(i int)    { s[i>>6] &^= 1 << (i & 63) }

func (s bitset) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// all yields the integers in ascending order.
func (s bitset) all(yield func(int) bool) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(w<<6 | bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// nth returns the integer than which exactly n are less.
func (s bitset) nth(n int) int {
	w := 0
	for ; n >= bits.OnesCount64(s[w]); w++ {
		n -= bits.OnesCount64(s[w])
	}
	word := s[w]
	for ; n > 0; n-- {
		word &= word - 1
	}
	return w<<6 | bits.TrailingZeros64(word)
}
