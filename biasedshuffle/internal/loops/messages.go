package loops

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// kind says more of a fault in the order of the items.
func (f finding) kind(s unit) fault {
	l, o := f.Law, f.outcome
	drawn := s.DrawCall(s.Unit)
	switch {
	case o.OnlyPairs() && (f.Fault == unfair || f.Fault == stuck):
		return pairs
	case f.Fault != unfair:
		return f.Fault
	case l.Cut.Sign() == 0 && l.Cycles():
		return cycle
	case o.Marks.Has(machine.Permuted) && (drawn == nil || s.Called(drawn) == "rand.Perm"):
		return permuted
	case o.Draws == 1 && o.Swaps > 1 && !o.Marks.Has(machine.Arithmetic):
		return single
	case o.Equal && o.Draws >= l.All && len(l.Rows) == int(machine.Falling(l.All, l.All)):
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
	case skewed:
		return "off-by-one", "a sample that is not fair: some items are likelier than others", ""
	case lossy:
		if o.Marks.Has(machine.Arithmetic) {
			return "xor", "this clears an item that is swapped with itself", numbers
		}
		return "lost", "items are lost, and others are there twice", numbers
	case pairs:
		return "random-swaps", "swaps of random pairs are no shuffle", numbers
	case stuck:
		end := "first"
		if l.Still[0] > 0 {
			end = "last"
		}
		if which := slices.Index(l.Items(), l.Kept[0]); which != l.Still[0] {
			return "off-by-one", fmt.Sprintf("the %s place always gets the same item, number %d", end, which+1), numbers
		}
		// Else the items after it are shuffled as they should be.
		if end == "last" || o.Marks.Has(machine.Trivial) || s.Plain() {
			return "off-by-one", fmt.Sprintf("the %s item never moves", end), numbers
		}
	case cycle:
		if !s.cyclesOnPurpose() {
			return "cycle", "a single cycle (Sattolo)", numbers
		}
	case permuted:
		return "reuse", "swaps by a permutation, one by one", numbers
	case naive:
		return "naive", "a naive shuffle", numbers
	case single, unfair:
		if o.Draws < o.Swaps && !o.Marks.Has(machine.Arithmetic) {
			return "reuse", "one random number serves several swaps", numbers
		}
		return "off-by-one", "not every place is as likely", numbers
	}
	return "", "", ""
}

// needs says what the name of a function must say at least for a fault to be one: without it the
// same code may mean something else, such as draws with replacement. All other faults are read off
// the code alone, and no name makes one.
var needs = map[fault]code.Intent{
	lossy:  code.MeansShuffle,
	coins:  code.MeansMixing,
	pairs:  code.MeansMixing,
	single: code.MeansMixing,
	skewed: code.MeansSample,
}

// may reports whether the name of the function lets a fault be one.
func (s unit) may(be fault) bool {
	least, some := needs[be]
	return !some || s.Means(least) || least == code.MeansMixing && s.Named() || be == pairs && s.Means(code.MeansSample)
}

// cyclesOnPurpose reports whether a single cycle is what is meant: the function says so, or
// follows it from item to item.
func (s unit) cyclesOnPurpose() bool {
	return s.Means(code.MeansCycle) || code.Has(s.Decl, func(a *ast.AssignStmt) bool {
		next, ok := s.Unconverted(a.Rhs[0]).(*ast.IndexExpr)
		at := s.Object(a.Lhs[0])
		return ok && len(a.Lhs) == 1 && at != nil && !code.IsElement(a.Lhs[0]) &&
			s.Object(s.Unconverted(next.Index)) == at
	})
}
