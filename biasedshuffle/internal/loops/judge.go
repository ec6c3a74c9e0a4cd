package loops

import (
	"go/ast"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A fault is what is wrong with a unit that is run: a loop, a function or a call.
type fault int

const (
	unclear  fault = iota // it is no shuffle, or not understood
	none                  // all orders of what it moves are equally likely
	dealt                 // places at an end get any items, as a deal gives them, and no others
	unfair                // some orders are likelier than others
	stuck                 // one end always gets the same item, and the others are fair
	skewed                // the items of a sample are not equally likely
	lossy                 // items are lost
	coins                 // what is swapped does not depend on a number, as with a coin for each pair
	pairs                 // random pairs are swapped
	single                // one number serves several swaps
	cycle                 // Sattolo's, of which each order is a single cycle
	permuted              // a permutation is made of swaps
	naive                 // each index is drawn from all
)

// A finding is what the paths of a unit come to.
type finding struct {
	Fault   fault
	Law     *machine.Law
	outcome *machine.Outcome
}

// biased reports whether the finding is one to report, if its words do.
func (f finding) biased() bool { return f.Fault > dealt }

// found reports whether the unit is understood.
func (f finding) found() bool { return f.Fault != unclear }

// judge runs the unit with 3 items, and with 4 where two that move may be fair by accident, or where
// a loop that ends too early looks like a deal of one.
func (s unit) judge() finding {
	s.SetSize()
	f := s.judgeAt(3)
	switch {
	case !f.found() && f.outcome != nil && s.may(pairs):
		// One that leaves out both ends, or that begins after a sample is full, draws too few times.
		if f = s.judgeAt(5); !f.biased() || f.Law == nil || f.Law.Deals(f.outcome.Draws) {
			return finding{}
		}
		return f
	case f.Law == nil, f.Fault != stuck && !f.Law.Deals(f.outcome.Draws):
		return f
	}
	more := s.judgeAt(4)
	switch {
	case f.Fault == stuck && more.Fault == unfair:
		return more
	case f.biased() && more.biased() && more.Law != nil && more.Law.Deals(more.outcome.Draws) &&
		(s.takes() || f.outcome.Draws == more.outcome.Draws && !s.Named()):
		f.Fault = dealt
	}
	return f
}

// takes reports whether the declaration takes a number of items from the start: a deal.
func (s unit) takes() bool {
	return code.Has(s.Decl, func(part *ast.SliceExpr) bool { _, ok := s.ConstantOf(part.High); return ok })
}

// judgeAt runs the unit with n items and with several values of the integers that are not known, and judges by the ones
// with which it draws most: it must be biased with all of them.
func (s unit) judgeAt(n int) finding {
	var best finding
	consider := func(f finding) {
		if f.Law != nil && best.Law != nil && (f.outcome.Draws == best.outcome.Draws || f.biased() && f.Law.N == n) &&
			f.Law.String() != best.Law.String() {
			f.Law.Silent, best.Law.Silent = true, true // the numbers depend on what is not known
		}
		switch {
		case !f.found(), f.Fault == none && f.Law.All < 3: // an accident of two items
		case !best.found() || f.outcome.Draws > best.outcome.Draws, f.outcome.Draws == best.outcome.Draws &&
			f.Fault == none:
			best = f
		}
	}
	syms := machine.NewSymbols(nil, nil, n)
	all, err := s.once(n, syms, nil)
	switch {
	case err == machine.TooMany && all.outcome.OnlyPairs() && s.may(pairs):
		return finding{Fault: pairs, outcome: all.outcome}
	case err == machine.TooMany:
		return finding{} // the other values of what is not known may be those that do not occur
	}
	consider(all)
	for _, values := range trials(n, len(syms.Index)) {
		f, _ := s.once(n, machine.NewSymbols(values, syms.Index, n), nil)
		consider(f)
	}
	if !best.found() {
		best.outcome = all.outcome
	}
	return best
}

// trials returns the values to try for k integers that are not known, but for the first, where all are n.
func trials(n, k int) [][]int64 {
	if k > 3 {
		return nil
	}
	all := [][]int64{nil}
	for range k {
		var longer [][]int64
		for _, v := range []int{n, n - 1, 0, 1} {
			for _, values := range all {
				longer = append(longer, append(slices.Clip(values), int64(v)))
			}
		}
		all = longer
	}
	return all[1:]
}

// once runs the unit with n items. The error says why the machine gave up.
func (s unit) once(n int, syms *machine.Symbols, changes map[ast.Expr]ast.Expr) (finding, error) {
	o, err := s.Run(n, syms, changes)
	if err != nil {
		return finding{outcome: o}, err
	}
	f := finding{outcome: o}
	for _, t := range o.Tables {
		l, ok := t.Law(o.Cut, o.Marks.Has(machine.Arithmetic))
		if !ok {
			continue
		}
		l.Silent = o.Marks.Has(machine.Uncounted|machine.Rejects) || o.OnlyPairs() && (s.Free || len(syms.Index) > 0)
		fault := s.faultOf(o, t, l, n, len(syms.Index) == 0)
		switch {
		case fault == none, fault == stuck, fault == skewed:
			f.Fault, f.Law = fault, l
			return f, nil
		case fault == unfair || fault == lossy && f.Fault == unclear:
			f.Fault, f.Law = fault, l
		}
	}
	return f, nil
}

// faultOf judges the law of one slice, of n items. All integers may be known. If the items are counted from 1, it makes
// the law that of n items, without the place 0 that none comes to.
func (s unit) faultOf(o *machine.Outcome, t *machine.Table, l *machine.Law, n int, known bool) fault {
	switch {
	case l.Lost.Sign() > 0 && l.Sample.Within(n) && s.may(skewed):
		if !l.Sample.Even(n) {
			return skewed
		}
		return none
	case l.Lost.Sign() > 0:
		removed := o.Marks.Has(machine.Removes) && t.First == nil
		if o.Marks.Has(machine.Arithmetic) || o.Loses(l, n) && (s.may(lossy) || removed) {
			return lossy
		}
	case l.All > n && !l.FromOne(n): // such as items put between others
	case l.N == n && l.All > n && !l.Fair(): // items that are counted from 1
		l.All, l.Still, l.Kept = n, nil, nil
		return unfair
	case !l.Fair():
		return unfair
	case known && len(l.Still) == 1 && l.All == n && (l.Still[0] == 0 || l.Still[0] == n-1):
		return stuck
	default:
		return none
	}
	return unclear
}

// writesElsewhere reports whether the declaration assigns to elements outside of the unit, such as
// to one that the unit leaves where it is.
func (s unit) writesElsewhere() bool {
	return code.Has(s.Decl, func(a *ast.AssignStmt) bool {
		return !code.Within(s.Unit, a) && code.Writes(a)
	})
}
