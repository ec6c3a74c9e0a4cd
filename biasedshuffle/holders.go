package biasedshuffle

import (
	"go/ast"
	"go/types"
)

// serves reports whether the generator that is seeded serves a function that shuffles
// elsewhere in the package: the global one, one that a variable of the package or a field
// holds, or one that a function returns.
func (g *seeding) serves() bool {
	global := g.fn.Name() == "Seed" && g.fn.Signature().Recv() == nil
	held := make(map[types.Object]bool)
	if !global {
		held = g.holders()
	}
	for _, fn := range g.funcs {
		d := g.bodies[fn]
		of := g.scope.checker.scope(d, d)
		if d != g.decl && !of.testing() && holds(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				return held[origin(g.info.Uses[n])]
			case *ast.CallExpr:
				fn := g.callee(n)
				return global && fn != nil &&
					(g.drawers[fn.Origin()] || isRand(fn) && fn.Signature().Recv() == nil && g.isDraw(fn) ||
						fn.FullName() == mathRand+".Shuffle")
			}
			return false
		}) && of.shuffles() {
			return true
		}
	}
	return false
}

// holders finds the variables of the package, the fields and the functions that give away
// the generator which the call makes.
func (g *seeding) holders() map[types.Object]bool {
	all := make(map[types.Object]bool)
	local := make(map[types.Object]bool)
	mentions := func(e ast.Node) bool {
		return holds(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return n == g.call || ok && local[g.info.Uses[id]]
		})
	}
	add := func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			if v, ok := g.info.Uses[e.Sel].(*types.Var); ok {
				all[v.Origin()] = true
			}
		case *ast.Ident:
			switch obj := g.info.ObjectOf(e); {
			case obj == nil:
			case obj.Parent() == g.pass.Pkg.Scope(), isField(obj):
				all[origin(obj)] = true
			case isGenerator(obj.Type()):
				local[obj] = true
			}
		}
	}
	for range 3 { // source, generator, structure
		for n := range ast.Preorder(g.decl) {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, e := range n.Values {
					if mentions(e) {
						add(n.Names[min(i, len(n.Names)-1)])
					}
				}
			case *ast.AssignStmt:
				for i, e := range n.Rhs {
					if mentions(e) {
						add(n.Lhs[min(i, len(n.Lhs)-1)])
					}
				}
			case *ast.KeyValueExpr:
				if mentions(n.Value) {
					add(n.Key)
				}
			case *ast.ReturnStmt:
				if d, ok := g.decl.(*ast.FuncDecl); ok && len(n.Results) == 1 && mentions(n.Results[0]) &&
					isGenerator(g.info.TypeOf(n.Results[0])) {
					all[g.info.Defs[d.Name]] = true
				}
			}
		}
	}
	return all
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

// isGenerator reports whether a type is one of math/rand's, or a pointer to it.
func isGenerator(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil &&
		(named.Obj().Pkg().Path() == mathRand || named.Obj().Pkg().Path() == mathRandV2)
}

// origin returns the field or the function that an instance of a generic type has.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Origin()
	case *types.Func:
		return obj.Origin()
	}
	return obj
}

// A seeding is a call that seeds a generator.
type seeding struct {
	*scope
	call  *ast.CallExpr
	fn    *types.Func
	stack []ast.Node // around it
}

// isTime reports whether a call is of this function or method of package time.
func (s *scope) isTime(n ast.Node, name string) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := s.callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == name
}

// clock reports whether an expression reads the clock.
func (s *scope) clock(e ast.Expr) bool {
	return holds(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.info.Uses[id]; obj != nil && obj.Pos() < e.Pos() {
				def, ok := s.at(e).definition(obj)
				return ok && def != nil && def.End() < e.Pos() && s.clock(def)
			}
		}
		return s.isTime(n, "Now")
	})
}

// shuffles reports whether the declaration shuffles: by its name, by a function of the
// library, or in a loop that swaps at random.
func (s *scope) shuffles() bool {
	return s.named() && s.draws(s.decl) || holds(s.decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := s.callee(call)
			return fn != nil && isRand(fn) && (fn.Name() == "Shuffle" || fn.Name() == "Perm") || s.sortsByDraws(call)
		}
		body := loopBody(n)
		return body != nil && s.draws(body) && holds(body, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			return ok && len(a.Lhs) == 2 && isElement(a.Lhs[0]) && isElement(a.Lhs[1])
		})
	})
}
