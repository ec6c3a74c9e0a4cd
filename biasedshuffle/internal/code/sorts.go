package code

import (
	"go/ast"
	"go/types"
)

// SortsByDraws reports whether a call is of a sort whose comparison draws.
func (s *Scope) SortsByDraws(call *ast.CallExpr) bool {
	less := s.Comparison(call)
	return less != nil && s.Decides(less.Body) != nil
}

// Comparison returns the comparison of a sort, or nil.
func (s *Scope) Comparison(call *ast.CallExpr) (less *ast.FuncLit) {
	if !sorts[s.Called(call)] {
		return nil
	}
	switch f := s.Meant(call.Args[1]).(type) {
	case *ast.FuncLit:
		return f
	case *ast.Ident:
		by, _ := s.Info.Uses[f].(*types.Func)
		if d := s.Bodies[by]; d != nil {
			return Literal(d)
		}
	}
	return nil
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
	"slices.SortStableFunc": true}
