package biasedshuffle

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// seeds looks for generators that are seeded from the clock where they shuffle,
// or with too few bits for what they shuffle. Tests may seed as they like.
func (c *checker) seeds(d ast.Decl) {
	if strings.HasSuffix(c.pass.Fset.Position(d.Pos()).Filename, "_test.go") {
		return
	}
	s := c.scope(d, d)
	var stack []ast.Node
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := s.callee(call); fn != nil && isRand(fn) && len(call.Args) > 0 {
				switch fn.Name() {
				case "Seed", "NewSource", "NewPCG":
					c.seed(s, call, fn.Name(), stack)
				}
			}
		}
		return true
	})
}

func (c *checker) seed(s *scope, call *ast.CallExpr, name string, stack []ast.Node) {
	clock, constants := false, true
	for _, a := range call.Args {
		clock = clock || s.clock(a)
		constants = constants && s.info.Types[a].Value != nil
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
	game := gambling.MatchString(c.words(s.decl))
	d := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "seed"}
	states := "at most 2^31-2 seeds"
	if name == "NewPCG" {
		states = "128 bits"
	}
	if playing.MatchString(c.words(s.decl)) {
		states += ", so of the 52! = 2^225.6 orders of a deck no more can come out"
	}
	switch {
	case loop && clock:
		d.Message = "seeded from the clock in a loop: all rounds within one tick of the clock get the same numbers; " + about(name, states)
	case clock && (s.shuffles() || game):
		d.Message = "seeded from the clock where it shuffles: calls within one tick give the same order, and the time of the call gives it away; " + about(name, states)
	case game && !constants:
		d.Message = "the seed has fewer bits than the orders need: " + about(name, states)
	default:
		return
	}
	d.Message += "; leave the seed out, and the system seeds the generator"
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

// shuffles reports whether the declaration shuffles: by a function of the library, or
// in a loop that was understood or swaps at random.
func (s *scope) shuffles() bool {
	return holds(s.decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := s.callee(call)
			return fn != nil && isRand(fn) && (fn.Name() == "Shuffle" || fn.Name() == "Perm")
		}
		body := loopBody(n)
		return body != nil && s.draws(body) && (slices.Contains(s.judged, n) || holds(body, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			return ok && len(a.Lhs) == 2 && isElement(a.Lhs[0]) && isElement(a.Lhs[1])
		}))
	})
}
