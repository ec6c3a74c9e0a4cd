// Package loops judges loops and functions by their outcomes, says what is wrong with them, and
// looks for the change that makes them fair.
package loops

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A unit is what is run and judged: a loop, a function or a call.
type unit struct{ *machine.Program }

// unitOf returns a part of a declaration.
func unitOf(decl *code.Scope, node ast.Node) unit {
	return unit{&machine.Program{Scope: decl.Of(node)}}
}

// looking is what is found in the loops of a declaration.
type looking struct {
	*code.Scope
	draws   bool // there is a draw somewhere
	around  int  // loops around what is looked at
	settled bool // something is reported, or understood
}

// Find looks at the loops of a declaration from the inside out, and at functions that call themselves, as a whole.
func Find(in *code.Scope) {
	l := &looking{Scope: in, draws: in.Draws(in.Decl)}
	all := unitOf(in, in.Decl)
	function := in.Func != nil && in.Func.Body != nil && (l.draws || in.Named())
	itself := function && code.Has(in.Func.Body, func(call *ast.CallExpr) bool {
		fn := in.Callee(call)
		return fn != nil && fn.Origin() == in.Info.Defs[in.Func.Name]
	})
	var whole finding
	if itself {
		whole = all.judge()
	}
	if whole.Fault == none || whole.Fault == dealt {
		return // whatever its loops would come to alone
	}
	l.within(in.Decl)
	if function && !itself && !l.settled && all.may(pairs) {
		whole = all.judge()
	}
	if whole.biased() {
		l.tell(all, whole)
	}
}

// within looks at the loops in a node, and reports whether one is understood, so that what is around
// it is not looked at.
func (l *looking) within(n ast.Node) (settled bool) {
	ast.Inspect(n, func(child ast.Node) bool {
		switch child := child.(type) {
		case *ast.CallExpr:
			if l.Called(child) == "rand.Shuffle" {
				u := unitOf(l.Scope, child)
				if f := u.judge(); f.Fault == lossy || f.Fault == stuck && !u.writesElsewhere() {
					l.tell(u, f)
				}
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if child != n {
				l.around++
				inner := l.within(child)
				l.around--
				settled = inner || l.loop(unitOf(l.Scope, child)) || settled
				return false
			}
		}
		return true
	})
	return settled
}

// loop judges a loop, and reports whether it is understood.
func (l *looking) loop(u unit) bool {
	if !l.draws || !u.Draws(u.Unit) && !code.Writes(u.Unit) { // at what is drawn before
		return false
	}
	f := u.judge()
	if !f.found() {
		return false
	}
	l.settled = l.settled || f.Law == nil || f.Law.All > 2
	if f.biased() {
		l.tell(u, f)
	}
	return true
}

// tell reports a biased loop.
func (l *looking) tell(s unit, f finding) {
	if f.Law != nil {
		f.Law.Silent = f.Law.Silent || l.around > 0 // the numbers are those of one of several rounds
	}
	category, what, numbers := f.describe(s)
	fair := func(n ast.Node) bool { return n.Pos() > s.Unit.End() && l.Called(n) == "rand.Shuffle" }
	if category == "" || code.Has(l.Decl, fair) {
		return
	}
	d := analysis.Diagnostic{Pos: s.Unit.Pos(), Category: category}
	drawn := l.DrawCall(s.Unit)
	if drawn != nil {
		d.Pos, d.End = drawn.Pos(), drawn.End()
	}
	remedy := "use " + l.ShuffleOf(drawn)
	if _, ok := s.Unit.(*ast.CallExpr); ok { // of Shuffle itself
		remedy = "swap a[i] and a[j] of all items"
	}
	if f.Fault == skewed {
		remedy = "draw below i+1"
	}
	switch {
	case f.outcome.Marks.Has(machine.Rejects | machine.Uncounted):
	case category == "naive", category == "cycle", category == "off-by-one":
		if fixes, instead := s.fix(); fixes != nil {
			d.SuggestedFixes = fixes
			remedy = "replace " + instead
		}
	case category == "xor":
		remedy = "swap by assignment"
	}
	d.Message = code.Say(category, what, numbers, "; "+remedy)
	l.settled = true
	l.Report(d)
}
