package biasedshuffle

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// A comparing looks at the sorts of a declaration.
type comparing struct{ *scope }

// findComparisons looks for sorts whose comparison draws.
func findComparisons(in *scope) {
	s := comparing{in}
	d := s.decl
	if s.testing() && !s.named() {
		return // of a sort
	}
	if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Recv != nil && fd.Name.Name == "Less" {
		if call := s.decides(fd.Body); call != nil {
			s.find(call, "comparison", randomComparison+notEqual+"; use "+s.shuffleOf())
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
			s.ties(call, lit.Body)
		}
		if byMethod {
			return true
		}
		f := finding{}
		if of := unitOf(s.scope, lit); drawn != nil || of.indexedByDraw() {
			f = of.judgeAt(3)
		}
		proved := f.fault == unfair
		if drawn == nil && proved {
			s.find(call, "comparison", "a sort by random keys that stay in their places while the items move is no "+
				"shuffle: "+f.law.String()+"; use "+s.shuffleOf())
		}
		if drawn == nil {
			return true
		}
		if s.orders(lit) {
			s.find(call, "comparison", "a sort that breaks ties at random in its comparison is not fair to them: "+
				notEqual+"; shuffle before a stable sort without it")
			return true
		}
		numbers := notEqual
		if proved {
			numbers = f.law.String()
		}
		var fixes []analysis.SuggestedFix
		if !s.usesParameters(lit, lit.Body) {
			fixes = s.shuffleInstead(call, drawn)
		}
		s.find(call, "comparison", randomComparison+numbers+"; use "+s.shuffleOf(), fixes...)
		return true
	})
}

const randomComparison = "a sort with a random comparison is no shuffle: "

const notEqual = "not all orders are equally likely"

// orders reports whether a comparison that draws also returns what depends on its parameters
// alone, such as that of keys which are not equal.
func (s comparing) orders(f *ast.FuncLit) bool {
	return holds(f.Body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		return ok && !s.draws(r) && s.usesParameters(f, r)
	})
}

// usesParameters reports whether a part of a function uses its parameters.
func (s comparing) usesParameters(f *ast.FuncLit, part ast.Node) bool {
	return holds(f.Type.Params, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && s.info.Defs[id] != nil && s.uses(part, s.info.Defs[id])
	})
}

// shuffleInstead returns the fix of a sort that stands as a statement: Shuffle of
// the generator that the comparison draws from.
func (s comparing) shuffleInstead(call, drawn *ast.CallExpr) []analysis.SuggestedFix {
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
	a := s.source(call.Args[0])
	text := fmt.Sprintf("%s.Shuffle(len(%s), func(i, j int) { %[2]s[i], %[2]s[j] = %[2]s[j], %[2]s[i] })", from.Name, a)
	return []analysis.SuggestedFix{replacing("Shuffle instead of sorting", call, text)}
}
