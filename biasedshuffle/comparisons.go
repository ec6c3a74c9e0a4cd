package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// sorts are the functions that sort by a comparison, which is their second argument.
var sorts = map[string]bool{"sort.Slice": true, "sort.SliceStable": true, "slices.SortFunc": true, "slices.SortStableFunc": true,
	"golang.org/x/exp/slices.SortFunc": true, "golang.org/x/exp/slices.SortStableFunc": true}

// comparisons looks for sorts whose comparison draws.
func (c *checker) comparisons(d ast.Decl) {
	s := c.scope(d, d)
	if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Recv != nil && fd.Name.Name == "Less" {
		if call := s.decides(fd.Body); call != nil {
			c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "comparison", Message: randomComparison + notEqual + "; use " + c.shuffleOf()})
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		lit, byMethod := s.comparison(call)
		if lit == nil {
			return true
		}
		drawn := s.decides(lit.Body)
		if drawn == nil && s.named() {
			c.ties(s, call, lit.Body)
		}
		if byMethod {
			return true
		}
		f := finding{}
		if of := c.scope(d, lit); drawn != nil || of.indexedByDraw() {
			f = of.judgeAt(3)
		}
		proved := f.fault == unfair
		if drawn == nil && proved {
			c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "comparison",
				Message: "a sort by random keys that stay in their places while the items move is no shuffle: " + f.law.String() + "; use " + c.shuffleOf()})
		}
		if drawn == nil {
			return true
		}
		if s.orders(lit) {
			c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "comparison",
				Message: "a sort that breaks ties at random in its comparison is not fair to them: " + notEqual + "; shuffle before a stable sort without it"})
			return true
		}
		numbers := notEqual
		if proved {
			numbers = f.law.String()
		}
		diagnostic := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "comparison", Message: randomComparison + numbers + "; use " + c.shuffleOf()}
		if !s.usesParameters(lit, lit.Body) {
			diagnostic.SuggestedFixes = c.shuffleInstead(s, call, drawn)
		}
		c.report(diagnostic)
		return true
	})
}

// sortsByDraws reports whether a call is of a sort whose comparison draws.
func (s *scope) sortsByDraws(call *ast.CallExpr) bool {
	less, _ := s.comparison(call)
	return less != nil && s.decides(less.Body) != nil
}

// comparison returns the comparison of a sort, or nil, and whether it is a method of
// what is sorted.
func (s *scope) comparison(call *ast.CallExpr) (less *ast.FuncLit, method bool) {
	fn := s.callee(call)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
		return nil, false
	}
	var by types.Object
	switch name := fn.Pkg().Path() + "." + fn.Name(); {
	case name == "sort.Sort" || name == "sort.Stable":
		by, _, _ = types.LookupFieldOrMethod(s.info.TypeOf(call.Args[0]), true, s.pass.Pkg, "Less")
		method = true
	case sorts[name] && len(call.Args) == 2:
		switch f := s.meant(call.Args[1]).(type) {
		case *ast.FuncLit:
			return f, false
		case *ast.Ident:
			by = s.info.Uses[f]
		}
	}
	f, ok := by.(*types.Func)
	if !ok || s.bodies[f.Origin()] == nil {
		return nil, false
	}
	d := s.bodies[f.Origin()]
	return &ast.FuncLit{Type: d.Type, Body: d.Body}, method
}

const randomComparison = "a sort with a random comparison is no shuffle: "

const notEqual = "not all orders are equally likely"

// orders reports whether a comparison that draws also returns what depends on its parameters
// alone, such as that of keys which are not equal.
func (s *scope) orders(f *ast.FuncLit) bool {
	return holds(f.Body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		return ok && !s.draws(r) && s.usesParameters(f, r)
	})
}

// usesParameters reports whether a part of a function uses its parameters.
func (s *scope) usesParameters(f *ast.FuncLit, part ast.Node) bool {
	return holds(f.Type.Params, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && s.info.Defs[id] != nil && s.uses(part, s.info.Defs[id])
	})
}

// decides returns a draw that the result of a comparison depends on. Comparisons
// that keep what they draw, as a key of the item, are in order.
func (s *scope) decides(body *ast.BlockStmt) *ast.CallExpr {
	if writes(body) {
		return nil
	}
	drawn := make(map[types.Object]*ast.CallExpr)
	look := func(e ast.Expr) *ast.CallExpr {
		if e == nil {
			return nil
		}
		if call := s.drawCall(e); call != nil {
			return call
		}
		for n := range ast.Preorder(e) {
			if id, ok := n.(*ast.Ident); ok && drawn[s.info.Uses[id]] != nil {
				return drawn[s.info.Uses[id]]
			}
		}
		return nil
	}
	for n := range ast.Preorder(body) {
		var decisive []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					if call := s.drawCall(n.Rhs[min(i, len(n.Rhs)-1)]); call != nil {
						drawn[s.info.ObjectOf(id)] = call
					}
				}
			}
		case *ast.ReturnStmt:
			decisive = n.Results
		case *ast.IfStmt:
			decisive = []ast.Expr{n.Cond}
		case *ast.SwitchStmt:
			decisive = []ast.Expr{n.Tag}
		}
		for _, e := range decisive {
			if call := look(e); call != nil {
				return call
			}
		}
	}
	return nil
}

// sort sorts new items by a comparison, as sort.Slice and slices.SortFunc sort up
// to 12 of them.
func (m *machine) sort(less *ast.FuncLit) {
	s := m.newItems(m.n, types.Typ[types.Int], "sorted")
	byIndex := false
	if params := less.Type.Params.List; len(params) > 0 {
		byIndex = isInteger(m.info.TypeOf(params[0].Type)) && less.Type.Results != nil &&
			types.Identical(m.info.TypeOf(less.Type.Results.List[0].Type), types.Typ[types.Bool])
	}
	for i := 1; i < s.len; i++ {
		for j := int64(i); j > 0; j-- {
			x, y := value(number{v: j}), value(number{v: j - 1})
			if !byIndex {
				x, y = *m.at(s, j), *m.at(s, j-1)
			}
			f := &frame{map[types.Object]*value{}, m.root}
			m.frame = f
			args := []value{x, y}
			for _, field := range less.Type.Params.List {
				for _, id := range field.Names {
					m.declare(id, args[0])
					args = args[1:]
				}
			}
			m.returned = nil
			m.block(less.Body.List)
			var before bool
			switch v := m.returned.(type) {
			case truth:
				before = v.v
			case number:
				before = v.v < 0
			default:
				m.giveUp("a comparison that is not understood")
				return
			}
			if !before {
				break
			}
			p, q := m.at(s, j), m.at(s, j-1)
			*p, *q = *q, *p
		}
	}
}

// shuffleInstead returns the fix of a sort that stands as a statement: Shuffle of
// the generator that the comparison draws from.
func (c *checker) shuffleInstead(s *scope, call, drawn *ast.CallExpr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(drawn.Fun).(*ast.SelectorExpr)
	fn := s.callee(drawn)
	if !ok || fn == nil || !isRand(fn) {
		return nil
	}
	from, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	switch ast.Unparen(call.Args[0]).(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return nil
	}
	if obj := s.info.Uses[from]; obj == nil || obj.Pos() > call.Pos() {
		return nil // of the comparison itself
	}
	a := c.source(call.Args[0])
	text := fmt.Sprintf("%s.Shuffle(len(%s), func(i, j int) { %[2]s[i], %[2]s[j] = %[2]s[j], %[2]s[i] })", from.Name, a)
	edits := []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(text)}}
	return []analysis.SuggestedFix{{Message: "Shuffle instead of sorting", TextEdits: edits}}
}
