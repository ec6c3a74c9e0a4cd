package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// loops looks at the loops of a declaration from the inside out, and at functions
// that call themselves, as a whole.
func (c *checker) loops(d ast.Decl) {
	var stack []ast.Node // of loops
	settled := make(map[ast.Node]bool)
	var pending []func()
	all := c.program(d, d)
	later := func(s *program, f finding) {
		if f.law != nil {
			f.law.rounds = len(stack) > 0
		}
		pending = append(pending, func() { c.tell(s, f) })
	}
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(child ast.Node) bool {
			switch child := child.(type) {
			case *ast.CallExpr:
				if fn := all.callee(child); fn != nil && isRand(fn) && fn.Name() == "Shuffle" && len(child.Args) == 2 {
					s := c.program(d, child)
					if f := s.judge(); f.fault == idle || f.fault == lossy || f.fault == stuck &&
						!s.writesElsewhere() && !leavesOne(child) {
						later(s, f)
					}
				}
			case *ast.ForStmt, *ast.RangeStmt:
				if child == n {
					return true
				}
				stack = append(stack, child)
				visit(child)
				stack = stack[:len(stack)-1]
				if settled[child] {
					for _, around := range stack {
						settled[around] = true
					}
					return false
				}
				s := c.program(d, child)
				if !s.draws(child) && !(writes(child) && s.indexedByDraw()) {
					return false
				}
				f := s.judge()
				if f.outer && len(stack) > 0 {
					return false // the loop around it tells
				}
				if f.found() {
					if f.law == nil || f.law.all > 2 { // all items
						c.judged = append(c.judged, child)
					}
					for _, around := range stack {
						settled[around] = true
					}
				}
				if f.biased() {
					later(s, f)
				}
				return false
			}
			return true
		})
	}
	visitAll := func() {
		visit(d)
		if len(pending) > 0 && all.fairAtLast() {
			pending = nil
		}
		for _, tell := range pending {
			tell()
		}
	}
	fd, _ := d.(*ast.FuncDecl)
	if fd == nil || fd.Body == nil || !all.draws(fd.Body) && !all.named() {
		visitAll()
		return
	}
	var whole finding
	itself := c.callsItself(fd)
	if itself {
		whole = all.judge()
	}
	if whole.fault == none || whole.fault == dealt {
		return // whatever its loops would come to alone
	}
	before := len(c.told)
	visitAll()
	if !itself && len(c.told) == before && (all.named() || swapsInLoop(fd) && all.samples()) {
		whole = all.judge()
	}
	if whole.fault == stuck && holds(fd.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && all.callee(call) != nil && isRand(all.callee(call)) && leavesOne(call)
	}) {
		return
	}
	if whole.biased() {
		c.tell(all, whole)
	}
}

func (c *checker) program(decl ast.Decl, unit ast.Node) *program {
	return &program{scope: c.scope(decl, unit)}
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

func (c *checker) callsItself(d *ast.FuncDecl) bool {
	s := c.scope(d, d)
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
func (s *scope) indexedByDraw() bool {
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
func (c *checker) tell(s *program, f finding) {
	category, message := f.describe(s)
	if category == "" {
		return
	}
	d := analysis.Diagnostic{Pos: s.unit.Pos(), Category: category, Message: message}
	if f.outcome.first != nil {
		d.Pos, d.End = f.outcome.first.Pos(), f.outcome.first.End()
	}
	remedy := "use " + c.shuffleOf()
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
	c.told = append(c.told, s.unit)
	c.report(d)
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }
