package biasedshuffle

import (
	"go/ast"
	"slices"
)

// A fault is what is wrong with a unit that is run: a loop, a function or a call.
type fault int

const (
	unclear   fault = iota // it is no shuffle, or not understood
	none                   // all orders of what it moves are equally likely
	dealt                  // places at an end get any items, as a deal gives them, and no others
	unfair                 // some orders are likelier than others
	stuck                  // one end always gets the same item, and the others are fair
	skewed                 // the items of a sample are not equally likely
	lossy                  // items are lost
	idle                   // each item stays in its place
	emptied                // what is returned has none of the items
	panicking              // it panics on some paths
)

// A finding is what the paths of a unit come to.
type finding struct {
	fault   fault
	law     *law
	items   int // of the run that it is of
	outcome *outcome
	outer   bool // it depends on a variable of a loop around this one
}

// biased reports whether the finding is one to report, if its words do.
func (f finding) biased() bool { return f.fault > dealt }

// found reports whether the unit is understood.
func (f finding) found() bool { return f.fault != unclear }

// fairAtLast reports whether the declaration leaves all that it moves in fair order, such as by
// a shuffle after one that is not fair.
func (s unit) fairAtLast() bool {
	for n := range 2 {
		o, err := s.run(n+3, newSymbols(nil, nil, n+3), nil)
		if err != nil || o.draws == 0 {
			return false
		}
		moved := false
		for _, t := range o.tables {
			if t.bad || len(t.rows) > 1 {
				l, ok := t.law(o.cut, o.marks.has(arithmetic))
				if moved = true; !ok || l.lost.Sign() > 0 || len(l.still) > 0 || !l.fair() {
					return false
				}
			}
		}
		if !moved {
			return false
		}
	}
	return true
}

// judge runs the unit with 3 and 4 items.
func (s unit) judge() finding {
	s.setSize()
	f := s.judgeAt(3)
	switch {
	case f.found():
	case s.onBoard():
		f = s.judgeAt(2) // of the rows and in each
		if f.law == nil || f.law.all < 4 {
			return finding{}
		}
		return f
	case f.outcome != nil && (s.named() || s.samples()):
		return s.judgeWindow()
	default:
		return f
	}
	// What holds for 3 items must not be an accident of so few.
	more := s.judgeAt(4)
	switch {
	case f.law == nil || more.found() && more.law == nil:
		if more.fault != f.fault || more.outcome.panics != f.outcome.panics {
			return finding{}
		}
	case f.fault == stuck && more.fault == unfair: // two items that move are fair by accident
		return more
	case more.found() && more.biased() != f.biased():
		return finding{}
	case f.biased() && more.biased() && f.law.deals(f.outcome.draws) && more.law.deals(more.outcome.draws):
		if s.takes() || f.outcome.draws == more.outcome.draws && !s.named() {
			f.fault = dealt
		}
	}
	return f
}

// takes reports whether the declaration takes as many items from the start as its loop counts to: a deal.
func (s unit) takes() bool {
	loop, ok := s.unit.(*ast.ForStmt)
	if !ok {
		return false
	}
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	limit, ok := s.constantOf(cond.Y)
	return ok && holds(s.decl, func(n ast.Node) bool {
		part, ok := n.(*ast.SliceExpr)
		if !ok {
			return false
		}
		to, high := s.constantOf(part.High)
		return high && to == limit
	})
}

// onBoard reports whether the unit writes to elements of elements.
func (s unit) onBoard() bool {
	return holds(s.unit, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool {
			x, ok := ast.Unparen(e).(*ast.IndexExpr)
			return ok && isElement(x.X)
		})
	})
}

// judgeAt runs the unit with n items and with several values of the integers that
// are not known, and judges by the ones with which it draws most: it must be
// biased with all of them.
func (s unit) judgeAt(n int) finding {
	var best finding
	consider := func(f finding) {
		switch {
		case !f.found(), f.fault == none && f.law.all < 3 && n > 2: // an accident of two items
		case !best.found() || f.outcome.draws > best.outcome.draws, f.outcome.draws == best.outcome.draws &&
			f.fault == none:
			best = f
		}
	}
	syms := newSymbols(nil, nil, n)
	all, err := s.once(n, syms, nil)
	if err == tooMany {
		return finding{} // the other values of what is not known may be those that do not occur
	}
	consider(all)
	for _, values := range trials(n, len(syms.index)) {
		f, _ := s.once(n, newSymbols(values, syms.index, n), nil)
		consider(f)
	}
	if !best.found() {
		best.outcome = all.outcome
	}
	// A deal of all items draws from none, and one of all but the last never has that.
	if l := best.law; best.fault == none && err == fromNothing && len(syms.index) == 1 && l.all == n &&
		slices.Equal(l.still, []int{n - 1}) {
		best.fault, l.silent = stuck, true
	}
	for key := range syms.index {
		obj := syms.vars[key]
		best.outer = best.outer || obj != nil && obj.Pos() > s.decl.Pos() && obj.Pos() < s.unit.Pos() &&
			len(s.defs[obj]) > 1
	}
	return best
}

// trials returns the values to try for k integers that are not known, but for the
// first, where all are n.
func trials(n, k int) (all [][]int64) {
	if k == 0 || k > 3 {
		return nil
	}
	tries := []int64{int64(n), int64(n) - 1, 0, 1}
	total := 1
	for range k {
		total *= len(tries)
	}
	for t := 1; t < total; t++ {
		values := make([]int64, k)
		for i, rest := 0, t; i < k; i, rest = i+1, rest/len(tries) {
			values[i] = tries[rest%len(tries)]
		}
		all = append(all, values)
	}
	return all
}

// once runs the unit with n items. The error says why the machine gave up.
func (s unit) once(n int, syms *symbols, changes map[ast.Expr]change) (finding, error) {
	o, err := s.run(n, syms, changes)
	if err != nil {
		// Which slices are longer than others, and what the code makes sure of before,
		// is not known: only what is certain is said.
		if o != nil && o.panics != "" && o.alone && s.size == 0 && len(syms.index) == 0 && s.named() {
			return finding{fault: panicking, outcome: o}, err
		}
		return finding{}, err
	}
	if t := o.places[result]; t != nil && s.named() && o.draws > 0 && o.swaps > 0 && !o.marks.has(handed) && t.empty() {
		return finding{fault: emptied, outcome: o}, nil
	}
	f := finding{outcome: o, items: n}
	for _, t := range o.tables {
		l, ok := t.law(o.cut, o.marks.has(arithmetic))
		if !ok {
			continue
		}
		l.silent = o.marks.has(uncounted) || o.onlyPairs() && (s.free || len(syms.index) > 0)
		fault := s.faultOf(o, t, l, n, len(syms.index) == 0)
		switch {
		case fault == none, fault == stuck, fault == skewed:
			f.fault, f.law = fault, l
			return f, nil
		case fault == unfair || fault == lossy && f.fault == unclear:
			f.fault, f.law = fault, l
		}
	}
	if !f.found() && o.idle() && (!s.returns() || o.marks.has(copied) && o.places[result] != nil) && s.named() {
		f.fault = idle
	}
	return f, nil
}

// faultOf judges the law of one slice, of n items. All integers may be known. Where items are
// taken out of a slice, what collects them must not have one twice.
func (s unit) faultOf(o *outcome, t *table, l *law, n int, known bool) fault {
	switch {
	case l.lost.Sign() > 0 && l.sample.within(n) && s.samples():
		if !l.sample.even(n) {
			return skewed
		}
	case l.lost.Sign() > 0:
		if o.marks.has(arithmetic) || o.loses(l, n) && (s.named() || o.marks.has(removes) && t.first == nil) {
			return lossy
		}
	case l.n < 2, l.all > n && !o.marks.has(nested) && !l.fromOne(n): // such as items put between others
	case l.n == n && l.all > n && !l.fair(): // a column of a board, or items that are counted from 1
		l.all, l.still, l.kept = n, nil, nil
		return unfair
	case !l.fair():
		return unfair
	case known && len(l.still) == 1 && l.all == n && (l.still[0] == 0 || l.still[0] == n-1):
		return stuck
	case len(l.still) == 1 && l.all == n && l.still[0] > 0 && l.still[0] < n-1 && s.named():
		return unfair // both ends are swapped, and the middle never is
	default:
		return none
	}
	return unclear
}

// samples reports whether the function says that it takes a sample.
func (s unit) samples() bool { return s.means(meansSample) }

// returns reports whether the unit is a function with results, where the order may be.
func (s unit) returns() bool {
	d, ok := s.unit.(*ast.FuncDecl)
	return ok && d.Type.Results != nil
}

// judgeWindow runs the unit with 5 and 6 items: one that leaves out some at both ends, or that begins
// after a sample is full, draws too few times with 3.
func (s unit) judgeWindow() finding {
	f, more := s.judgeAt(5), s.judgeAt(6)
	if !f.biased() || f.law == nil || more.fault != f.fault || more.law == nil || f.law.deals(f.outcome.draws) {
		return finding{}
	}
	return f
}

// writesElsewhere reports whether the declaration assigns to elements outside of the unit, such as
// to one that the unit leaves where it is.
func (s unit) writesElsewhere() bool {
	return holds(s.decl, func(n ast.Node) bool {
		_, ok := n.(*ast.AssignStmt)
		return ok && !(s.unit.Pos() <= n.Pos() && n.End() <= s.unit.End()) && writes(n)
	})
}
