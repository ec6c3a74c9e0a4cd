package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A unit is what is run and judged: a loop, a function or a call.
type unit struct{ *program }

func unitOf(decl *scope, node ast.Node) unit { return unit{&program{scope: decl.of(node)}} }

// looking is what is found in the loops of a declaration.
type looking struct {
	*scope
	around     int      // loops around what is looked at
	pending    []func() // what reports
	told       []ast.Node
	understood []ast.Node
}

// findLoops looks at the loops of a declaration from the inside out, and at functions
// that call themselves, as a whole. It returns what it reports, and what it understands.
func findLoops(in *scope) (told, understood []ast.Node) {
	l := &looking{scope: in}
	all := unitOf(in, in.decl)
	fd, _ := in.decl.(*ast.FuncDecl)
	function := fd != nil && fd.Body != nil && (in.draws(fd.Body) || in.named())
	itself := function && all.callsItself(fd)
	var whole finding
	if itself {
		whole = all.judge()
	}
	if whole.fault == none || whole.fault == dealt {
		return nil, nil // whatever its loops would come to alone
	}
	l.within(in.decl)
	if len(l.pending) > 0 && !all.fairAtLast() {
		for _, tell := range l.pending {
			tell()
		}
	}
	if function && !itself && len(l.told) == 0 && (in.named() || swapsInLoop(fd) && all.samples()) {
		whole = all.judge()
	}
	if whole.biased() && !(whole.fault == stuck && holds(fd.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && in.shufflesBy(call) && leavesOne(call)
	})) {
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
			if l.shufflesBy(child) {
				u := unitOf(l.scope, child)
				if f := u.judge(); f.fault == idle || f.fault == lossy || f.fault == stuck &&
					!u.writesElsewhere() && !leavesOne(child) {
					l.later(u, f)
				}
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if child != n {
				l.around++
				inner := l.within(child)
				l.around--
				settled = inner || l.loop(unitOf(l.scope, child)) || settled
				return false
			}
		}
		return true
	})
	return settled
}

// loop judges a loop, and reports whether it is understood.
func (l *looking) loop(u unit) bool {
	if !u.draws(u.unit) && !(writes(u.unit) && u.indexedByDraw()) {
		return false
	}
	f := u.judge()
	if !f.found() || f.outer && l.around > 0 {
		return false // the loop around it tells
	}
	if f.law == nil || f.law.all > 2 { // all items
		l.understood = append(l.understood, u.unit)
	}
	if f.biased() {
		l.later(u, f)
	}
	return true
}

// later tells of a finding when all loops have been looked at.
func (l *looking) later(u unit, f finding) {
	if f.law != nil {
		f.law.rounds = l.around > 0
	}
	l.pending = append(l.pending, func() { l.tell(u, f) })
}

// leavesOne reports whether a call of Shuffle is for the items after the first by what it says:
// by x[1:], or by an index that is one more.
func leavesOne(call *ast.CallExpr) bool {
	return holds(call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			return true
		case *ast.IndexExpr:
			sum, ok := n.Index.(*ast.BinaryExpr)
			return ok && sum.Op == token.ADD
		}
		return false
	})
}

func (s unit) callsItself(d *ast.FuncDecl) bool {
	return holds(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := s.callee(call)
		return fn != nil && fn.Origin() == s.info.Defs[d.Name]
	})
}

// indexedByDraw reports whether the unit has an index that was drawn before it, or
// elements of what was.
func (s unit) indexedByDraw() bool {
	drawn := func(id *ast.Ident) bool {
		obj, ok := s.info.Uses[id].(*types.Var)
		if !ok || obj.Pos() >= s.unit.Pos() && obj.Pos() <= s.unit.End() {
			return false
		}
		def, ok := s.definition(obj)
		return ok && def != nil && s.draws(def)
	}
	if loop, ok := s.unit.(*ast.RangeStmt); ok {
		if id, ok := loop.X.(*ast.Ident); ok && drawn(id) {
			return true // a permutation
		}
	}
	return holds(s.unit, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && holds(x, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return ok && drawn(id)
		})
	})
}

// tell reports a biased loop.
func (l *looking) tell(s unit, f finding) {
	category, message := f.describe(s)
	if category == "" {
		return
	}
	d := analysis.Diagnostic{Pos: s.unit.Pos(), Category: category, Message: message}
	if f.outcome.first != nil {
		d.Pos, d.End = f.outcome.first.Pos(), f.outcome.first.End()
	}
	remedy := "use " + l.shuffleOf()
	if _, ok := s.unit.(*ast.CallExpr); ok { // of Shuffle itself
		remedy = "swap a[i] and a[j], and give Shuffle the number of all items"
	}
	switch category {
	case "naive", "cycle", "off-by-one":
		if edit, what, ok := s.fix(); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: what + ", which makes all orders equally likely",
				TextEdits: []analysis.TextEdit{edit}}}
			remedy += ", or " + lower(what)
		}
	case "lost":
		if f.fault == idle && f.outcome.marks.has(copied) {
			remedy = "shuffle the items themselves, or return the copy"
		}
	case "xor":
		remedy = "swap by assignment"
	}
	d.Message += "; " + remedy
	l.told = append(l.told, s.unit)
	l.report(d)
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }
