package draws

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// repairs looks at indices that are drawn, and then moved where they may not stay: the next one takes the chance of
// the one that is equal to another, and the last one that of an index which is one too large.
func (s *reading) repairs(test *ast.IfStmt) {
	cond, ok := test.Cond.(*ast.BinaryExpr)
	if !ok || test.Else != nil || len(test.Body.List) == 0 || s.Testing() {
		return
	}
	v, to := s.moved(test.Body.List[0])
	drawn := s.LastBefore(v, test)
	if drawn == nil || s.DrawCall(drawn) == nil {
		return
	}
	x, y := s.Object(cond.X), s.Object(cond.Y)
	wraps, _ := to.(*ast.BinaryExpr)
	around := wraps != nil && wraps.Op == token.REM
	switch {
	case cond.Op == token.EQL && (x == v && y != nil || y == v && x != nil):
		if (around || s.Indexes(v)) && (to == nil || s.isNext(to, v)) {
			what := "the next one is twice as likely as the others; draw again"
			if to == nil && code.Has(drawn, s.IsLess) {
				what = "the next one is too likely, and the last one rare; add one to all from there on, by >="
			}
			s.ReportAt(test, "off-by-one", what)
		}
	case x == v && to != nil && s.Indexes(v):
		g := s.Glance(some, drawn, cond.Y, to)
		of, from, instead := g.Draws[0], g.Draws[1], g.Draws[2]
		past := of.Low + int64(of.Most) - from.Low
		if !slices.Contains(g.Known, false) && instead.At == nil && of.Low <= instead.Low && (cond.Op == token.GTR &&
			past == 1 && instead.Low <= from.Low || cond.Op != token.GTR && past == 0 && instead.Low < from.Low) {
			s.ReportAt(test, "off-by-one", "this makes one index twice as likely as the others; draw from one less")
		}
	}
}

// moved returns the variable that a statement sets, and to what: nil is the one beside it.
func (s *reading) moved(stmt ast.Stmt) (v types.Object, to ast.Expr) {
	switch stmt := stmt.(type) {
	case *ast.IncDecStmt:
		return s.Object(stmt.X), nil
	case *ast.AssignStmt:
		if len(stmt.Lhs) == 1 && stmt.Tok == token.ASSIGN {
			return s.Object(stmt.Lhs[0]), stmt.Rhs[0]
		}
	}
	return nil, nil
}

// isNext reports whether an expression is v + 1 or v - 1, or the remainder of that.
func (s *reading) isNext(e ast.Expr, v types.Object) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if b.Op == token.REM {
		return s.isNext(b.X, v)
	}
	one, _ := s.ConstantOf(b.Y)
	return (b.Op == token.ADD || b.Op == token.SUB) && one == 1 && s.Object(b.X) == v
}

// replaces looks for what is drawn with replacement in a function whose name says that nothing comes twice: a loop
// that keeps what it draws, and has no means to see that it was there before. Dice and digits may be the same.
func (s *reading) replaces() {
	sees := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SliceExpr, *ast.MapType:
			return true
		case *ast.CallExpr:
			return s.Called(n) == "rand.Perm" || strings.HasPrefix(s.Called(n), "slices.")
		}
		return false
	}
	for n := range ast.Preorder(s.Decl) {
		body := code.LoopBody(n)
		if body == nil || !s.Means(code.MeansDeal) || code.Has(body, sees) || code.Has(s.Decl, func(n ast.Node) bool {
			_, isMap := n.(*ast.MapType)
			return isMap || s.Called(n) == "rand.Shuffle"
		}) {
			continue
		}
		for a := range code.All[*ast.AssignStmt](body) {
			from := a.Rhs[0]
			if call, ok := from.(*ast.CallExpr); ok && len(call.Args) == 2 && s.Info.Types[call.Fun].IsBuiltin() {
				from = call.Args[1]
			} else if !code.IsElement(a.Lhs[0]) {
				continue
			}
			if x, ok := s.Meant(from).(*ast.IndexExpr); ok {
				from = x.Index
			}
			if of := s.Glance(some, from).Draws[0]; of.At != nil && of.Most >= 10 && len(a.Lhs) == 1 {
				s.ReportAt(of.At, "lost", "one can be drawn twice; take the first ones of rand.Perm")
			}
		}
	}
}

// weights looks for a choice by weights in a loop, which ends there, as by if r < w { return i }; r -= w. What is drawn
// must be one of as many as their sum, from 0 on for <, and from 1 on for <=.
func (s *reading) weights(loop ast.Node) {
	changes := func(by token.Token, v types.Object) func(*ast.AssignStmt) bool {
		return func(a *ast.AssignStmt) bool { return v != nil && a.Tok == by && s.Object(a.Lhs[0]) == v }
	}
	for test := range code.All[*ast.BinaryExpr](loop) {
		r, by, strict := s.Object(test.X), s.Object(test.Y), test.Op == token.LSS || test.Op == token.GEQ
		drawn := s.LastBefore(r, loop)
		if drawn == nil || !s.Draws(drawn) {
			r, by, strict = by, r, test.Op == token.GTR || test.Op == token.LEQ
			drawn = s.LastBefore(r, loop)
		}
		while, _ := loop.(*ast.ForStmt)
		ends := code.Has(loop, func(*ast.ReturnStmt) bool { return true }) ||
			code.Has(loop, func(*ast.BranchStmt) bool { return true }) || while != nil && while.Cond == test
		if !ends || drawn == nil || !code.Ordered[test.Op] ||
			!code.Has(loop, changes(token.SUB_ASSIGN, r)) && !code.Has(loop, changes(token.ADD_ASSIGN, by)) {
			continue
		}
		for sum := range code.All[*ast.Ident](drawn) {
			if !code.Has(s.Decl, changes(token.ADD_ASSIGN, s.Object(sum))) {
				continue
			}
			g := s.Glance(some, drawn, sum)
			of, past := g.Draws[0], g.Draws[0].Low+int64(g.Draws[0].Most)-g.Draws[1].Low
			right := strict && of.Low == 0 && past == -1 || !strict && of.Low == 1 && past == 0
			if of.At != nil && !right && (of.Low == 0 || of.Low == 1) && (past == 0 || past == -1) {
				s.ReportAt(of.At, "off-by-one",
					"not each weight counts as it is; draw below their sum, and compare by <")
			}
		}
	}
}
