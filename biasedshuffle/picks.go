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
func (s *reducing) picks() {
	found := make(map[ast.Expr]*ast.IndexExpr) // by the draw
	apart := make(map[string]bool)             // what is drawn from as a whole, or whose last item is taken
	moved := make(map[ast.Expr]bool)           // to another place of the same
	for n := range ast.Preorder(s.decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				from := n.Rhs[min(i, len(n.Rhs)-1)]
				moved[from] = isElement(e) && isElement(from) && s.object(from) == s.object(e)
			}
		case *ast.CallExpr:
			s.constantDraw(n)
		case *ast.RangeStmt:
			if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && n.Key != nil && n.Value == nil && !isBlank(n.Key) &&
				s.permutes(call) {
				s.find(n.X, "lost", "the permutation is not used: a range over it counts from 0 up; take its values, "+
					"with for _, i := range")
			}
		case *ast.IndexExpr:
			x, t := types.ExprString(n.X), s.term(n.Index)
			switch {
			case t.kind == drawnTerm && t.of == nil && t.low == 0 && s.constantLength(n.X) == t.high+1:
				s.find(t.at, "off-by-one", fmt.Sprintf("off by one: the last of the %d in %s is never drawn; draw "+
					"below len(%[2]s)", t.high+1, x))
			case t.of == nil || types.ExprString(t.of) != x:
			case t.kind == fixedTerm:
				apart[x] = apart[x] || t.high == -1 && !moved[n]
			case t.low == 0 && t.high == 0:
				apart[x] = true
			case t.low == 0 && t.high == -1:
				found[t.at] = n
			case t.low == t.high && (t.low == -1 || t.low == 1) && within([]ast.Node{n.Index}, t.at):
				past := map[int64]string{-1: "-1", 1: "len(" + x + ")"}[t.low]
				s.find(n, "off-by-one", "off by one: the index may be "+past+
					", which panics; use the number that is drawn as it is")
			}
		}
	}
	for draw, index := range found {
		x := types.ExprString(index.X)
		if apart[x] || within(s.understood, draw) || s.puts(x) || s.precedes(s.object(s.unconverted(index.Index))) {
			continue
		}
		var fixes []analysis.SuggestedFix
		for n := range ast.Preorder(draw) {
			if less, ok := n.(*ast.BinaryExpr); ok && less.Op == token.SUB && s.lengthOf(less.X) != nil {
				fixes = []analysis.SuggestedFix{{Message: "Draw from all items",
					TextEdits: []analysis.TextEdit{{Pos: less.X.End(), End: less.End()}}}}
			}
		}
		s.find(draw, "off-by-one", "off by one: the last item of "+x+" is never drawn; draw below len("+x+")", fixes...)
	}
}

// constantDraw reports Intn(1), and slices.Delete(x, i, 1), which is meant to delete one item.
func (s *reducing) constantDraw(call *ast.CallExpr) {
	fn := s.callee(call)
	if fn == nil || len(call.Args) == 0 {
		return
	}
	last, _ := s.constantOf(call.Args[len(call.Args)-1])
	switch {
	case last != 1:
	case isRand(fn) && isBounded(fn):
		s.find(call, "off-by-one", "a number that is drawn below 1 is always 0; the bound is the first number that "+
			"is not drawn")
	case fn.FullName() == "slices.Delete":
		if i := s.meant(call.Args[1]); s.drawCall(i) == i {
			s.find(call, "lost", "the last argument of Delete is an index, no number of items; delete from i to i+1")
		}
	}
}

// permutes reports whether a call is of Perm.
func (s *reducing) permutes(call *ast.CallExpr) bool {
	fn := s.callee(call)
	return fn != nil && isRand(fn) && fn.Name() == "Perm"
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// precedes reports whether the declaration uses the place after the one that a variable has, but for
// the rest of a slice without the item, as x[i+1:].
func (s *reducing) precedes(obj types.Object) bool {
	rest := make(map[ast.Expr]bool)
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			rest[n.Low] = true
		case *ast.BinaryExpr:
			one, _ := s.constantOf(n.Y)
			return one == 1 && n.Op == token.ADD && !rest[n] && s.object(n.X) == obj
		}
		return false
	})
}

// puts reports whether items of x, or the item that is drawn, are put in order, as a
// sort does with its pivot.
func (s *reducing) puts(x string) bool {
	item := func(e ast.Expr) bool {
		i, ok := ast.Unparen(s.meant(e)).(*ast.IndexExpr)
		return ok && types.ExprString(i.X) == x
	}
	return holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && ordered[b.Op] && (item(b.X) || item(b.Y))
	})
}
