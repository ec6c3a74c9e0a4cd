package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"
)

// A seeding looks at the seeds of a declaration.
type seeding struct{ *scope }

// findSeeds looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func findSeeds(in *scope) {
	s := seeding{in}
	if s.testing() {
		return
	}
	for n := range ast.Preorder(s.decl) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn := s.callee(call)
		if fn == nil || !isRand(fn) {
			continue
		}
		name := fn.Name()
		global := name == "Seed" && fn.Signature().Recv() == nil
		if name != "Seed" && name != "NewSource" && name != "NewPCG" || global && s.compareGo("go1.23") > 0 {
			continue // with which Seed does nothing
		}
		if fault := s.fault(call, name, global); fault != "" {
			s.find(call, "seed", fault+"; "+s.seedRemedy(name))
		}
	}
}

// seedRemedy returns what to do instead of a call of the function.
func (s seeding) seedRemedy(function string) string {
	switch {
	case s.compareGo("go1.20") < 0:
		return "seed once, when the program starts, by 64 bits from crypto/rand"
	case function == "Seed":
		return "leave it out: since Go 1.20 the system seeds what the functions of the package use"
	}
	return "use the functions of the package itself, such as " + s.nameOf("Shuffle") + ", which the system seeds"
}

// fault returns what is wrong with a seed, or nothing. It may be that of the generator that is global.
func (s seeding) fault(call *ast.CallExpr, function string, global bool) string {
	states := function + " knows at most 2^31-2 seeds"
	if function == "NewPCG" {
		states = "the clock has far fewer than its 128 bits"
	}
	clock := false
	for _, a := range call.Args {
		clock = clock || s.clock(a)
	}
	var seed term
	if len(call.Args) == 1 {
		seed = s.term(call.Args[0])
	}
	few := seed.kind == wordTerm && seed.bits < 31
	shuffles := s.shuffles()
	serves := (clock || few) && !shuffles && s.serves(global)
	switch {
	case clock && shuffles:
		return "seeded from the clock where it shuffles: calls within one tick give the same order, and the time " +
			"of the call gives it away; " + states
	case clock && serves:
		return "seeded from the clock, for functions that shuffle: the time of the call gives the order away; " + states
	case clock && s.drawsOne():
		return "seeded from the clock in each call: calls within one tick of the clock get the same; " + states
	case few && (serves || shuffles):
		return fmt.Sprintf("the seed has %d bits, so no more than %d orders or numbers can come out", seed.bits,
			1<<seed.bits)
	case shuffles && function != "NewPCG" && (seed.kind == wordTerm || s.reads(call)):
		return "the seed has fewer bits than the orders need: " + states
	}
	return ""
}

// clock reports whether an expression reads the clock.
func (s seeding) clock(e ast.Expr) bool {
	return holds(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			def, ok := s.of(e).definition(s.info.Uses[id])
			return ok && def != nil && def.End() < e.Pos() && s.clock(def)
		}
		return s.isTime(n, "Now")
	})
}

// reads reports whether the seed was read as random bits, of which most are lost.
func (s seeding) reads(call *ast.CallExpr) bool {
	return holds(s.decl, func(n ast.Node) bool {
		read, ok := n.(*ast.CallExpr)
		if !ok || !s.calls(read, "encoding/binary.Read") {
			return false
		}
		to, ok := read.Args[2].(*ast.UnaryExpr)
		return ok && s.object(to.X) != nil && s.uses(call, s.object(to.X))
	})
}

// shuffles reports whether the declaration shuffles: by its name, by a function of the
// library, or in a loop that swaps at random.
func (s seeding) shuffles() bool {
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

// mostOfOne is how many statements a function has at most that draws one thing.
const mostOfOne = 24

// drawsOne reports whether the declaration is a small function that returns one integer or
// one string. A duration spreads load and needs no good generator.
func (s seeding) drawsOne() bool {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Type.Results == nil {
		return false
	}
	t, ok := types.Unalias(s.info.TypeOf(d.Type.Results.List[0].Type)).(*types.Basic)
	statements := 0
	for n := range ast.Preorder(d.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
	}
	return ok && t.Info()&(types.IsInteger|types.IsString) != 0 && statements <= mostOfOne
}

// serves reports whether the generator that is seeded serves a function that shuffles
// elsewhere in the package: the global one, or one that is in a variable of the package or a field that
// the declaration mentions, or is what it returns.
func (s seeding) serves(global bool) bool {
	held := make(map[types.Object]bool)
	for n := range ast.Preorder(s.decl) {
		if id, ok := n.(*ast.Ident); ok && !global {
			switch obj := s.info.ObjectOf(id).(type) {
			case *types.Var:
				held[obj.Origin()] = isGenerator(obj.Type()) && (obj.IsField() || obj.Parent() == s.pass.Pkg.Scope())
			case *types.Func:
				d, _ := s.decl.(*ast.FuncDecl)
				results := obj.Signature().Results()
				held[obj] = d != nil && d.Name == id && results.Len() > 0 && isGenerator(results.At(0).Type())
			}
		}
	}
	for _, fn := range s.funcs {
		d := s.bodies[fn]
		of := seeding{s.checker.scope(d, d)}
		if d != s.decl && !of.testing() && holds(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if v, ok := s.info.Uses[n].(*types.Var); ok {
					return held[v.Origin()]
				}
				return held[s.info.Uses[n]]
			case *ast.CallExpr:
				fn := s.callee(n)
				return global && fn != nil && isRand(fn) && fn.Signature().Recv() == nil
			}
			return false
		}) && of.shuffles() {
			return true
		}
	}
	return false
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
