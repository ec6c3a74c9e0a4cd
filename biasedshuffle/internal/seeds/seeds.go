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

// A seed is what a call gives a generator to begin with.
type seed struct {
	at       *ast.CallExpr
	function string        // of the library: Seed, NewSource or NewPCG
	global   bool          // of the generator that is global
	of       []ast.Expr    // what it is made of
	by       *ast.FuncDecl // the function of the package that gets it, if it is not the library's
}

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
		of, ok := s.seed(call, 0)
		if !ok || dropped[call] && of.function != "Seed" && of.by == nil || of.global && s.CompareGo("go1.23") > 0 {
			continue // with which Seed does nothing
		}
		if fault := s.fault(of); fault != "" {
			s.Find(call, "seed", code.Say("seed", fault, "; "+s.remedy(of.function)))
		}
	}
}

// mostHands is through how many functions of the package a seed is followed to the one of the library.
const mostHands = 3

// seed returns the seed that a call gives to a generator, by a function of the library or by one of the package
// that gets it, and reports whether there is one.
func (s seeding) seed(call *ast.CallExpr, hands int) (of seed, ok bool) {
	fn := s.Callee(call)
	switch {
	case fn == nil || hands > mostHands:
		return of, false
	case code.IsRand(fn):
		name := fn.Name()
		global := name == "Seed" && fn.Signature().Recv() == nil
		return seed{call, name, global, call.Args, nil}, name == "Seed" || name == "NewSource" || name == "NewPCG"
	}
	d := s.Bodies[fn.Origin()]
	if d == nil || !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return s.reaches(e, s.isNow) }) {
		return of, false
	}
	within := seeding{s.Package.Scope(d, d)}
	params := fn.Origin().Signature().Params()
	for n := range ast.Preorder(d.Body) {
		inner, isCall := n.(*ast.CallExpr)
		if !isCall {
			continue
		}
		if of, ok = within.seed(inner, hands+1); !ok {
			continue
		}
		of.of = nil
		for i, e := range call.Args {
			param := params.At(min(i, params.Len()-1))
			if within.has(inner.Args, func(n ast.Node) bool { return within.Uses(n, param) }) {
				of.of = append(of.of, e)
			}
		}
		if of.at, of.by = call, d; len(of.of) > 0 {
			return of, true
		}
	}
	return of, false
}

// remedy returns what to do instead of a call of the function.
func (s seeding) remedy(function string) string {
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

// fault returns what is wrong with a seed, or nothing.
func (s seeding) fault(of seed) string {
	var is machine.Draw
	if len(of.of) == 1 {
		is = (&machine.Program{Scope: s.Of(s.Decl)}).Glance(3, of.of[0]).Draws[0]
	}
	clock := is.At != nil && is.From.Ticks() || s.has(of.of, s.isNow) && !s.has(of.of, s.Draws)
	drawn := is.At != nil && !is.From.Ticks()
	few := drawn && is.Most < 1<<30
	shuffles := s.shuffles()
	serves := (clock || few) && !shuffles && s.serves(of.global)
	if of.by != nil {
		by := seeding{s.Package.Scope(of.by, of.by)}
		serves = serves || by.shuffles() || by.serves(of.global)
	}
	switch {
	case clock && shuffles:
		return "seeded from the clock where it shuffles: the time gives the order away"
	case clock && serves:
		return "seeded from the clock, for functions that shuffle: the time gives the order away"
	case clock && !s.has(of.of, s.differs) && (s.handsOut(of.at) || s.eachRound(of.at)):
		return "seeded from the clock for each draw: those within one tick are the same"
	case s.isLiteral(of.of) && (s.handsOut(of.at) || shuffles && (of.global || s.Named()) && !s.once(of.at)):
		return "a constant seed: what comes out is the same each time"
	case few && (serves || shuffles):
		return fmt.Sprintf("the seed is one of %d, so no more orders or numbers can come out", is.Most+1)
	case shuffles && of.function != "NewPCG" && (drawn || s.reads(of.at)):
		return "the seed has fewer bits than the orders need: " + of.function + " knows at most 2^31-2"
	}
	return ""
}

func (s seeding) isNow(n ast.Node) bool { return s.IsTime(n, "Now") }

// isLiteral reports whether a seed stands where it is used: one with a name is meant to be the same.
func (s seeding) isLiteral(of []ast.Expr) bool {
	return len(of) > 0 && !slices.ContainsFunc(of, func(e ast.Expr) bool {
		return s.Info.Types[e].Value == nil || code.Holds(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			_, named := s.Info.Uses[id].(*types.Const)
			return ok && named
		})
	})
}

// has reports whether one of the expressions reaches what is looked for.
func (s seeding) has(all []ast.Expr, is func(ast.Node) bool) bool {
	return slices.ContainsFunc(all, func(e ast.Expr) bool { return s.reaches(e, is) })
}

// reaches reports whether an expression, or what its variables are, holds what is looked for.
func (s seeding) reaches(e ast.Expr, is func(ast.Node) bool) bool {
	return code.Holds(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := s.Info.Uses[id]
			if def, ok := s.Of(e).Definition(obj); ok && def != nil && def.End() < e.Pos() {
				return s.reaches(def, is)
			} else if def := s.Initial(obj); def != nil {
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

// mostOfOne is how many statements a function has at most that hands out few things.
const mostOfOne = 24

// around returns the innermost function that has a call, and reports whether it runs once: the first of a program.
func (s seeding) around(call *ast.CallExpr) (f *ast.FuncLit, once bool) {
	if d, ok := s.Decl.(*ast.FuncDecl); ok {
		f, once = &ast.FuncLit{Type: d.Type, Body: d.Body}, d.Name.Name == "main" || d.Name.Name == "init"
	}
	for n := range ast.Preorder(s.Decl) {
		if lit, ok := n.(*ast.FuncLit); ok && code.Within([]ast.Node{lit}, call) {
			f, once = lit, false
		}
	}
	return f, once
}

func (s seeding) once(call *ast.CallExpr) bool {
	_, once := s.around(call)
	return once
}

// eachRound reports whether a loop seeds and draws, but for one of workers, of which each seeds once and draws
// in a loop of its own.
func (s seeding) eachRound(call *ast.CallExpr) bool {
	f, _ := s.around(call)
	return code.Holds(s.Decl, func(n ast.Node) bool {
		body := code.LoopBody(n)
		return body != nil && code.Within([]ast.Node{body}, call) && s.Draws(body) &&
			!(code.Within([]ast.Node{body}, f.Body) && s.drawsInLoop(f.Body, call)) &&
			!code.Holds(body, func(n ast.Node) bool { return s.IsTime(n, "Sleep") || s.IsTime(n, "After") })
	})
}

// drawsInLoop reports whether code has a loop that draws, after what seeds.
func (s seeding) drawsInLoop(in ast.Node, seed *ast.CallExpr) bool {
	return code.Holds(in, func(n ast.Node) bool {
		loop := code.LoopBody(n)
		return loop != nil && n.Pos() > seed.End() && s.Draws(loop)
	})
}

// handsOut reports whether the function that seeds is a small one that may be called again, and what it draws
// then is an integer or a string that it returns, or goes elsewhere, or picks an item. A duration
// spreads load and needs no good generator; one that returns nothing and draws in a loop has many things to draw.
func (s seeding) handsOut(call *ast.CallExpr) bool {
	f, once := s.around(call)
	if f == nil || once || !s.Draws(f.Body) {
		return false
	}
	statements := 0
	elements := make(map[ast.Node]bool) // that are written
	for n := range ast.Preorder(f.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, e := range a.Lhs {
				elements[e] = true
			}
		}
	}
	switch {
	case statements > mostOfOne:
		return false
	case f.Type.Results.NumFields() == 0 && s.drawsInLoop(f.Body, call):
		return false
	case f.Type.Results.NumFields() > 0 && isPlain(s.Info.TypeOf(f.Type.Results.List[0].Type)):
		return true
	}
	return code.Holds(f.Body, func(n ast.Node) bool {
		var to []ast.Expr
		switch n := n.(type) {
		case *ast.IndexExpr:
			return !elements[n] && s.has([]ast.Expr{n.Index}, s.Draws)
		case *ast.SliceExpr:
			return n.Low != nil && s.has([]ast.Expr{n.Low}, s.Draws)
		case *ast.ReturnStmt:
			to = n.Results
		case *ast.SendStmt:
			to = []ast.Expr{n.Value}
		case *ast.CompositeLit:
			to = n.Elts
		case *ast.KeyValueExpr:
			to = []ast.Expr{n.Value}
		case *ast.AssignStmt:
			if obj := s.Object(n.Lhs[0]); obj == nil || obj.Parent() == s.Pass.Pkg.Scope() {
				to = n.Rhs
			}
		case *ast.CallExpr:
			if s.Callee(n) != nil { // a number may be a port, or a delay
				to = slices.DeleteFunc(slices.Clone(n.Args), func(e ast.Expr) bool { return code.IsInteger(s.Info.TypeOf(e)) })
			}
		}
		return slices.ContainsFunc(to, func(e ast.Expr) bool {
			return isPlain(s.Info.TypeOf(e)) && s.reaches(e, s.Draws)
		})
	})
}

// isPlain reports whether a type is that of integers or strings without a name, as that of durations has.
func isPlain(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsString) != 0
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
