package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// picks looks for x[rand.Intn(len(x)-1)], which never is the last item. Elsewhere
// the same bound is right, as in a pivot or a place between two items, so it is
// reported only where words speak of drawing and the number is an index as it is.
func (c *checker) picks(d ast.Decl) {
	s := c.scope(d, d)
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		fn := s.callee(call)
		if fn == nil || !isBounded(fn) || within(c.judged, call) {
			return true
		}
		less, ok := s.unconverted(s.meant(call.Args[0])).(*ast.BinaryExpr)
		if !ok || less.Op != token.SUB || s.info.Types[less.Y].Value == nil || s.info.Types[less.Y].Value.String() != "1" {
			return true
		}
		of := s.lengthOf(less.X)
		if of == nil || !s.drawnFrom(of, call) {
			return true
		}
		words := c.words(d)
		if splitting.MatchString(words) || keeping.MatchString(words) || s.compares(of) ||
			!drawing.MatchString(words) && !picking.MatchString(words) && !claims(words) {
			return true
		}
		x := types.ExprString(of)
		var fixes []analysis.SuggestedFix
		if call.Pos() < less.Pos() {
			fixes = []analysis.SuggestedFix{{Message: "Draw from all items", TextEdits: []analysis.TextEdit{{Pos: less.X.End(), End: less.End()}}}}
		}
		c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "off-by-one",
			Message:        "off by one: the last item of " + x + " is never drawn; draw below len(" + x + ")",
			SuggestedFixes: fixes,
		})
		return true
	})
}

// compares reports whether items of x, or the item that is drawn, are put in order, as a
// sort does with its pivot.
func (s *scope) compares(x ast.Expr) bool {
	text := types.ExprString(x)
	item := func(e ast.Expr) bool {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			s.unit = id
			if def, ok := s.definition(s.info.Uses[id]); ok && def != nil {
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

// meant returns what a variable is defined as, if that is an index, or the expression.
func (s *scope) meant(e ast.Expr) ast.Expr {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		s.unit = id
		if obj := s.info.Uses[id]; obj != nil {
			if def, ok := s.definition(obj); ok && def != nil && len(s.defs[obj]) == 1 {
				return def
			}
		}
	}
	return e
}

// within reports whether a node is in one of the loops.
func within(loops []ast.Node, n ast.Node) bool {
	return slices.ContainsFunc(loops, func(loop ast.Node) bool { return loop.Pos() <= n.Pos() && n.End() <= loop.End() })
}

// unconverted returns what is converted to another type.
func (s *scope) unconverted(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && s.info.Types[call.Fun].IsType() {
		return s.unconverted(call.Args[0])
	}
	return e
}

// lengthOf returns the variable or field whose length an expression is, but for maps.
func (s *scope) lengthOf(e ast.Expr) ast.Expr {
	call, ok := s.unconverted(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); !ok || s.info.Uses[id] != types.Universe.Lookup("len") {
		return nil
	}
	if _, isMap := core(s.info.TypeOf(call.Args[0])).(*types.Map); isMap {
		return nil
	}
	switch call.Args[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return call.Args[0]
	}
	return nil
}

// drawnFrom reports whether the number that a call draws is, as it is, an index of x.
func (s *scope) drawnFrom(x ast.Expr, draw *ast.CallExpr) bool {
	text := types.ExprString(x)
	return holds(s.decl, func(n ast.Node) bool {
		i, ok := n.(*ast.IndexExpr)
		if !ok || types.ExprString(i.X) != text {
			return false
		}
		return s.unconverted(s.meant(s.unconverted(i.Index))) == draw
	})
}
