package biasedshuffle

import (
	"go/ast"
	"go/types"
)

// sortsByDraws reports whether a call is of a sort whose comparison draws.
func (s *scope) sortsByDraws(call *ast.CallExpr) bool {
	less, _ := s.comparison(call)
	return less != nil && s.decides(less.Body) != nil
}

// comparison returns the comparison of a sort, or nil, and whether it is a method of
// what is sorted.
func (s *scope) comparison(call *ast.CallExpr) (less *ast.FuncLit, method bool) {
	fn := s.callee(call)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
		return nil, false
	}
	var by types.Object
	switch name := fn.Pkg().Path() + "." + fn.Name(); {
	case name == "sort.Sort" || name == "sort.Stable":
		by, _, _ = types.LookupFieldOrMethod(s.info.TypeOf(call.Args[0]), true, s.pass.Pkg, "Less")
		method = true
	case sorts[name] && len(call.Args) == 2:
		switch f := s.meant(call.Args[1]).(type) {
		case *ast.FuncLit:
			return f, false
		case *ast.Ident:
			by = s.info.Uses[f]
		}
	}
	f, ok := by.(*types.Func)
	if !ok || s.bodies[f.Origin()] == nil {
		return nil, false
	}
	d := s.bodies[f.Origin()]
	return &ast.FuncLit{Type: d.Type, Body: d.Body}, method
}

// decides returns a draw that the result of a comparison depends on. Comparisons
// that keep what they draw, as a key of the item, are in order.
func (s *scope) decides(body *ast.BlockStmt) *ast.CallExpr {
	if writes(body) {
		return nil
	}
	drawn := make(map[types.Object]*ast.CallExpr)
	look := func(e ast.Expr) *ast.CallExpr {
		if e == nil {
			return nil
		}
		if call := s.drawCall(e); call != nil {
			return call
		}
		for n := range ast.Preorder(e) {
			if id, ok := n.(*ast.Ident); ok && drawn[s.info.Uses[id]] != nil {
				return drawn[s.info.Uses[id]]
			}
		}
		return nil
	}
	for n := range ast.Preorder(body) {
		var decisive []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					if call := s.drawCall(n.Rhs[min(i, len(n.Rhs)-1)]); call != nil {
						drawn[s.info.ObjectOf(id)] = call
					}
				}
			}
		case *ast.ReturnStmt:
			decisive = n.Results
		case *ast.IfStmt:
			decisive = []ast.Expr{n.Cond}
		case *ast.SwitchStmt:
			decisive = []ast.Expr{n.Tag}
		}
		for _, e := range decisive {
			if call := look(e); call != nil {
				return call
			}
		}
	}
	return nil
}

// sorts are the functions that sort by a comparison, which is their second argument.
var sorts = map[string]bool{"sort.Slice": true, "sort.SliceStable": true, "slices.SortFunc": true,
	"slices.SortStableFunc":            true,
	"golang.org/x/exp/slices.SortFunc": true, "golang.org/x/exp/slices.SortStableFunc": true}
