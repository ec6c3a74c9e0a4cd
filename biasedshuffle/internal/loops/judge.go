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
	unclear   fault = iota // it is no shuffle, or not understood
	none                   // all orders of what it moves are equally likely
	dealt                  // places at an end get any items, as a deal gives them, and no others
	Unfair                 // some orders are likelier than others
	stuck                  // one end always gets the same item, and the others are fair
	skewed                 // the items of a sample are not equally likely
	lossy                  // items are lost
	repeated               // of the items that are taken out, one can come twice
	idle                   // each item stays in its place
	emptied                // what is returned has none of the items
	panicking              // it panics on some paths
	coins                  // what is swapped does not depend on a number, as with a coin for each pair
	pairs                  // random pairs are swapped
	single                 // one number serves several swaps
	cycle                  // Sattolo's, of which each order is a single cycle
	permuted               // a permutation is made of swaps
	naive                  // each index is drawn from all
)

// A Finding is what the paths of a unit come to.
type Finding struct {
	Fault   fault
	Law     *machine.Law
	items   int // of the run that it is of
	outcome *machine.Outcome
	outer   bool // it depends on a variable of a loop around this one
}

// biased reports whether the finding is one to report, if its words do.
func (f Finding) biased() bool { return f.Fault > dealt }

// found reports whether the unit is understood.
func (f Finding) found() bool { return f.Fault != unclear }

// fairAtLast reports whether the declaration leaves all that it moves in fair order, such as by
// a shuffle after one that is not fair.
func (s unit) fairAtLast() bool {
	for n := range 2 {
		o, err := s.Run(n+3, machine.NewSymbols(nil, nil, n+3), nil)
		if err != nil || o.Draws == 0 {
			return false
		}
		moved := false
		for _, t := range o.Tables {
			if t.Bad || len(t.Rows) > 1 {
				l, ok := t.Law(o.Cut, o.Marks.Has(machine.Arithmetic))
				if moved = true; !ok || l.Lost.Sign() > 0 || len(l.Still) > 0 || !l.Fair() {
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
func (s unit) judge() Finding {
	s.SetSize()
	f := s.JudgeAt(3)
	switch {
	case f.found():
	case s.onBoard():
		f = s.JudgeAt(2) // of the rows and in each
		if f.Law == nil || f.Law.All < 4 {
			return Finding{}
		}
		return f
	case f.outcome != nil && (s.may(pairs) || s.may(skewed)):
		return s.judgeWindow()
	default:
		return f
	}
	// What holds for 3 items must not be an accident of so few.
	more := s.JudgeAt(4)
	switch {
	case f.Law == nil || more.found() && more.Law == nil:
		if more.Fault != f.Fault || more.outcome.Panics != f.outcome.Panics {
			return Finding{}
		}
	case f.Fault == stuck && more.Fault == Unfair: // two items that move are fair by accident
		return more
	case more.found() && more.biased() != f.biased():
		return Finding{}
	case f.biased() && more.biased() && f.Law.Deals(f.outcome.Draws) && more.Law.Deals(more.outcome.Draws):
		if s.takes() || f.outcome.Draws == more.outcome.Draws && !s.Named() {
			f.Fault = dealt
		}
	}
	return f
}

// takes reports whether the declaration takes as many items from the start as its loop counts to: a deal.
func (s unit) takes() bool {
	loop, ok := s.Unit.(*ast.ForStmt)
	if !ok {
		return false
	}
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	limit, ok := s.ConstantOf(cond.Y)
	return ok && code.Has(s.Decl, func(part *ast.SliceExpr) bool {
		to, high := s.ConstantOf(part.High)
		return high && to == limit
	})
}

// onBoard reports whether the unit writes to elements of elements.
func (s unit) onBoard() bool {
	return code.Has(s.Unit, func(a *ast.AssignStmt) bool {
		return slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool {
			x, ok := ast.Unparen(e).(*ast.IndexExpr)
			return ok && code.IsElement(x.X)
		})
	})
}

// JudgeAt runs the unit with n items and with several values of the integers that
// are not known, and judges by the ones with which it draws most: it must be
// biased with all of them.
func (s unit) JudgeAt(n int) Finding {
	var best Finding
	consider := func(f Finding) {
		if f.Law != nil && best.Law != nil && f.outcome.Draws == best.outcome.Draws &&
			f.Law.String() != best.Law.String() {
			f.Law.Silent, best.Law.Silent = true, true // the numbers depend on what is not known
		}
		switch {
		case !f.found(), f.Fault == none && f.Law.All < 3 && n > 2: // an accident of two items
		case !best.found() || f.outcome.Draws > best.outcome.Draws, f.outcome.Draws == best.outcome.Draws &&
			f.Fault == none:
			best = f
		}
	}
	syms := machine.NewSymbols(nil, nil, n)
	all, err := s.once(n, syms, nil)
	if err == machine.TooMany {
		return Finding{} // the other values of what is not known may be those that do not occur
	}
	consider(all)
	tries := trials(n, len(syms.Index))
	if all.found() && all.outcome.Marks.Has(machine.Reduced) {
		for i := range len(syms.Index) { // which may be a multiple of all bounds
			values := slices.Repeat([]int64{int64(n)}, len(syms.Index))
			values[i] = code.Falling(n, n)
			tries = append(tries, values)
		}
	}
	for _, values := range tries {
		f, _ := s.once(n, machine.NewSymbols(values, syms.Index, n), nil)
		consider(f)
	}
	if !best.found() {
		best.outcome = all.outcome
	}
	// A deal of all items draws from none, and one of all but the last never has that.
	if l := best.Law; best.Fault == none && err == machine.FromNothing && len(syms.Index) == 1 && l.All == n &&
		slices.Equal(l.Still, []int{n - 1}) {
		best.Fault, l.Silent = stuck, true
	}
	for key := range syms.Index {
		obj := syms.Vars[key]
		best.outer = best.outer || obj != nil && obj.Pos() > s.Decl.Pos() && obj.Pos() < s.Unit.Pos() &&
			len(s.Defs[obj]) > 1
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
func (s unit) once(n int, syms *machine.Symbols, changes map[ast.Expr]ast.Expr) (Finding, error) {
	o, err := s.Run(n, syms, changes)
	if err != nil {
		// Which slices are longer than others, and what the code makes sure of before,
		// is not known: only what is certain is said.
		if o != nil && o.Panics != "" && o.Alone && s.Size == 0 && len(syms.Index) == 0 && s.may(panicking) {
			return Finding{Fault: panicking, outcome: o}, err
		}
		return Finding{}, err
	}
	returned := o.Places[machine.Result]
	shuffled := o.Draws > 0 && o.Swaps > 0 && !o.Marks.Has(machine.Handed)
	if returned != nil && s.may(emptied) && shuffled && returned.Empty() {
		return Finding{Fault: emptied, outcome: o}, nil
	}
	f := Finding{outcome: o, items: n}
	for _, t := range o.Tables {
		l, ok := t.Law(o.Cut, o.Marks.Has(machine.Arithmetic))
		if !ok {
			continue
		}
		l.Silent = o.Marks.Has(machine.Uncounted) || o.OnlyPairs() && (s.Free || len(syms.Index) > 0)
		fault := s.faultOf(o, t, l, n, len(syms.Index) == 0)
		switch {
		case fault == none, fault == stuck, fault == skewed, fault == repeated:
			f.Fault, f.Law = fault, l
			return f, nil
		case fault == Unfair || fault == lossy && f.Fault == unclear:
			f.Fault, f.Law = fault, l
		}
	}
	if !f.found() && o.Idle() && s.may(idle) && (!s.returns() || o.Marks.Has(machine.Copied) && returned != nil) {
		f.Fault = idle
	}
	return f, nil
}

// faultOf judges the law of one slice, of n items. All integers may be known. Where items are
// taken out of a slice, what collects them must not have one twice.
func (s unit) faultOf(o *machine.Outcome, t *machine.Table, l *machine.Law, n int, known bool) fault {
	switch {
	case l.Lost.Sign() > 0 && l.Sample.Within(n) && s.may(skewed):
		if !l.Sample.Even(n) {
			return skewed
		}
	case l.Lost.Sign() > 0:
		removed := o.Marks.Has(machine.Removes) && t.First == nil
		if l.All < n && l.Twice.Sign() > 0 && o.Shrinks(t) {
			return repeated
		}
		if o.Marks.Has(machine.Arithmetic) || o.Loses(l, n) && (s.may(lossy) || removed) {
			return lossy
		}
	case l.N < 2, l.All > n && !o.Marks.Has(machine.Nested) && !l.FromOne(n): // such as items put between others
	case l.N == n && l.All > n && !l.Fair(): // a column of a board, or items that are counted from 1
		l.All, l.Still, l.Kept = n, nil, nil
		return Unfair
	case !l.Fair() && (t.Mixed || s.Named()):
		return Unfair
	case !l.Fair(): // several slices are merged
		return none
	case known && len(l.Still) == 1 && l.All == n && (l.Still[0] == 0 || l.Still[0] == n-1):
		return stuck
	case len(l.Still) == 1 && l.All == n && l.Still[0] > 0 && l.Still[0] < n-1 && s.Named():
		return Unfair // both ends are swapped, and the middle never is
	default:
		return none
	}
	return unclear
}

// returns reports whether the unit is a function with results, where the order may be.
func (s unit) returns() bool {
	d, ok := s.Unit.(*ast.FuncDecl)
	return ok && d.Type.Results != nil
}

// judgeWindow runs the unit with 5 and 6 items: one that leaves out some at both ends, or that begins
// after a sample is full, draws too few times with 3.
func (s unit) judgeWindow() Finding {
	f, more := s.JudgeAt(5), s.JudgeAt(6)
	if !f.biased() || f.Law == nil || more.Fault != f.Fault || more.Law == nil || f.Law.Deals(f.outcome.Draws) {
		return Finding{}
	}
	return f
}

// writesElsewhere reports whether the declaration assigns to elements outside of the unit, such as
// to one that the unit leaves where it is.
func (s unit) writesElsewhere() bool {
	return code.Has(s.Decl, func(a *ast.AssignStmt) bool {
		return !code.Within([]ast.Node{s.Unit}, a) && code.Writes(a)
	})
}
