package loops

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// fix looks for a small change that makes the loop fair, which the machine proves
// for 3 and 4 items: a bound that is one more, or that is i + 1 for the variable
// of the loop.
func (s unit) fix() (fixes []analysis.SuggestedFix, what string) {
	var variables []ast.Expr // of the loop itself
	for id := range code.All[*ast.Ident](s.Unit) {
		if obj := s.Info.Defs[id]; obj != nil && obj.Parent() == s.Info.Scopes[s.Unit] {
			variables = append(variables, id)
		}
	}
	for call := range code.All[*ast.CallExpr](s.Unit) {
		fn := s.Callee(call)
		if fn == nil || len(call.Args) != 1 || !code.IsBounded(fn) && fn.FullName() != "math/big.NewInt" {
			continue
		}
		bound := s.Unconverted(call.Args[0])
		bases := []ast.Expr{bound}
		for _, v := range variables {
			if types.Identical(s.Info.TypeOf(v), s.Info.TypeOf(bound)) && !s.onlyUses(bound) {
				bases = append(bases, v)
			}
		}
		for _, base := range bases {
			if s.proves(map[ast.Expr]ast.Expr{bound: base}) {
				text := s.PlusOne(base)
				what = s.Source(bound) + " by " + text
				said := "Replace " + what + ", which makes all orders equally likely"
				return []analysis.SuggestedFix{code.Replacing(said, bound, text)}, what
			}
		}
	}
	return nil, ""
}

// proves reports whether the loop is fair with the changes, for 3 and 4 items and with
// all values of the unknown integers with which it runs without them: what stays in
// range must not leave it, and what moves must not stay.
func (s unit) proves(changes map[ast.Expr]ast.Expr) bool {
	s.Work = 0
	for n := 3; n <= 4; n++ {
		syms := machine.NewSymbols(nil, nil, n)
		s.once(n, syms, nil)
		proved := false
		more := slices.Repeat([]int64{int64(n) + 1}, len(syms.Index))
		for _, values := range append(trials(n, len(syms.Index)), more, nil) {
			before, ran := s.once(n, machine.NewSymbols(values, syms.Index, n), nil)
			after, err := s.once(n, machine.NewSymbols(values, syms.Index, n), changes)
			if ran == nil && (err != nil || before.found() && (after.Fault != none || after.Law.N < before.Law.N)) {
				return false
			}
			proved = proved || after.Fault == none
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
	return code.Has(e, func(id *ast.Ident) bool {
		v := s.Var(id)
		return v != nil && v.Parent() != s.Pass.Pkg.Scope() && !v.IsField() &&
			!code.Has(s.Decl, func(other *ast.Ident) bool { return other != id && s.Info.Uses[other] == v })
	})
}
