// Package undo finds the choices with which a shuffle would have made a deal.
package undo

import (
	"math/bits"
	"slices"
)

// A Form is a way in which shuffles choose one item or place after the other. The deal determines the choices. Each
// deal comes from one sequence of choices, and there are as many sequences as deals, so the choices of a fair deal are
// independent and uniform, whatever the algorithm really was.
type Form int

const (
	Backward  Form = iota // s[k−1] is swapped with s[c], k = n, …, 2
	Forward               // s[n−k] is swapped with s[n−k+c]
	InsideOut             // item k−1 came to place c, whose item went to place k−1
	StrikeOut             // place n−k got the c-th of the k items that were left
	Forms
)

func (f Form) String() string {
	return [...]string{"backward", "forward", "inside-out", "strike-out"}[f]
}

// An Undoer undoes deals into choices.
type Undoer struct {
	n       int
	at, pos []int32 // pos[at[i]] = i
	zero    []int32 // 0, 1, …, n−1
	left    *Remaining
}

// New returns an undoer of deals of n items. It is not safe for concurrent use.
func New(n int) *Undoer {
	u := &Undoer{n: n, zero: make([]int32, n), left: NewRemaining(n)}
	for i := range u.zero {
		u.zero[i] = int32(i)
	}
	u.at, u.pos = slices.Clone(u.zero), slices.Clone(u.zero)
	return u
}

// Choices undoes a deal, of which the inverse is given, into the choices of a form. Of a part of a deal it undoes the
// first ones of [Forward] and [StrikeOut], without the inverse.
func (u *Undoer) Choices(f Form, deal, inverse, choices []int32) {
	switch f {
	case Backward:
		u.fromBack(deal, choices)
	case Forward:
		u.fromFront(deal, choices)
	case InsideOut: // items and places change their parts
		u.fromBack(inverse, choices)
	case StrikeOut:
		u.Lehmer(deal, choices)
	}
}

// fromBack undoes swaps of s[k−1] with s[c]: c is where the item of place k−1 is
// before the swap. Element n−k of choices is the choice among k.
func (u *Undoer) fromBack(deal, choices []int32) {
	copy(u.at, u.zero)
	copy(u.pos, u.zero)
	for k := u.n; k > 1; k-- {
		x := deal[k-1]
		c, last := u.pos[x], u.at[k-1]
		choices[u.n-k] = c
		u.at[c] = last
		u.pos[last] = c
	}
}

// fromFront undoes swaps of s[i] with s[i+c]; of a part of a deal, too.
func (u *Undoer) fromFront(deal, choices []int32) {
	few := len(choices) < u.n/8 // then at and pos are put back as they were
	if !few {
		copy(u.at, u.zero)
		copy(u.pos, u.zero)
	}
	for i := range choices {
		x := deal[i]
		c, first := u.pos[x], u.at[i]
		choices[i] = c - int32(i)
		u.at[c] = first
		u.pos[first] = c
	}
	if few {
		// What has moved was dealt, or is where another was taken away.
		for i := range choices {
			c := choices[i] + int32(i)
			u.pos[u.at[c]], u.pos[deal[i]] = u.at[c], deal[i]
			u.at[c] = c
		}
	}
}

// Lehmer counts, for each place, the items that are left and less than its own. It
// takes O(n) time up to 64 items, and O(n log n) for more.
func (u *Undoer) Lehmer(deal, choices []int32) {
	if u.n <= 64 {
		left := ^uint64(0)
		for i := range choices {
			bit := uint64(1) << (deal[i] & 63)
			choices[i] = int32(bits.OnesCount64(left & (bit - 1)))
			left &^= bit
		}
		return
	}
	u.left.Reset()
	for i := range choices {
		choices[i] = int32(u.left.Take(int(deal[i])))
	}
}
