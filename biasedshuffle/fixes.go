package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// fix looks for a small change that makes the loop fair, which the machine proves
// for 3 and 4 items: a bound that is one more, or that is i + 1 for the variable
// of the loop; or a limit of the loop that is one more or less.
func (s unit) fix() (edit analysis.TextEdit, what string, ok bool) {
	try := func(e ast.Expr, c change, text string) bool {
		if text == "" || !s.proves(map[ast.Expr]change{e: c}) {
			return false
		}
		edit = analysis.TextEdit{Pos: e.Pos(), End: e.End(), NewText: []byte(text)}
		what = fmt.Sprintf("Replace %s by %s", s.source(e), text)
		return true
	}
	var variables []*ast.Ident
	var limits []ast.Expr
	var cond *ast.BinaryExpr
	switch loop := s.unit.(type) {
	case *ast.ForStmt:
		if init, ok := loop.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			for _, e := range init.Lhs {
				variables = append(variables, e.(*ast.Ident))
			}
		}
		if cond, _ = loop.Cond.(*ast.BinaryExpr); cond != nil {
			limits = append(limits, cond.Y)
			if b, ok := cond.Y.(*ast.BinaryExpr); ok {
				limits = append(limits, b.Y)
			}
		}
	case *ast.RangeStmt:
		if id, ok := loop.Key.(*ast.Ident); ok && loop.Tok == token.DEFINE && id.Name != "_" {
			variables = append(variables, id)
		}
	}
	ast.Inspect(s.unit, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall || ok {
			return !ok
		}
		fn := s.callee(call)
		if fn == nil || !isBounded(fn) || len(call.Args) != 1 {
			return true
		}
		bound := call.Args[0]
		if ok = try(bound, change{bound, 1}, s.plus(bound, 1)); ok {
			return false
		}
		for _, v := range variables {
			if !types.Identical(s.info.TypeOf(v), s.info.TypeOf(bound)) || s.onlyUses(bound) {
				continue
			}
			if ok = try(bound, change{v, 1}, v.Name+"+1"); ok {
				return false
			}
		}
		return true
	})
	for _, e := range limits {
		if _, literal := e.(*ast.BasicLit); !literal || ok {
			continue
		}
		if down := s.proves(map[ast.Expr]change{e: {e, -1}}); down || s.proves(map[ast.Expr]change{e: {e, 1}}) {
			edit, what, ok = s.moveLimit(cond, e, down)
		}
	}
	return edit, what, ok
}

// moveLimit returns the edit that makes the literal in a condition one less, or one more: by
// another comparison where that reads better.
func (s unit) moveLimit(cond *ast.BinaryExpr, lit ast.Expr, down bool) (edit analysis.TextEdit, what string,
	ok bool) {
	at, text := ast.Expr(lit), s.plus(lit, 1)
	if down {
		text = s.plus(lit, -1)
	}
	b, _ := cond.Y.(*ast.BinaryExpr)
	switch {
	case lit == cond.Y && (down && cond.Op == token.GTR || !down && cond.Op == token.LSS):
		at, text = cond, s.source(cond.X)+" "+cond.Op.String()+"= "+s.source(lit)
	case b != nil && b.Op == token.SUB && down && s.plus(b, 1) == s.source(b.X): // n-1
		at, text = b, s.source(b.X)
	}
	return analysis.TextEdit{Pos: at.Pos(), End: at.End(), NewText: []byte(text)}, fmt.Sprintf("Replace %s by %s",
		s.source(at), text), true
}

// proves reports whether the loop is fair with the changes, for 3 and 4 items and with
// all values of the unknown integers with which it runs without them: what stays in
// range must not leave it.
func (s unit) proves(changes map[ast.Expr]change) bool {
	s.work = 0
	for n := 3; n <= 4; n++ {
		syms := newSymbols(nil, nil, n)
		s.once(n, syms, nil)
		proved := false
		for _, values := range append(trials(n, len(syms.index)), nil) {
			before, ran := s.once(n, newSymbols(values, syms.index, n), nil)
			after, err := s.once(n, newSymbols(values, syms.index, n), changes)
			if ran == nil && (err != nil || before.found() && after.fault != none) {
				return false
			}
			proved = proved || after.fault == none
		}
		if !proved {
			return false
		}
	}
	return true
}

// onlyUses reports whether the expression has the only use of a variable of the
// function, which would not compile without it.
func (s unit) onlyUses(e ast.Expr) bool {
	return holds(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return false
		}
		obj, ok := s.info.Uses[id].(*types.Var)
		if !ok || obj.Parent() == s.pass.Pkg.Scope() || obj.IsField() {
			return false
		}
		return !holds(s.decl, func(n ast.Node) bool {
			other, ok := n.(*ast.Ident)
			return ok && other != id && s.info.Uses[other] == obj
		})
	})
}
