package reductions

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// picks looks for x[rand.Intn(len(x)-1)], which never is the last item. The same bound is
// right for a pivot, a place between two items, or where the last is treated apart: so it is
// reported only where the item is read, in code that is no test, does not put items in
// order, and takes neither the last item by itself nor the one after.
func (s *reducing) picks() {
	found := make(map[ast.Expr]*ast.IndexExpr) // by the draw
	apart := make(map[string]bool)             // what is drawn from as a whole, or whose last item is taken
	moved := make(map[ast.Expr]bool)           // to another place of the same
	for n := range ast.Preorder(s.Decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				from := n.Rhs[min(i, len(n.Rhs)-1)]
				moved[from] = code.IsElement(e) && code.IsElement(from) && s.Object(from) == s.Object(e)
			}
		case *ast.CallExpr:
			s.constantDraw(n)
		case *ast.RangeStmt:
			if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && n.Key != nil && n.Value == nil && !isBlank(n.Key) &&
				s.permutes(call) {
				s.Find(n.X, "lost", "the permutation is not used: a range over it counts from 0 up; take its values, "+
					"with for _, i := range")
			}
		case *ast.IndexExpr:
			x, t := types.ExprString(n.X), s.Term(n.Index)
			switch {
			case t.Kind == code.DrawnTerm && t.Of == nil && t.Low == 0 && s.ConstantLength(n.X) == t.High+1:
				s.Find(t.At, "off-by-one", fmt.Sprintf("off by one: the last of the %d in %s is never drawn; draw "+
					"below len(%[2]s)", t.High+1, x))
			case t.Of == nil || types.ExprString(t.Of) != x:
			case t.Kind == code.FixedTerm:
				apart[x] = apart[x] || t.High == -1 && !moved[n]
			case t.Low == 0 && t.High == 0:
				apart[x] = true
			case t.Low == 0 && t.High == -1:
				found[t.At] = n
			case t.Low == t.High && (t.Low == -1 || t.Low == 1) && code.Within([]ast.Node{n.Index}, t.At):
				past := map[int64]string{-1: "-1", 1: "len(" + x + ")"}[t.Low]
				s.Find(n, "off-by-one", "off by one: the index may be "+past+
					", which panics; use the number that is drawn as it is")
			}
		}
	}
	for draw, index := range found {
		x := types.ExprString(index.X)
		if apart[x] || code.Within(s.understood, draw) || s.puts(x) ||
			s.precedes(s.Object(s.Unconverted(index.Index))) {
			continue
		}
		var fixes []analysis.SuggestedFix
		for n := range ast.Preorder(draw) {
			if less, ok := n.(*ast.BinaryExpr); ok && less.Op == token.SUB && s.LengthOf(less.X) != nil {
				fixes = []analysis.SuggestedFix{code.Replacing("Draw from all items", less, s.Source(less.X))}
			}
		}
		s.Find(draw, "off-by-one", "off by one: the last item of "+x+" is never drawn; draw below len("+x+")", fixes...)
	}
}

// constantDraw reports Intn(1), and slices.Delete of a drawn index that gives a number of items, or the
// same index again, where the first index after them is meant.
func (s *reducing) constantDraw(call *ast.CallExpr) {
	fn := s.Callee(call)
	if fn == nil || len(call.Args) == 0 {
		return
	}
	last := call.Args[len(call.Args)-1]
	one, _ := s.ConstantOf(last)
	switch {
	case one == 1 && code.IsRand(fn) && code.IsBounded(fn):
		s.Find(call, "off-by-one", "a number that is drawn below 1 is always 0; the bound is the first number that "+
			"is not drawn")
	case fn.FullName() != "slices.Delete" || code.Within(s.told, call) || !s.isDraw(s.Meant(call.Args[1])):
	case one == 1:
		s.Find(call, "lost", "the last argument of Delete is an index, no number of items; delete from i to i+1")
	case s.Object(last) != nil && s.Object(last) == s.Object(call.Args[1]):
		s.Find(call, "lost", "Delete from an index to the same index deletes nothing; delete from i to i+1")
	}
}

// isDraw reports whether an expression is a call that draws.
func (s *reducing) isDraw(e ast.Expr) bool { return s.DrawCall(e) == e }

// permutes reports whether a call is of Perm.
func (s *reducing) permutes(call *ast.CallExpr) bool {
	fn := s.Callee(call)
	return fn != nil && code.IsRand(fn) && fn.Name() == "Perm"
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// precedes reports whether the declaration uses the place after the one that a variable has, but for
// the rest of a slice without the item, as x[i+1:].
func (s *reducing) precedes(obj types.Object) bool {
	rest := make(map[ast.Expr]bool)
	return obj != nil && code.Holds(s.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			rest[n.Low] = true
		case *ast.BinaryExpr:
			one, _ := s.ConstantOf(n.Y)
			return one == 1 && n.Op == token.ADD && !rest[n] && s.Object(n.X) == obj
		}
		return false
	})
}

// puts reports whether items of x, or the item that is drawn, are put in order, as a
// sort does with its pivot.
func (s *reducing) puts(x string) bool {
	item := func(e ast.Expr) bool {
		i, ok := ast.Unparen(s.Meant(e)).(*ast.IndexExpr)
		return ok && types.ExprString(i.X) == x
	}
	return code.Holds(s.Decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && code.Ordered[b.Op] && (item(b.X) || item(b.Y))
	})
}
