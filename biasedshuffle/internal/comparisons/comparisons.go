// Package comparisons looks at sorts by a random comparison.
package comparisons

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// A comparing looks at the sorts of a declaration.
type comparing struct{ *code.Scope }

// Find looks for sorts whose comparison draws.
func Find(in *code.Scope) {
	s := comparing{in}
	if d := s.Func; d != nil && d.Body != nil && d.Recv != nil && d.Name.Name == "Less" && !s.Testing() {
		if drawn := s.Decides(d.Body); drawn != nil {
			s.find(drawn, drawn, code.Literal(d))
		}
	}
	for call := range code.All[*ast.CallExpr](s.Decl) {
		if less, drawn := s.RandomSort(call); drawn != nil {
			s.find(call, drawn, less)
		}
	}
}

// find reports a sort whose comparison draws. One that compares, too, as where only ties are drawn, is to stay a
// sort, and a test of sorts may have it.
func (s comparing) find(sort, drawn *ast.CallExpr, less *ast.FuncLit) {
	compares := code.Has(less.Type.Params, func(id *ast.Ident) bool {
		return s.Info.Defs[id] != nil && s.Uses(less.Body, s.Info.Defs[id])
	})
	switch {
	case !compares:
		s.ReportAt(sort, "comparison", code.Say("comparison",
			"a random comparison is no shuffle: not all orders are equally likely", "; use "+s.ShuffleOf(drawn)),
			s.shuffleInstead(sort, drawn)...)
	case !s.Testing() || s.Named():
		s.ReportAt(sort, "comparison",
			"a random comparison makes some orders likelier; shuffle first, then sort stably")
	}
}

// shuffleInstead returns the fix of a sort that stands as a statement: Shuffle of
// the generator that the comparison draws from. A method Less has none.
func (s comparing) shuffleInstead(call, drawn *ast.CallExpr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(drawn.Fun).(*ast.SelectorExpr)
	if !ok || call == drawn || !code.IsRand(s.Callee(drawn)) || s.Object(call.Args[0]) == nil {
		return nil
	}
	if from := s.Object(sel.X); from == nil || from.Pos() > call.Pos() {
		return nil // of the comparison itself
	}
	a := s.Source(call.Args[0])
	text := fmt.Sprintf("%s.Shuffle(len(%s), func(i, j int) { %[2]s[i], %[2]s[j] = %[2]s[j], %[2]s[i] })",
		s.Source(sel.X), a)
	return []analysis.SuggestedFix{code.Replacing("Shuffle instead of sorting", call, text)}
}
