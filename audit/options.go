package audit

import (
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

	// Unordered is for deals of a part of the items whose order means nothing, such as
	// hands of cards, and lottery numbers in ascending order. Only bets on which items a
	// deal has are made.
	Unordered bool

	// Kinds are for items that cannot be told apart, such as the cards of several decks:
	// the kind of each item, in [0, n), or nil if all items differ. In each deal the items
	// of a kind must be numbered at random, independently of all deals. Bets on repeats
	// are then on the kinds; all others are on the numbers, and find less.
	Kinds []int

	// Remember is the number of deals to remember to find repeats; 0 means a million,
	// which takes about 150 MB.
	Remember int

	// Names are the names of the items in texts; nil means their numbers from 1. Long
	// names are truncated, and all are made safe for terminals.
	Names []string

	// Rate, in (0, 1), bounds the expected share of false findings among those that a report lists; 0 means 0.01.
	Rate float64
}

// checkKinds panics if the kinds are not those of n items.
func (o *Options) checkKinds(n int) {
	if o.Kinds == nil {
		return
	}
	if len(o.Kinds) != n {
		panic(fmt.Sprintf("audit: kinds of %d of %d items", len(o.Kinds), n))
	}
	for x, kind := range o.Kinds {
		if kind < 0 || kind >= n {
			panic(fmt.Sprintf("audit: item %d is of kind %d, outside [0, %d)", x, kind, n))
		}
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
	set := func(value *float64, usual float64, name string) {
		if *value == 0 {
			*value = usual
		}
		if !(*value > 0 && *value < 1) {
			panic(fmt.Sprintf("audit: %s is %v, outside (0, 1)", name, *value))
		}
	}
	if n < 2 || n > 1<<24 {
		panic(fmt.Sprintf("audit: a shuffle of %d items, outside [2, 2²⁴]", n))
	}
	set(&o.Alpha, usualAlpha, "Alpha")
	set(&o.Rate, 0.01, "Rate")
	if o.Take == 0 {
		o.Take = n
	}
	if o.Take < 1 || o.Take > n {
		panic(fmt.Sprintf("audit: deals of %d of %d items", o.Take, n))
	}
	if o.Remember == 0 {
		o.Remember = 1 << 20
	}
	if o.Remember < 0 {
		panic(fmt.Sprintf("audit: remember %d deals", o.Remember))
	}
	if o.Names != nil && len(o.Names) != n {
		panic(fmt.Sprintf("audit: %d names of %d items", len(o.Names), n))
	}
	if o.Unordered && (o.Take == n || n > MostUnordered) {
		panic(fmt.Sprintf("audit: sets of %d of %s items", o.Take, label.Number(int64(n))))
	}
	o.checkKinds(n)
	return o
}
