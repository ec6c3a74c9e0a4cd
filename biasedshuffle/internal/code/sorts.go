package code

import (
	"go/ast"
	"go/types"
)

// SortsByDraws reports whether a call is of a sort whose comparison draws.
func (s *Scope) SortsByDraws(call *ast.CallExpr) bool {
	less, _ := s.Comparison(call)
	return less != nil && s.Decides(less.Body) != nil
}

// Comparison returns the comparison of a sort, or nil, and whether it is a method of
// what is sorted.
func (s *Scope) Comparison(call *ast.CallExpr) (less *ast.FuncLit, method bool) {
	fn := s.Callee(call)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
		return nil, false
	}
	var by types.Object
	switch name := fn.Pkg().Path() + "." + fn.Name(); {
	case name == "sort.Sort" || name == "sort.Stable":
		by, _, _ = types.LookupFieldOrMethod(s.Info.TypeOf(call.Args[0]), true, s.Pass.Pkg, "Less")
		method = true
	case sorts[name] && len(call.Args) == 2:
		switch f := s.Meant(call.Args[1]).(type) {
		case *ast.FuncLit:
			return f, false
		case *ast.Ident:
			by = s.Info.Uses[f]
		}
	}
	f, ok := by.(*types.Func)
	if !ok || s.Bodies[f.Origin()] == nil {
		return nil, false
	}
	d := s.Bodies[f.Origin()]
	return &ast.FuncLit{Type: d.Type, Body: d.Body}, method
}

// Decides returns a draw of a comparison. Comparisons that keep what they draw, as a key of the
// item, are in order.
func (s *Scope) Decides(body *ast.BlockStmt) *ast.CallExpr {
	if Writes(body) {
		return nil
	}
	return s.DrawCall(body)
}

// sorts are the functions that sort by a comparison, which is their second argument.
var sorts = map[string]bool{"sort.Slice": true, "sort.SliceStable": true, "slices.SortFunc": true,
	"slices.SortStableFunc":            true,
	"golang.org/x/exp/slices.SortFunc": true, "golang.org/x/exp/slices.SortStableFunc": true}
