package biasedshuffle

import (
	"go/ast"
	"go/types"
	"strings"
)

// serves looks for what the generator that is seeded serves elsewhere in the package: the
// global one, one that a variable of the package or a field holds, or one that a function
// returns.
func (s *scope) serves(call *ast.CallExpr, name string, stack []ast.Node) (game, shuffles bool) {
	holders := make(map[types.Object]bool)
	global := name == "Seed" && s.callee(call).Signature().Recv() == nil
	if !global {
		s.holders(call, holders, stack)
	}
	for _, fn := range s.funcs {
		d := s.bodies[fn]
		if d == s.decl {
			continue
		}
		of := s.scope(d, d)
		uses := holds(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				return holders[origin(s.info.Uses[n])]
			case *ast.CallExpr:
				fn := s.callee(n)
				return global && fn != nil && (s.drawers[fn.Origin()] ||
					isRand(fn) && fn.Signature().Recv() == nil && fn.Name() != "Seed" && fn.Name() != "New" && fn.Name() != "NewSource")
			}
			return false
		})
		if uses && !of.testing() {
			game = game || gambling.MatchString(s.words(d)) || of.returnsCards()
			shuffles = shuffles || of.shuffles()
		}
	}
	return game, shuffles
}

// returnsCards reports whether the declaration is a function whose results are cards.
func (s *scope) returnsCards() bool {
	d, ok := s.decl.(*ast.FuncDecl)
	return ok && d.Type.Results != nil && holds(d.Type.Results, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return false
		}
		var b strings.Builder
		prose(&b, id.Name)
		return playing.MatchString(b.String())
	})
}

// holders finds the variables of the package, the fields and the functions that give away
// the generator which a call makes.
func (s *scope) holders(call *ast.CallExpr, all map[types.Object]bool, stack []ast.Node) {
	local := make(map[types.Object]bool)
	mentions := func(e ast.Node) bool {
		return holds(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return n == call || ok && local[s.info.Uses[id]]
		})
	}
	add := func(e ast.Expr) {
		switch obj := s.holder(e).(type) {
		case *types.Var:
			if all[obj] = true; !obj.IsField() && obj.Parent() != s.pass.Pkg.Scope() {
				delete(all, obj)
			}
		}
		if id, ok := e.(*ast.Ident); ok {
			if obj := s.info.ObjectOf(id); obj != nil && obj.Parent() == s.pass.Pkg.Scope() {
				all[obj] = true
			} else if obj != nil && isGenerator(obj.Type()) {
				local[obj] = true
			}
		}
	}
	for range 3 { // source, generator, structure
		for n := range ast.Preorder(s.decl) {
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
				if id, ok := n.Key.(*ast.Ident); ok && mentions(n.Value) {
					if v, ok := s.info.Uses[id].(*types.Var); ok && v.IsField() {
						all[v.Origin()] = true
					}
				}
			case *ast.ReturnStmt:
				if d, ok := s.decl.(*ast.FuncDecl); ok && len(n.Results) == 1 && mentions(n.Results[0]) && isGenerator(s.info.TypeOf(n.Results[0])) {
					all[s.info.Defs[d.Name]] = true
				}
			}
		}
	}
}

// isGenerator reports whether a type is one of math/rand's, or a pointer to it.
func isGenerator(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && (named.Obj().Pkg().Path() == mathRand || named.Obj().Pkg().Path() == mathRandV2)
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
