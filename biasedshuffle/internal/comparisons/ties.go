package comparisons

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// enough is how many values keys must have for ties to be passed over.
const enough = 1 << 20

// ties reports a shuffle that sorts by random keys of so few values that some may be
// equal: their items keep the order in which they were.
func (s comparing) ties(call *ast.CallExpr, compares *ast.BlockStmt) {
	keys := make(map[types.Object]bool)
	for n := range ast.Preorder(compares) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if code.Ordered[n.Op] || n.Op == token.SUB {
				keys[s.holder(n.X)], keys[s.holder(n.Y)] = true, true
			}
		case *ast.CallExpr:
			if fn := s.Callee(n); fn != nil && fn.Name() == "Compare" {
				for _, a := range n.Args {
					keys[s.holder(a)] = true
				}
			}
		}
	}
	delete(keys, nil)
	values, m, ok := int64(0), int64(20), false
	s.stores(keys, func(v ast.Expr) {
		if t := s.Term(v); t.Kind == code.DrawnTerm && !ok {
			values, ok = t.High, true
		}
	})
	if !ok || values > enough {
		return
	}
	if values < m { // also where it is as many as there are items
		values, m = max(values, 3), 3
	}
	different := 1.0
	for i := range m {
		different *= 1 - float64(i)/float64(values)
	}
	s.Find(call, "comparison", fmt.Sprintf(
		"random keys may be equal, and their items keep their order: %d keys of %d values are all different with "+
			"probability %.4g %%", m, values, 100*different)+"; use "+s.ShuffleOf())
}

// holder returns the field or variable whose value, or whose element, an expression is.
func (s comparing) holder(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if v, ok := s.Info.Uses[e.Sel].(*types.Var); ok {
			return v.Origin()
		}
	case *ast.IndexExpr:
		return s.Object(e.X)
	}
	return nil
}

// stores calls see with all that the declaration stores in one of the holders.
func (s comparing) stores(in map[types.Object]bool, see func(ast.Expr)) {
	for n := range ast.Preorder(s.Decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if len(n.Lhs) != len(n.Rhs) {
					break
				}
				if in[s.holder(e)] {
					see(n.Rhs[i])
				}
				if call, ok := n.Rhs[i].(*ast.CallExpr); ok && len(call.Args) > 1 && in[s.Object(e)] {
					for _, a := range call.Args[1:] { // of append
						see(a)
					}
				}
			}
		case *ast.CompositeLit:
			t, ok := code.Core(s.Info.TypeOf(n)).(*types.Struct)
			for i, e := range n.Elts {
				if pair, keyed := e.(*ast.KeyValueExpr); keyed {
					if id, ok := pair.Key.(*ast.Ident); ok && in[s.Info.Uses[id]] {
						see(pair.Value)
					}
				} else if ok && in[t.Field(i).Origin()] {
					see(e)
				}
			}
		}
	}
}
