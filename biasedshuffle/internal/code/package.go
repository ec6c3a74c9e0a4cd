// Package code says what the text and the types of a package say, without running anything:
// declarations, values of variables, draws, names, terms; and reports what the passes find.
package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/analysis"
)

// A Package is one that is looked at.
type Package struct {
	Pass    *analysis.Pass
	Info    *types.Info
	Funcs   []*types.Func // with a body, in the order of the source
	Bodies  map[*types.Func]*ast.FuncDecl
	Initial map[types.Object]ast.Expr // what variables of the package begin with
	drawers map[*types.Func]bool      // functions of the package that draw, without a loop of swaps

	reported map[token.Pos]bool
}

// Declarations returns the declarations that people wrote.
func Declarations(pass *analysis.Pass) iter.Seq[*Scope] {
	return func(yield func(*Scope) bool) {
		c := newPackage(pass)
		for _, f := range pass.Files {
			if ast.IsGenerated(f) {
				continue
			}
			for _, d := range f.Decls {
				s := c.Scope(d)
				s.file = f
				if !yield(s) {
					return
				}
			}
		}
	}
}

func newPackage(pass *analysis.Pass) *Package {
	c := &Package{Pass: pass, Info: pass.TypesInfo, Bodies: map[*types.Func]*ast.FuncDecl{},
		Initial: map[types.Object]ast.Expr{}, drawers: map[*types.Func]bool{},
		reported: map[token.Pos]bool{}}
	for _, v := range pass.TypesInfo.InitOrder {
		c.Initial[v.Lhs[0]] = v.Rhs
	}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					c.Funcs = append(c.Funcs, fn)
					c.Bodies[fn] = d
				}
			}
		}
	}
	c.findDrawers()
	return c
}
