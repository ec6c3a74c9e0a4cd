package code

import (
	"go/ast"
	"go/types"
)

// sorts are the functions that sort by a comparison, which is their second argument.
var sorts = map[string]bool{"sort.Slice": true, "sort.SliceStable": true, "slices.SortFunc": true,
	"slices.SortStableFunc": true}

// RandomSort returns the comparison of a sort, and what it draws, or nil.
func (s *Scope) RandomSort(call *ast.CallExpr) (less *ast.FuncLit, drawn *ast.CallExpr) {
	if !sorts[s.Called(call)] {
		return nil, nil
	}
	switch f := s.Meant(call.Args[1]).(type) {
	case *ast.FuncLit:
		less = f
	case *ast.Ident:
		by, _ := s.Info.Uses[f].(*types.Func)
		if s.Bodies[by] == nil {
			return nil, nil
		}
		less = Literal(s.Bodies[by])
	default:
		return nil, nil
	}
	return less, s.Decides(less.Body)
}

// Decides returns a draw of a comparison. Comparisons that keep what they draw, as a key of the
// item, are in order.
func (s *Scope) Decides(body *ast.BlockStmt) *ast.CallExpr {
	if Writes(body) {
		return nil
	}
	return s.DrawCall(body)
}
