package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// seeds looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func (c *checker) seeds(d ast.Decl) {
	s := c.scope(d, d)
	if s.testing() {
		return
	}
	var stack []ast.Node
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := s.callee(call); fn != nil && isRand(fn) && len(call.Args) > 0 {
				switch name := fn.Name(); {
				case name == "Seed" && fn.Signature().Recv() == nil && c.ignoresSeeds():
				case name == "Seed" || name == "NewSource" || name == "NewPCG":
					c.seed(s, call, name, stack)
				}
			}
		}
		return true
	})
}

// ignoresSeeds reports whether the module is of a version of Go, 1.24 or later, with which
// Seed does nothing.
func (c *checker) ignoresSeeds() bool {
	return version.IsValid(c.pass.Pkg.GoVersion()) && version.Compare(c.pass.Pkg.GoVersion(), "go1.24") >= 0
}

func (c *checker) seed(s *scope, call *ast.CallExpr, name string, stack []ast.Node) {
	clock, constants := false, true
	for _, a := range call.Args {
		clock = clock || s.clock(a)
		constants = constants && s.info.Types[a].Value != nil
	}
	if s.discarded(stack) {
		c.report(analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "seed",
			Message: "the generator that is made here is used nowhere: what is drawn comes from another; leave it out"})
		return
	}
	loop := false
	for _, n := range stack {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loop = true
		case *ast.FuncLit:
			loop = false
		}
	}
	bits := 0
	if len(call.Args) == 1 {
		bits = s.width(call.Args[0]).bits
	}
	few := bits > 0 && bits < 31
	game, shuffles := gambling.MatchString(c.words(s.decl)) || s.returnsCards(), s.shuffles()
	often, ofSecond := clock && s.reads(call, "Unix") && s.drawsHere(name), clock && s.reads(call, "Nanosecond") && s.drawsHere(name)
	served := false
	if (clock || few) && !game && !shuffles && !often && !ofSecond {
		game, served = s.serves(call, name, stack)
	}
	d := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "seed"}
	remedy := "leave it out: since Go 1.20 the system seeds what the functions of the package use"
	if name != "Seed" {
		remedy = "use the functions of the package itself, such as rand.Shuffle, which the system seeds"
	}
	states := "at most 2^31-2 seeds"
	if name == "NewPCG" {
		states = "128 bits"
	}
	if playing.MatchString(c.words(s.decl)) {
		states += ", so of the 52! = 2^225.6 orders of a deck no more can come out"
	}
	switch {
	case clock && shuffles && !game && spreading.MatchString(c.words(s.decl)):
		return // an order of servers is not worth a guess
	case loop && clock:
		d.Message = "seeded from the clock in a loop: all rounds within one tick of the clock get the same numbers; " + about(name, states)
	case clock && shuffles:
		d.Message = "seeded from the clock where it shuffles: calls within one tick give the same order, and the time of the call gives it away; " + about(name, states)
	case clock && served:
		d.Message = "seeded from the clock, for functions that shuffle: the time of the call gives the order away; " + about(name, states)
	case clock && game:
		d.Message = "seeded from the clock: who knows the time of the call can repeat what is drawn; " + about(name, states)
	case often:
		d.Message = "seeded from the clock, in seconds, where it draws: all calls within a second get the same numbers; " + about(name, states)
	case ofSecond:
		d.Message = "seeded from the nanosecond of the second, where it draws: no more than 10^9 sequences can come out"
	case clock && s.drawsOne() && s.drawsHere(name):
		d.Message = "seeded from the clock in each call: calls within one tick of the clock get the same"
	case few && (game || served || shuffles):
		d.Message = fmt.Sprintf("the seed has %d bits, so no more than %d orders or numbers can come out", bits, 1<<bits)
	case constants && s.drawsHere(name) && s.secret():
		remedy = "use crypto/rand"
		d.Message = "seeded by a constant: what must not be guessed is the same in each run"
	case game && !constants, shuffles && name != "NewPCG" && s.reduces(call):
		d.Message = "the seed has fewer bits than the orders need: " + about(name, states)
	default:
		return
	}
	d.Message += "; " + remedy
	c.report(d)
}

func about(name, states string) string { return fmt.Sprintf("%s knows %s", name, states) }

// clock reports whether an expression reads the clock.
func (s *scope) clock(e ast.Expr) bool {
	return holds(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := s.callee(n)
			return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Now"
		case *ast.Ident:
			if obj := s.info.Uses[n]; obj != nil && obj.Pos() < e.Pos() {
				s.unit = e
				def, ok := s.definition(obj)
				return ok && def != nil && def.End() < e.Pos() && s.clock(def)
			}
		}
		return false
	})
}

// reads reports whether a seed is the time by a method of that name: Unix is in seconds.
func (s *scope) reads(e ast.Expr, method string) bool {
	return holds(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := s.callee(call)
		return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == method && fn.Signature().Recv() != nil
	})
}

// drawsHere reports whether the declaration, which is none that runs once, draws from what
// it seeds: by a function of the package, or by a method of a variable of its own.
func (s *scope) drawsHere(seeded string) bool {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Recv == nil && (d.Name.Name == "main" || d.Name.Name == "init") {
		return false
	}
	return holds(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := s.callee(call)
		if fn == nil || !isRand(fn) || !s.isDraw(fn) {
			return false
		}
		method := fn.Signature().Recv() != nil
		if seeded == "Seed" || !method {
			return method == (seeded != "Seed")
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		id, ok := sel.X.(*ast.Ident)
		return ok && s.info.Uses[id] != nil && s.info.Uses[id].Parent() != s.pass.Pkg.Scope()
	})
}

// mostOfOne is how many statements a function has at most that draws one thing.
const mostOfOne = 24

// drawsOne reports whether the declaration is a small function that returns one thing that
// it draws: a string, an integer or an item. What only spreads load needs no good generator.
func (s *scope) drawsOne() bool {
	d, ok := s.decl.(*ast.FuncDecl)
	if !ok || d.Type.Results == nil {
		return false
	}
	words := s.words(d)
	if spreading.MatchString(words) {
		return false
	}
	switch t := types.Unalias(s.info.TypeOf(d.Type.Results.List[0].Type)).(type) {
	case *types.Basic:
		if t.Info()&(types.IsInteger|types.IsString) == 0 {
			return false
		}
	case *types.Slice, *types.Pointer:
		return false
	default:
		if t.String() == "time.Duration" || !drawing.MatchString(words) && !picking.MatchString(words) {
			return false
		}
	}
	statements := 0
	for n := range ast.Preorder(d.Body) {
		if _, ok := n.(ast.Stmt); ok {
			statements++
		}
	}
	return statements <= mostOfOne
}

// shuffles reports whether the declaration shuffles: by a function of the library, or
// in a loop that was understood or swaps at random.
func (s *scope) shuffles() bool {
	return s.named() && s.draws(s.decl) || holds(s.decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := s.callee(call)
			return fn != nil && isRand(fn) && (fn.Name() == "Shuffle" || fn.Name() == "Perm") || s.sortsByDraws(n)
		}
		body := loopBody(n)
		return body != nil && s.draws(body) && (slices.Contains(s.judged, n) || holds(body, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			return ok && len(a.Lhs) == 2 && isElement(a.Lhs[0]) && isElement(a.Lhs[1])
		}))
	})
}

// discarded reports whether the generator that a call makes, which ends the stack, is used
// nowhere, or only to make another that is.
func (s *scope) discarded(stack []ast.Node) bool {
	for i := len(stack) - 2; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.CallExpr:
			if fn := s.callee(n); fn == nil || !isRand(fn) || fn.Name() != "New" {
				return false
			}
		case *ast.ExprStmt:
			return stack[i+1] != stack[len(stack)-1] || s.callee(stack[i+1].(*ast.CallExpr)).Name() != "Seed"
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 {
				return false
			}
			id, ok := n.Lhs[0].(*ast.Ident)
			if !ok {
				return false
			}
			obj := s.info.ObjectOf(id)
			if obj == nil {
				return id.Name == "_"
			}
			// source := …; rand.New(source)
			uses, lost := 0, 0
			for n := range ast.Preorder(s.decl) {
				switch n := n.(type) {
				case *ast.Ident:
					if s.info.Uses[n] == obj {
						uses++
					}
				case *ast.ExprStmt:
					if call, ok := n.X.(*ast.CallExpr); ok && len(call.Args) == 1 && s.object(call.Args[0]) == obj {
						if fn := s.callee(call); fn != nil && isRand(fn) && fn.Name() == "New" {
							lost++
						}
					}
				}
			}
			return uses == lost && lost > 0
		default:
			return false
		}
	}
	return false
}

// reduces reports whether a seed was read as random bits, of which most are lost.
func (s *scope) reduces(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && holds(call.Args[0], func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := s.info.Uses[id].(*types.Var)
		return ok && (s.filled(id) || holds(s.decl, func(n ast.Node) bool { // binary.Read(r, order, &v)
			read, ok := n.(*ast.CallExpr)
			if !ok || len(read.Args) != 3 {
				return false
			}
			fn := s.callee(read)
			to, ok := read.Args[2].(*ast.UnaryExpr)
			return ok && fn != nil && fn.FullName() == "encoding/binary.Read" && s.object(to.X) == v
		}))
	})
}
