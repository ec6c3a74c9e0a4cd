package yates

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// RestrictedPerm returns a permutation p of the integers in [0, n) that has no
// forbidden position: forbidden(i, p[i]) is false for each i. Each such permutation
// is equally likely.
//
// Use it for gifts among couples, reviews without conflicts of interest, and tables
// where some people must not meet. If only i itself is forbidden at i, [Derangement]
// is faster.
//
// If there is no such permutation, the error is a [HallError], which proves it. The
// result is exactly uniform or an error, never an approximation. RestrictedPerm
// divides the places into the smallest independent groups. For a group of up to 20
// places, the draw always succeeds. A larger one is drawn by trial: if each place has d
// forbidden integers, a try succeeds with a probability of about e^−d if d is small
// compared to the group. After 2²⁶ random choices, which take seconds, the error is
// [ErrTight]. For 100 places expect that from about d = 16.
//
// It panics if n is negative or forbidden is nil. It calls forbidden once for each of
// the n² positions, in order, and takes O(n²) time besides the draw, rarely O(n³/64),
// n²/4 bytes, and 8 MiB for groups of 20.
func RestrictedPerm(n int, forbidden func(i, j int) bool, src rand.Source) ([]int, error) {
	if n < 0 {
		panic(fmt.Sprintf("yates: RestrictedPerm of %d integers", n))
	}
	if forbidden == nil {
		panic("yates: forbidden is nil")
	}
	allowed := newGrid(n)
	for i, row := range allowed {
		for j := range n {
			if !forbidden(i, j) {
				row.set(j)
			}
		}
	}
	p, err := allowed.match()
	if err != nil {
		return nil, err
	}
	r := open(src)
	defer r.close()
	choices := mostChoices
	for _, places := range allowed.blocks(p) {
		m := len(places)
		if m == 1 {
			continue // as it is matched
		}
		values := make([]int, m)
		for a, i := range places {
			values[a] = p[i]
		}
		slices.Sort(values)
		part, drawn := allowed.part(places, values), make([]int, m)
		if m <= mostCounted {
			part.drawCounted(&r, drawn)
		} else if choices = part.drawTrying(&r, drawn, choices); choices < 0 {
			return nil, ErrTight
		}
		for a, b := range drawn {
			p[places[a]] = values[b]
		}
	}
	return p, nil
}

const (
	mostCounted = 20      // places whose arrangements a word can count: 20! < 2⁶⁴ < 21!
	mostChoices = 1 << 26 // of one call; frozen, as one more could turn an error into a result
)

// A HallError proves that there is no permutation: the Places, in ascending order, may
// together have only the Values, which are fewer. The proof needs each of the Places.
// (Hall, On representatives of subsets, 1935.)
type HallError struct{ Places, Values []int }

func (e *HallError) Error() string {
	return fmt.Sprintf("yates: RestrictedPerm: places %v may together have only %v", e.Places, e.Values)
}

// ErrTight is the error of [RestrictedPerm] if permutations exist but are too rare to
// be found by trial.
var ErrTight = errors.New("yates: RestrictedPerm: the restrictions are too tight for an exact draw")

// drawCounted sets p to one of the arrangements that the grid allows. It counts them,
// draws the number of one, and counts up to it in lexicographic order.
func (g grid) drawCounted(r *source, p []int) {
	// count[used] is the number of ways to continue after the first places have taken
	// the values in used, one each.
	count := make([]uint64, 1<<len(g))
	all := uint32(len(count) - 1)
	count[all] = 1
	free := func(used uint32) uint32 { return uint32(g[bits.OnesCount32(used)][0]) &^ used }
	for used := all; used > 0; {
		used--
		for v := free(used); v != 0; v &= v - 1 {
			count[used] += count[used|v&-v]
		}
	}
	number, used := r.below(count[0]), uint32(0)
	for i := range p {
		v := free(used)
		for ; number >= count[used|v&-v]; v &= v - 1 {
			number -= count[used|v&-v]
		}
		p[i] = bits.TrailingZeros32(v)
		used |= v & -v
	}
}

// drawTrying sets p to one of the arrangements that the grid allows, and returns the
// number of choices left, or −1 if there were too few.
func (g grid) drawTrying(r *source, p []int, choices int) int {
	// A try settles one place after the other. One that may have k of the m values
	// has t of them taken by the places before it. It draws one of its k, or of the
	// m−t that are left, whichever are fewer, and the try is given up unless the
	// value is both its own and left. So each arrangement is the result of a try
	// with the same probability, the product of all 1/min(k, m−t).
	//
	// The places with the fewest values come first, where m−t is large. A new try
	// begins with the values as the last one left them, as in Derangement.
	m := len(g)
	type place struct{ i, k int }
	places := make([]place, m)
	values, at := make([]int, m), make([]int, m) // values[:t] are taken; values[at[v]] is v
	for i := range m {
		places[i] = place{i, g[i].count()}
		values[i], at[i] = i, i
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.k, b.k) })
	for t := 0; t < m; t++ {
		if choices--; choices < 0 {
			return choices
		}
		next, v := places[t], values[m-1]
		if next.k < m-t {
			v = g[next.i].nth(int(r.below(uint64(next.k))))
		} else if t < m-1 {
			v = values[t+int(r.below(uint64(m-t)))]
		}
		if at[v] < t || !g[next.i].has(v) {
			t = -1 // try again
			continue
		}
		p[next.i] = v
		w := values[t]
		values[t], values[at[v]] = v, w
		at[v], at[w] = t, at[v]
	}
	return choices
}
