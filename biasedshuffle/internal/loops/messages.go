package loops

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// kind says more of a fault in the order of the items.
func (f finding) kind(s unit) fault {
	l, o := f.Law, f.outcome
	sums, drawn := o.Marks.Has(machine.Arithmetic), s.DrawCall(s.Unit)
	switch {
	case f.Fault != unfair && f.Fault != stuck:
		return f.Fault
	case o.OnlyPairs():
		return pairs
	case f.Fault == stuck:
		return stuck
	case l.Cut.Sign() == 0 && l.Cycles():
		return cycle
	case o.Marks.Has(machine.Permuted) && (drawn == nil || s.Called(drawn) == "rand.Perm"):
		return permuted
	case o.Draws < o.Swaps && !sums && o.Draws == 1:
		return single
	case o.Equal && o.Draws >= l.All && len(l.Rows) == int(code.Falling(l.All, l.All)):
		return naive
	}
	return unfair
}

// describe returns the category, what is biased, and the numbers, or nothing where the
// name of the function doesn't claim enough.
func (f finding) describe(s unit) (category, what, numbers string) {
	l, o := f.Law, f.outcome
	kind := f.kind(s)
	if l != nil && f.Fault != skewed {
		numbers = l.Numbers()
		if !o.Marks.Has(machine.AtRandom) && f.Fault != lossy && !s.may(coins) || kind != lossy && !s.may(kind) {
			return "", "", ""
		}
	}
	switch kind {
	case lossy:
		if o.Marks.Has(machine.Arithmetic) {
			return "xor", "this clears an item that is swapped with itself", numbers
		}
	case stuck:
		if what = f.end(s); what == "" {
			return "", "", ""
		}
	case cycle:
		if s.cyclesOnPurpose() {
			return "", "", ""
		}
	case unfair:
		if o.Draws < o.Swaps && !o.Marks.Has(machine.Arithmetic) {
			kind = single
		}
	}
	return texts[kind].category, cmp.Or(what, texts[kind].what), numbers
}

// texts are the categories of faults, and what is biased, but for a stuck item.
var texts = map[fault]struct{ category, what string }{
	skewed:   {"off-by-one", "a sample that is not fair: some items are likelier than others"},
	lossy:    {"lost", "items are lost, and others are there twice"},
	pairs:    {"random-swaps", "swaps of random pairs are no shuffle"},
	stuck:    {"off-by-one", ""},
	cycle:    {"cycle", "a single cycle (Sattolo)"},
	permuted: {"reuse", "swaps by a permutation, one by one"},
	naive:    {"naive", "a naive shuffle"},
	single:   {"reuse", "one random number serves several swaps"},
	unfair:   {"off-by-one", "not every place is as likely"},
}

// end says which item is stuck at an end, or nothing where the items after it are shuffled as they should be.
func (f finding) end(s unit) string {
	l, end := f.Law, "first"
	if l.Still[0] > 0 {
		end = "last"
	}
	if which := slices.Index(l.Items(), l.Kept[0]); which != l.Still[0] {
		return fmt.Sprintf("the %s place always gets the same item, number %d", end, which+1)
	}
	if end == "first" && !f.outcome.Marks.Has(machine.Trivial) && !s.Plain() {
		return ""
	}
	return fmt.Sprintf("the %s item never moves", end)
}
