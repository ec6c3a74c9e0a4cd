package bets

import (
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// mostOrders is the most items of which all orders are counted.
const mostOrders = 6

// An undone is the current deal in the forms that bets need.
type undone struct {
	n, k    int
	deal    []int32
	ints    []int // the same
	inverse []int32
	undo    *undo.Undoer
	of      [undo.Forms][]int32 // choices; nil if not needed
	coarse  [undo.Forms][]int32 // the choices as [undo.Coarse] tells them apart; nil if not needed
	rank    [1]int32            // of the order, if n is small
	pattern *pattern            // of a part; nil if not needed
	seen    view
}

func newUndone(n, k int) undone {
	u := undone{n: n, k: k, deal: make([]int32, k), inverse: make([]int32, n), undo: undo.New(n),
		ints: make([]int, k)}
	if u.full() && n <= mostOrders {
		u.choices(undo.StrikeOut)
	}
	return u
}

// full reports whether a deal has all items.
func (u *undone) full() bool { return u.k == u.n }

// choices returns where the choices of a form will be, once for each deal; what
// nobody asks for is not undone.
func (u *undone) choices(f undo.Form) []int32 {
	if u.of[f] == nil {
		u.of[f] = make([]int32, min(u.k, u.n-1))
	}
	return u.of[f]
}

// look undoes a deal.
func (u *undone) look(deal []int32) {
	copy(u.deal, deal)
	for i, x := range deal {
		u.ints[i] = int(x)
	}
	for i, x := range deal {
		u.inverse[x] = int32(i)
	}
	for f, choices := range u.of {
		if choices != nil {
			u.undo.Choices(undo.Form(f), deal, u.inverse, choices)
		}
	}
	for f, coarse := range u.coarse {
		for step := range coarse {
			coarse[step] = int32(undo.Coarse(int(u.of[f][step]), u.n-step))
		}
	}
	if u.full() && u.n <= mostOrders {
		u.rank[0] = 0
		for step, c := range u.of[undo.StrikeOut] {
			u.rank[0] = u.rank[0]*int32(u.n-step) + c
		}
	}
}

// view returns what statistics look at.
func (u *undone) view() *view {
	v := &u.seen
	*v = view{items: u.deal, deal: u.deal, inverse: u.inverse}
	if u.full() {
		v.choices = u.of[undo.Backward]
		for _, c := range u.of[undo.StrikeOut] {
			v.inversions += int(c)
		}
	} else {
		u.pattern.of(v)
	}
	v.falls = laws.Descents(v.inverse)
	return v
}
