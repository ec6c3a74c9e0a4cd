// Package loops judges loops and functions by their outcomes, says what is wrong with them, and
// looks for the change that makes them fair.
package loops

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A unit is what is run and judged: a loop, a function or a call.
type unit struct{ *machine.Program }

func UnitOf(decl *code.Scope, node ast.Node) unit {
	return unit{&machine.Program{Scope: decl.Of(node)}}
}

// looking is what is found in the loops of a declaration.
type looking struct {
	*code.Scope
	draws      bool     // there is a draw somewhere
	around     int      // loops around what is looked at
	pending    []func() // what reports
	told       []ast.Node
	understood []ast.Node
}

// Find looks at the loops of a declaration from the inside out, and at functions
// that call themselves, as a whole. It returns what it reports, and what it understands.
func Find(in *code.Scope) (told, understood []ast.Node) {
	l := &looking{Scope: in, draws: in.Draws(in.Decl)}
	all := UnitOf(in, in.Decl)
	fd, _ := in.Decl.(*ast.FuncDecl)
	function := fd != nil && fd.Body != nil && (l.draws || in.Named())
	itself := function && all.callsItself(fd)
	var whole Finding
	if itself {
		whole = all.judge()
	}
	if whole.Fault == none || whole.Fault == dealt {
		return nil, nil // whatever its loops would come to alone
	}
	l.within(in.Decl)
	if len(l.pending) > 0 && !all.fairAtLast() {
		for _, tell := range l.pending {
			tell()
		}
	}
	if function && !itself && len(l.told) == 0 && (all.may(pairs) || code.SwapsInLoop(fd) && all.may(skewed)) {
		whole = all.judge()
	}
	if whole.biased() {
		l.tell(all, whole)
	}
	return l.told, l.understood
}

// within looks at the loops in a node, and reports whether one is understood, so that what is around
// it is not looked at.
func (l *looking) within(n ast.Node) (settled bool) {
	ast.Inspect(n, func(child ast.Node) bool {
		switch child := child.(type) {
		case *ast.CallExpr:
			if l.Called(child) == "rand.Shuffle" {
				u := UnitOf(l.Scope, child)
				if f := u.judge(); f.Fault == idle || f.Fault == lossy ||
					f.Fault == stuck && !u.writesElsewhere() {
					l.later(u, f)
				}
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if child != n {
				l.around++
				inner := l.within(child)
				l.around--
				settled = inner || l.loop(UnitOf(l.Scope, child)) || settled
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
	if !f.found() || f.outer && l.around > 0 {
		return false // the loop around it tells
	}
	if f.Law == nil || f.Law.All > 2 { // all items
		l.understood = append(l.understood, u.Unit)
	}
	if f.biased() {
		l.later(u, f)
	}
	return true
}

// later tells of a finding when all loops have been looked at.
func (l *looking) later(u unit, f Finding) {
	if f.Law != nil {
		f.Law.Rounds = l.around > 0
		f.Law.Silent = f.Law.Silent || f.Law.Rounds && u.onBoard() // on which the loops around it move as many
	}
	l.pending = append(l.pending, func() { l.tell(u, f) })
}

func (s unit) callsItself(d *ast.FuncDecl) bool {
	return code.Has(d.Body, func(call *ast.CallExpr) bool {
		fn := s.Callee(call)
		return fn != nil && fn.Origin() == s.Info.Defs[d.Name]
	})
}

// tell reports a biased loop.
func (l *looking) tell(s unit, f Finding) {
	category, what, numbers := f.describe(s)
	if category == "" {
		return
	}
	d := analysis.Diagnostic{Pos: s.Unit.Pos(), Category: category}
	if f.outcome.First != nil {
		d.Pos, d.End = f.outcome.First.Pos(), f.outcome.First.End()
	}
	remedy := "use " + l.ShuffleOf(f.outcome.Marks.Has(machine.Secured))
	if _, ok := s.Unit.(*ast.CallExpr); ok { // of Shuffle itself
		remedy = "swap a[i] and a[j] of all items"
	}
	switch category {
	case "naive", "cycle", "off-by-one":
		if fix, instead, ok := s.fix(); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
			remedy = lower(instead)
		}
	case "lost":
		switch {
		case f.Fault == repeated:
			remedy = "take out the one that is drawn"
		case f.Fault == idle && f.outcome.Marks.Has(machine.Copied):
			remedy = "return the copy"
		}
	case "xor":
		remedy = "swap by assignment"
	}
	d.Message = code.Say(category, what, numbers, "; "+remedy)
	l.told = append(l.told, s.Unit)
	l.Report(d)
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }
