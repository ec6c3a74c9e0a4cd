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
	d := s.Decl
	inTest := s.Testing() && !s.Named() // of a sort, unless a comparison only draws
	if fd, ok := d.(*ast.FuncDecl); ok && !inTest && fd.Body != nil && fd.Recv != nil && fd.Name.Name == "Less" {
		if call := s.Decides(fd.Body); call != nil {
			s.find(call, call, &ast.FuncLit{Type: fd.Type, Body: fd.Body})
		}
	}
	for call := range code.All[*ast.CallExpr](d) {
		lit := s.Comparison(call)
		if lit == nil || inTest && s.usesParameters(lit, lit.Body) {
			continue
		}
		drawn := s.Decides(lit.Body)
		if drawn == nil {
			continue
		}
		var fixes []analysis.SuggestedFix
		if !s.usesParameters(lit, lit.Body) {
			fixes = s.shuffleInstead(call, drawn)
		}
		s.find(call, drawn, lit, fixes...)
	}
}

// find reports a sort whose comparison draws. One that compares, too, as where only ties are drawn, is to stay a sort.
func (s comparing) find(at, drawn *ast.CallExpr, less *ast.FuncLit, fixes ...analysis.SuggestedFix) {
	what, remedy := "a random comparison is no shuffle: not all orders are equally likely", "; use "+s.ShuffleOf(drawn)
	if s.usesParameters(less, less.Body) {
		what, remedy = "a random comparison makes some orders likelier", "; shuffle first, then sort stably"
	}
	s.Find(at, "comparison", code.Say("comparison", what, remedy), fixes...)
}

// usesParameters reports whether a part of a function uses its parameters.
func (s comparing) usesParameters(f *ast.FuncLit, part ast.Node) bool {
	return code.Has(f.Type.Params, func(id *ast.Ident) bool {
		return s.Info.Defs[id] != nil && s.Uses(part, s.Info.Defs[id])
	})
}

// shuffleInstead returns the fix of a sort that stands as a statement: Shuffle of
// the generator that the comparison draws from.
func (s comparing) shuffleInstead(call, drawn *ast.CallExpr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(drawn.Fun).(*ast.SelectorExpr)
	if !ok || !code.IsRand(s.Callee(drawn)) || s.Object(code.Last(call.Args[0])) == nil {
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
