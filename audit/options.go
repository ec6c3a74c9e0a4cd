package audit

import (
	"cmp"
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/internal/label"
)

// Options configure an audit. The zero value is the usual choice.
type Options struct {
	// Alpha, in (0, 1), bounds the probability that a fair shuffle is ever called biased; 0 means 1e-6.
	Alpha float64

	// Take is the number of items in a deal, of n; 0 means all. A deal can be the
	// first places of a shuffle, or a sample without replacement in random order.
	Take int

	// Unordered is for deals of a part of the items whose order means nothing, such as hands of cards, and lottery
	// numbers in ascending order. Only bets on which items a deal has are made.
	Unordered bool

	// Kinds are for items that cannot be told apart, such as the cards of several decks: the kind of each item, in
	// [0, n), or nil if all items differ. In each deal the items of a kind must be numbered at random, independently of
	// all deals. Bets on repeats are then on the kinds; all others are on the numbers, and find less.
	Kinds []int

	// Remember is the number of deals to remember to find repeats; 0 means a million, which takes about 160 MB.
	Remember int

	// Names are the names of the items in texts; nil means their numbers from 1. Long
	// names are truncated, and all are made safe for terminals.
	Names []string

	// Rate, in (0, 1), bounds the expected share of false findings among those that a report lists; 0 means 0.01.
	Rate float64
}

// must panics with the reason unless something is so.
func must(so bool, reason string, args ...any) {
	if !so {
		panic("audit: " + fmt.Sprintf(reason, args...))
	}
}

// The most items of unordered deals, 16,384, and of an [Order], 2³¹ − 1.
const (
	MostUnordered = bets.MostPresent
	MostOrdered   = math.MaxInt32
)

const usualAlpha = 1e-6

// checked returns the options for n items, with the usual values. It panics if they are wrong.
func (o Options) checked(n int) Options {
	o.Alpha, o.Rate = cmp.Or(o.Alpha, usualAlpha), cmp.Or(o.Rate, 0.01)
	o.Take, o.Remember = cmp.Or(o.Take, n), cmp.Or(o.Remember, 1<<20)
	must(2 <= n && n <= 1<<24, "a shuffle of %d items, outside [2, 2²⁴]", n)
	must(0 < o.Alpha && o.Alpha < 1, "Alpha is %v, outside (0, 1)", o.Alpha)
	must(0 < o.Rate && o.Rate < 1, "Rate is %v, outside (0, 1)", o.Rate)
	must(1 <= o.Take && o.Take <= n, "deals of %d of %d items", o.Take, n)
	must(o.Remember > 0, "remember %d deals", o.Remember)
	must(o.Names == nil || len(o.Names) == n, "%d names of %d items", len(o.Names), n)
	must(!o.Unordered || o.Take < n && n <= MostUnordered, "sets of %d of %s items", o.Take, label.Number(int64(n)))
	must(o.Kinds == nil || len(o.Kinds) == n, "kinds of %d of %d items", len(o.Kinds), n)
	for x, kind := range o.Kinds {
		must(0 <= kind && kind < n, "item %d is of kind %d, outside [0, %d)", x, kind, n)
	}
	return o
}
