// Package seeds looks at seeds that can be guessed, or that are too few.
package seeds

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A seeding looks at the seeds of a declaration.
type seeding struct{ *code.Scope }

// Find looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func Find(in *code.Scope) {
	s := seeding{in}
	if s.Testing() {
		return
	}
	dropped := make(map[ast.Node]bool) // a source that nothing is made of
	for n := range ast.Preorder(s.Decl) {
		if stmt, ok := n.(*ast.ExprStmt); ok {
			dropped[stmt.X] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn := s.Callee(call)
		if fn == nil || !code.IsRand(fn) || dropped[call] && fn.Name() != "Seed" {
			continue
		}
		name := fn.Name()
		global := name == "Seed" && fn.Signature().Recv() == nil
		if name != "Seed" && name != "NewSource" && name != "NewPCG" || global && s.CompareGo("go1.23") > 0 {
			continue // with which Seed does nothing
		}
		if fault := s.fault(call, name, global); fault != "" {
			s.Find(call, "seed", code.Say("seed", fault, "; "+s.seedRemedy(name)))
		}
	}
}

// seedRemedy returns what to do instead of a call of the function.
func (s seeding) seedRemedy(function string) string {
	switch {
	case s.CompareGo("go1.20") < 0:
		return "seed by crypto/rand"
	case function == "Seed":
		return "leave it out"
	}
	if call := s.DrawCall(s.Decl); call != nil && !s.shuffles() {
		if fn := s.Callee(call); fn != nil && code.IsRand(fn) {
			return "use " + s.NameOf(fn.Name())
		}
		return "use " + s.BoundedOf(false)
	}
	return "use " + s.NameOf("Shuffle")
}

// fault returns what is wrong with a seed, or nothing. It may be that of the generator that is global.
func (s seeding) fault(call *ast.CallExpr, function string, global bool) string {
	has := func(is func(ast.Node) bool) bool {
		return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return s.reaches(e, is) })
	}
	clock := has(func(n ast.Node) bool { return s.IsTime(n, "Now") }) && !has(s.Draws)
	var seed machine.Draw
	if len(call.Args) == 1 {
		seed = (&machine.Program{Scope: s.Of(s.Decl)}).Glance(3, call.Args[0]).Draws[0]
	}
	drawn := seed.At != nil && seed.From != machine.Clock
	few := drawn && seed.Most < 1<<30
	shuffles := s.shuffles()
	serves := (clock || few) && !shuffles && s.serves(global)
	switch {
	case clock && shuffles:
		return "seeded from the clock where it shuffles: the time gives the order away"
	case clock && serves:
		return "seeded from the clock, for functions that shuffle: the time gives the order away"
	case clock && !has(s.differs) && (s.drawsOne() || s.eachRound(call)):
		return "seeded from the clock for each draw: those within one tick are the same"
	case few && (serves || shuffles):
		return fmt.Sprintf("the seed is one of %d, so no more orders or numbers can come out", seed.Most+1)
	case shuffles && function != "NewPCG" && (drawn || s.reads(call)):
		return "the seed has fewer bits than the orders need: " + function + " knows at most 2^31-2"
	}
	return ""
}

// reaches reports whether an expression, or what its variables are, holds what is looked for.
func (s seeding) reaches(e ast.Expr, is func(ast.Node) bool) bool {
	return code.Holds(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if def, ok := s.Of(e).Definition(s.Info.Uses[id]); ok && def != nil && def.End() < e.Pos() {
				return s.reaches(def, is)
			}
		}
		return is(n)
	})
}

// differs reports whether a node is a variable of the program that may have another value each time, such
// as a parameter or a counter.
func (s seeding) differs(n ast.Node) bool {
	id, ok := n.(*ast.Ident)
	obj, isVar := s.Info.Uses[id].(*types.Var)
	return ok && isVar && obj.Pkg() == s.Pass.Pkg
}

// reads reports whether the seed was read as random bits, of which most are lost.
func (s seeding) reads(call *ast.CallExpr) bool {
	return code.Holds(s.Decl, func(n ast.Node) bool {
		read, ok := n.(*ast.CallExpr)
		if !ok || !s.Calls(read, "encoding/binary.Read") || len(read.Args) < 3 {
			return false
		}
		to, ok := read.Args[2].(*ast.UnaryExpr)
		return ok && s.Object(to.X) != nil && s.Uses(call, s.Object(to.X))
	})
}

// shuffles reports whether the declaration shuffles: by its name, by a function of the
// library, or in a loop that swaps at random.
func (s seeding) shuffles() bool {
	return (s.Named() || s.Means(code.MeansSample)) && s.Draws(s.Decl) || code.Holds(s.Decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := s.Callee(call)
			return fn != nil && code.IsRand(fn) && (fn.Name() == "Shuffle" || fn.Name() == "Perm") ||
				s.SortsByDraws(call)
		}
		body := code.LoopBody(n)
		return body != nil && s.Draws(body) && code.Holds(body, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			return ok && len(a.Lhs) == 2 && code.IsElement(a.Lhs[0]) && code.IsElement(a.Lhs[1])
		})
	})
}

// mostOfOne is how many statements a function has at most that draws one thing.
const mostOfOne = 24

// eachRound reports whether a loop seeds and draws, but for one of workers, of which each seeds once and draws
// in a loop of its own.
func (s seeding) eachRound(call *ast.CallExpr) bool {
	return code.Holds(s.Decl, func(n ast.Node) bool {
		body := code.LoopBody(n)
		return body != nil && code.Within([]ast.Node{body}, call) && s.Draws(body) &&
			!code.Holds(body, func(n ast.Node) bool {
				worker, ok := n.(*ast.FuncLit)
				return ok && code.Within([]ast.Node{worker}, call) && s.drawsInLoop(worker.Body, call) ||
					s.IsTime(n, "Sleep") || s.IsTime(n, "After")
			})
	})
}

// drawsInLoop reports whether code has a loop that draws, after what seeds.
func (s seeding) drawsInLoop(in ast.Node, seed *ast.CallExpr) bool {
	return code.Holds(in, func(n ast.Node) bool {
		loop := code.LoopBody(n)
		return loop != nil && n.Pos() > seed.End() && s.Draws(loop)
	})
}

// drawsOne reports whether the declaration is a small function that returns one integer, string or item that
// it draws. A duration spreads load and needs no good generator.
func (s seeding) drawsOne() bool {
	d, ok := s.Decl.(*ast.FuncDecl)
	if !ok || d.Type.Results.NumFields() == 0 {
		return false
	}
	one := s.Info.TypeOf(d.Type.Results.List[0].Type)
	t, ok := types.Unalias(one).(*types.Basic)
	statements := 0
	for n := range ast.Preorder(d.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
	}
	picks := code.Holds(d.Body, func(n ast.Node) bool { // an item
		x, ok := n.(*ast.IndexExpr)
		return ok && types.Identical(s.Info.TypeOf(x), one) && s.Draws(s.Meant(x.Index))
	})
	return (picks || ok && t.Info()&(types.IsInteger|types.IsString) != 0) && statements <= mostOfOne
}

// serves reports whether the generator that is seeded serves a function that shuffles
// elsewhere in the package: the global one, or one that is in a variable of the package or a field that
// the declaration mentions, or is what it returns.
func (s seeding) serves(global bool) bool {
	held := make(map[types.Object]bool)
	for n := range ast.Preorder(s.Decl) {
		if call, ok := n.(*ast.CallExpr); ok && slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
			t := s.Info.TypeOf(e)
			return t != nil && isGenerator(t)
		}) {
			if fn := s.Callee(call); fn != nil && s.Bodies[fn.Origin()] != nil {
				d := s.Bodies[fn.Origin()]
				if (seeding{s.Package.Scope(d, d)}).shuffles() {
					return true
				}
			}
		}
		if id, ok := n.(*ast.Ident); ok && !global {
			switch obj := s.Info.ObjectOf(id).(type) {
			case *types.Var:
				held[obj.Origin()] = isGenerator(obj.Type()) && (obj.IsField() || obj.Parent() == s.Pass.Pkg.Scope())
			case *types.Func:
				d, _ := s.Decl.(*ast.FuncDecl)
				results := obj.Signature().Results()
				held[obj] = d != nil && d.Name == id && results.Len() > 0 && isGenerator(results.At(0).Type())
			}
		}
	}
	for _, fn := range s.Funcs {
		d := s.Bodies[fn]
		of := seeding{s.Package.Scope(d, d)}
		if d != s.Decl && (!global || s.seedsFor(fn)) && !of.Testing() && code.Holds(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if v, ok := s.Info.Uses[n].(*types.Var); ok {
					return held[v.Origin()]
				}
				return held[s.Info.Uses[n]]
			case *ast.CallExpr:
				fn := s.Callee(n)
				return global && fn != nil && code.IsRand(fn) && fn.Signature().Recv() == nil
			}
			return false
		}) && of.shuffles() {
			return true
		}
	}
	return false
}

// seedsFor reports whether the declaration may seed the global generator for a function: it draws nothing
// itself, begins the program, calls the function, or makes its receiver.
func (s seeding) seedsFor(fn *types.Func) bool {
	d, ok := s.Decl.(*ast.FuncDecl)
	if !ok || !s.Draws(d) || d.Name.Name == "main" || d.Name.Name == "init" {
		return true
	}
	return code.Holds(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return s.Callee(n) != nil && s.Callee(n).Origin() == fn
		case *ast.CompositeLit:
			recv := fn.Signature().Recv()
			return recv != nil && types.Identical(pointed(recv.Type()), s.Info.TypeOf(n))
		}
		return false
	})
}

// isGenerator reports whether a type is one of math/rand's, or a pointer to it.
func isGenerator(t types.Type) bool {
	named, ok := types.Unalias(pointed(t)).(*types.Named)
	return ok && named.Obj().Pkg() != nil &&
		(named.Obj().Pkg().Path() == code.MathRand || named.Obj().Pkg().Path() == code.MathRandV2)
}

// pointed is what a pointer is to, or the type itself.
func pointed(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
