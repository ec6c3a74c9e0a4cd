package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
)

// seeds looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func (c *checker) seeds(d ast.Decl) {
	s := c.scope(d, d)
	if s.testing() {
		return
	}
	ast.PreorderStack(d, nil, func(n ast.Node, stack []ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
			fn := s.callee(call)
			if fn == nil || !isRand(fn) {
				return true
			}
			switch fn.Name() {
			case "Seed":
				if fn.Signature().Recv() == nil && s.compareGo("go1.23") > 0 {
					return true // with which it does nothing
				}
				fallthrough
			case "NewSource", "NewPCG":
				g := &seeding{scope: s, call: call, fn: fn, stack: stack}
				if message, remedy := g.fault(); message != "" {
					c.find(call, "seed", message+"; "+remedy)
				}
			}
		}
		return true
	})
}

// compareGo compares the version of Go that the module is of with v, or is 0 if it has none.
func (c *checker) compareGo(v string) int {
	of := c.pass.Pkg.GoVersion()
	if !version.IsValid(of) {
		return 0
	}
	return version.Compare(of, v)
}

// fault returns what is wrong with the seed, or nothing, and what to do.
func (g *seeding) fault() (message, remedy string) {
	remedy = "use the functions of the package itself, such as " + g.nameOf("Shuffle") + ", which the system seeds"
	if g.fn.Name() == "Seed" {
		remedy = "leave it out: since Go 1.20 the system seeds what the functions of the package use"
	}
	if g.compareGo("go1.20") < 0 {
		remedy = "seed once, when the program starts, by 64 bits from crypto/rand"
	}
	states := g.fn.Name() + " knows at most 2^31-2 seeds"
	if g.fn.Name() == "NewPCG" {
		states = "the clock has far fewer than its 128 bits"
	}
	clock, bits := false, 0
	for _, a := range g.call.Args {
		clock = clock || g.clock(a)
	}
	if len(g.call.Args) == 1 {
		bits = g.term(g.call.Args[0]).bits
	}
	few := bits > 0 && bits < 31
	shuffles := g.shuffles()
	serves := (clock || few) && !shuffles && g.serves()
	switch {
	case clock && g.inLoop():
		message = "seeded from the clock in a loop: all rounds within one tick of the clock get the same numbers; " +
			"" + states
	case clock && shuffles:
		message = "seeded from the clock where it shuffles: calls within one tick give the same order, and the time " +
			"of the call gives it away; " + states
	case clock && g.reads("Unix") && g.drawsHere():
		message = "seeded from the clock, in seconds, where it draws: all calls within a second get the same " +
			"numbers; " + states
	case clock && g.reads("Nanosecond") && g.drawsHere():
		message = "seeded from the nanosecond of the second, where it draws: no more than 10^9 sequences can come out"
	case clock && serves:
		message = "seeded from the clock, for functions that shuffle: the time of the call gives the order away; " +
			states
	case clock && g.drawsOne() && g.drawsHere():
		message = "seeded from the clock in each call: calls within one tick of the clock get the same"
	case few && (serves || shuffles):
		message = fmt.Sprintf("the seed has %d bits, so no more than %d orders or numbers can come out", bits, 1<<bits)
	case shuffles && g.fn.Name() != "NewPCG" && g.reduces():
		message = "the seed has fewer bits than the orders need: " + states
	}
	return message, remedy
}

// inLoop reports whether the call stands in a loop.
func (g *seeding) inLoop() (loop bool) {
	for _, n := range g.stack {
		if _, function := n.(*ast.FuncLit); function || loopBody(n) != nil {
			loop = !function
		}
	}
	return loop
}

// reads reports whether the seed is the time by a method of that name: Unix is in seconds.
func (g *seeding) reads(method string) bool {
	return holds(g.call, func(n ast.Node) bool { return g.isTime(n, method) })
}

// drawsHere reports whether the declaration, which is none that runs once, draws from what
// it seeds: by a function of the package, or by a method of a variable of its own.
func (g *seeding) drawsHere() bool {
	d, ok := g.decl.(*ast.FuncDecl)
	if !ok || d.Recv == nil && (d.Name.Name == "main" || d.Name.Name == "init") {
		return false
	}
	global := g.fn.Name() == "Seed"
	return holds(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := g.callee(call)
		if fn == nil || !isRand(fn) || !g.isDraw(fn) {
			return false
		}
		method := fn.Signature().Recv() != nil
		if global || !method {
			return method == !global
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		id, ok := sel.X.(*ast.Ident)
		return ok && g.info.Uses[id] != nil && g.info.Uses[id].Parent() != g.pass.Pkg.Scope()
	})
}

// mostOfOne is how many statements a function has at most that draws one thing.
const mostOfOne = 24

// drawsOne reports whether the declaration is a small function that returns one integer or
// one string. A duration spreads load and needs no good generator.
func (s *scope) drawsOne() bool {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Type.Results == nil {
		return false
	}
	t, ok := types.Unalias(s.info.TypeOf(d.Type.Results.List[0].Type)).(*types.Basic)
	if !ok || t.Info()&(types.IsInteger|types.IsString) == 0 {
		return false
	}
	statements := 0
	for n := range ast.Preorder(d.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
	}
	return statements <= mostOfOne
}

// reduces reports whether the seed was read as random bits, of which most are lost.
func (g *seeding) reduces() bool {
	return len(g.call.Args) == 1 && holds(g.call.Args[0], func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := g.info.Uses[id].(*types.Var)
		return ok && (g.filled(id) || holds(g.decl, func(n ast.Node) bool { // binary.Read(r, order, &v)
			read, ok := n.(*ast.CallExpr)
			if !ok || len(read.Args) != 3 {
				return false
			}
			fn := g.callee(read)
			to, ok := read.Args[2].(*ast.UnaryExpr)
			return ok && fn != nil && fn.FullName() == "encoding/binary.Read" && g.object(to.X) == v
		}))
	})
}
