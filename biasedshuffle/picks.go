package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// picks looks for x[rand.Intn(len(x)-1)], which never is the last item. The same bound is
// right for a pivot, a place between two items, or where the last is treated apart: so it is
// reported only where the item is read, in code that is no test, does not put items in
// order, and takes neither the last item by itself nor the one after.
func (c *checker) picks(d ast.Decl, understood []ast.Node) {
	s := c.scope(d, d)
	found := make(map[ast.Expr]ast.Expr) // what is drawn from, by the draw
	apart := make(map[string]bool)       // what is drawn from as a whole, or whose last item is taken
	written := make(map[ast.Expr]bool)
	moved := make(map[ast.Expr]bool) // to another place of the same
	for n := range ast.Preorder(d) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				written[ast.Unparen(e)] = true
				if to, from := s.object(e), n.Rhs[min(i, len(n.Rhs)-1)]; isElement(e) && isElement(from) &&
					s.object(from) == to {
					moved[ast.Unparen(from)] = true
				}
			}
		case *ast.IncDecStmt:
			written[ast.Unparen(n.X)] = true
		case *ast.CallExpr:
			c.constantDraw(s, n)
		case *ast.RangeStmt:
			if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && n.Key != nil && n.Value == nil &&
				s.permutes(call) && !isBlank(n.Key) {
				c.find(n.X, "lost", "the permutation is not used: a range over it counts from 0 up; take its values, "+
					"with for _, i := range")
			}
		case *ast.IndexExpr:
			r, ok := s.drawn(n.Index)
			if ok && r.draw != nil && r.of == nil && r.low == 0 && s.constantLength(n.X) == r.high+1 && !s.testing() {
				c.find(r.draw, "off-by-one", fmt.Sprintf("off by one: the last of the %d in %s is never drawn; draw "+
					"below len(%[2]s)", r.high+1, types.ExprString(n.X)))
			}
			if !ok || r.of == nil || types.ExprString(r.of) != types.ExprString(n.X) {
				continue
			}
			switch x := types.ExprString(n.X); {
			case r.draw == nil:
				apart[x] = apart[x] || r.high == -1 && !moved[n]
			case r.low == 0 && r.high == 0:
				apart[x] = true
			case r.low == 0 && r.high == -1:
				if id, ok := s.unconverted(n.Index).(*ast.Ident); !written[n] && (!ok || !s.precedes(s.info.Uses[id])) {
					found[r.draw] = n.X
				}
			case r.low == r.high && (r.low == -1 || r.low == 1) && n.Index.Pos() <= r.draw.Pos() &&
				r.draw.End() <= n.Index.End():
				past := map[int64]string{-1: "-1", 1: "len(" + x + ")"}[r.low]
				c.find(n, "off-by-one", "off by one: the index may be "+past+
					", which panics; use the number that is drawn as it is")
			}
		}
	}
	for draw, of := range found {
		x := types.ExprString(of)
		if s.testing() || apart[x] || within(understood, draw) || s.puts(of) {
			continue
		}
		var fixes []analysis.SuggestedFix
		for n := range ast.Preorder(draw) {
			if less, ok := n.(*ast.BinaryExpr); ok && less.Op == token.SUB && s.lengthOf(less.X) != nil {
				fixes = []analysis.SuggestedFix{{Message: "Draw from all items",
					TextEdits: []analysis.TextEdit{{Pos: less.X.End(), End: less.End()}}}}
			}
		}
		c.find(draw, "off-by-one", "off by one: the last item of "+x+" is never drawn; draw below len("+x+
			")", fixes...)
	}
}

// constantDraw reports calls that draw nothing or drop what they draw: Intn(1), rand.Perm as a
// statement, and slices.Delete(x, i, 1), which is meant to delete one item.
func (c *checker) constantDraw(s *scope, call *ast.CallExpr) {
	fn := s.callee(call)
	if fn == nil || len(call.Args) == 0 || s.testing() {
		return
	}
	last, _ := s.constantOf(call.Args[len(call.Args)-1])
	switch {
	case last != 1:
	case isRand(fn) && isBounded(fn):
		c.find(call, "off-by-one", "a number that is drawn below 1 is always 0; the bound is the first number that "+
			"is not drawn")
	case fn.FullName() == "slices.Delete":
		if i := s.meant(call.Args[1]); s.drawCall(i) == i {
			c.find(call, "lost", "the last argument of Delete is an index, no number of items; delete from i to i+1")
		}
	}
}

// permutes reports whether a call is of Perm.
func (s *scope) permutes(call *ast.CallExpr) bool {
	fn := s.callee(call)
	return fn != nil && isRand(fn) && fn.Name() == "Perm"
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// precedes reports whether another index is drawn, or follows, after the one that a variable
// has: x+1 but for where a slice goes on without the item, as in x[i+1:].
func (s *scope) precedes(obj types.Object) bool {
	rest := make(map[ast.Expr]bool)
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			rest[n.Low] = true
		case *ast.CallExpr: // of slices.Delete
			if fn := s.callee(n); fn != nil && fn.FullName() == "slices.Delete" {
				rest[n.Args[2]] = true
			}
		case *ast.BinaryExpr:
			one, ok := s.constantOf(n.Y)
			return ok && one == 1 && n.Op == token.ADD && !rest[n] && s.object(n.X) == obj
		}
		return false
	})
}

// puts reports whether items of x, or the item that is drawn, are put in order, as a
// sort does with its pivot.
func (s *scope) puts(x ast.Expr) bool {
	text := types.ExprString(x)
	item := func(e ast.Expr) bool {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if def, ok := s.at(id).definition(s.info.Uses[id]); ok && def != nil {
				e = def
			}
		}
		i, ok := ast.Unparen(e).(*ast.IndexExpr)
		return ok && types.ExprString(i.X) == text
	}
	return holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && ordered[b.Op] && (item(b.X) || item(b.Y))
	})
}
