package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"math/big"

	"golang.org/x/tools/go/analysis"
)

// negligible is the difference of the probabilities of two remainders that is not worth a
// word: 2⁻⁵⁰.
var negligible = math.Ldexp(1, -50)

// reductions looks for remainders of random words and for scaled floats.
func (c *checker) reductions(d ast.Decl) {
	s := c.scope(d, d)
	for n := range ast.Preorder(d) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.REM {
				c.remainder(s, n, n.X, n.Y)
			}
		case *ast.AssignStmt:
			if n.Tok == token.REM_ASSIGN {
				c.remainder(s, n, n.Lhs[0], n.Rhs[0])
			}
		case *ast.CallExpr:
			// A duration that is scaled is no index.
			if tv := s.info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 && isInteger(tv.Type) &&
				tv.Type == tv.Type.Underlying() {
				c.scaledFloat(s, n)
			}
		}
	}
}

// remainder looks at x % y.
func (c *checker) remainder(s *scope, at ast.Node, x, y ast.Expr) {
	w := s.width(x)
	if w.bits == 0 {
		if s.congruential(x) && s.named() {
			c.find(at, "modulo", "the low bits of a linear congruential generator repeat soon: the remainder by 2 is "+
				"0 and 1 in turn; use "+c.shuffleOf())
			return
		}
		c.remainderOf(s, at, x, y)
		return
	}
	if s.compared(w.from) {
		return
	}
	if w.clock {
		if s.named() || s.isIndex(at) {
			c.find(at, "modulo", "the clock is no random number: who knows the time of the call knows the remainder, "+
				"and calls within one tick get the same")
		}
		return
	}
	if w.signed && s.isIndex(at) {
		c.find(at, "modulo", "the random number is negative in half of the calls, and its remainder is no index "+
			"then; convert after the remainder, or use "+c.boundedOf())
		return
	}
	n, known := s.constantOf(y)
	length := int64(0)
	if !known {
		if length, n = s.lengthOfConstant(y), 3; length > 0 {
			n = length
		}
	}
	if n <= 0 {
		return
	}
	few, many := uneven(w.bits, n)
	if few == 0 || math.Ldexp(1, -w.bits) < negligible && !strict {
		return
	}
	if w.bits >= 24 && n>>(w.bits-12) == 0 && !strict && !s.named() {
		return // such as an offset into a list of servers
	}
	message := fmt.Sprintf("the remainder of a random number of %d bits is biased: ", w.bits)
	if !known && length == 0 {
		message += fmt.Sprintf("for %d values ", n)
	}
	q := new(big.Int).Div(power(w.bits), big.NewInt(n))
	more := new(big.Int).Add(q, big.NewInt(1))
	if w.bits <= 16 {
		message += fmt.Sprintf("%s with probability %d/%d and %d with %d/%[3]d", share(few, n), more, power(w.bits),
			many, q)
	} else {
		message += fmt.Sprintf("%s %d times in 2^%d, and %d %d times", share(few, n), more, w.bits, many, q)
	}
	var fixes []analysis.SuggestedFix
	if fix, ok := c.boundInstead(s, at, x, y, known); ok {
		fixes = []analysis.SuggestedFix{fix}
	}
	c.find(at, "modulo", message+"; use "+c.boundedOf(), fixes...)
}

// congruential reports whether an expression is the state of a linear congruential generator
// whose modulus is a power of two, as that of the type is.
func (s *scope) congruential(x ast.Expr) bool {
	id, ok := s.unconverted(x).(*ast.Ident)
	if !ok {
		return false
	}
	obj := s.info.Uses[id]
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && len(a.Lhs) == 1 && s.object(a.Lhs[0]) == obj && s.advances(a) && !holds(a, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			return ok && (b.Op == token.REM || b.Op == token.SHR || b.Op == token.XOR)
		}) && a.Tok != token.XOR_ASSIGN
	})
}

// remainderOf looks at x % y where x is drawn below a constant.
func (c *checker) remainderOf(s *scope, at ast.Node, x, y ast.Expr) {
	r, ok := s.drawn(x)
	n, known := s.constantOf(y)
	if !ok || !known || r.draw == nil || r.of != nil || r.low != 0 || n < 2 || r.high <= n || r.high >= huge ||
		r.high%n == 0 ||
		s.testing() || s.compared(s.object(x)) || s.decidesBy(at) || within(c.told, at) {
		return
	}
	q := r.high / n
	c.find(at, "modulo", fmt.Sprintf("the remainder of a number below %d is biased: %s with probability %d/%[1]d and "+
		"%[4]d with %[5]d/%[1]d; draw below %[6]d",
		r.high, share(r.high%n, n), q+1, n-r.high%n, q, n))
}

// decidesBy reports whether the declaration compares an expression, as with a coin.
func (s *scope) decidesBy(e ast.Node) bool {
	return holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && (ordered[b.Op] || b.Op == token.EQL || b.Op == token.NEQ) &&
			(ast.Unparen(b.X) == e || ast.Unparen(b.Y) == e)
	})
}

// isIndex reports whether a remainder, or the variable that only it is assigned to, is an index as
// it is.
func (s *scope) isIndex(remainder ast.Node) bool {
	return holds(s.decl, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && ast.Unparen(s.meant(x.Index)) == remainder && !s.compared(s.object(x.Index))
	})
}

// compared reports whether the declaration compares the word, as those do that draw
// again where the remainder would be biased.
func (s *scope) compared(obj types.Object) bool {
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && ordered[b.Op] && s.uses(b, obj)
	})
}

// boundInstead returns the fix of x % y where a bounded function of the same
// generator has the same type, and y is a positive constant.
func (c *checker) boundInstead(s *scope, at ast.Node, x, y ast.Expr, known bool) (fix analysis.SuggestedFix, ok bool) {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || !known {
		return fix, false
	}
	fn := s.callee(call)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !isRand(fn) || !isSel {
		return fix, false
	}
	name := map[string]string{"Int": "Intn", "Int31": "Int31n", "Int63": "Int63n"}[fn.Name()]
	if fn.Pkg().Path() == mathRandV2 {
		name = map[string]string{"Int": "IntN", "Int32": "Int32N", "Int64": "Int64N", "Uint32": "Uint32N",
			"Uint64": "Uint64N", "Uint": "UintN"}[fn.Name()]
	}
	if name == "" {
		return fix, false
	}
	text := fmt.Sprintf("%s.%s(%s)", c.source(sel.X), name, c.source(y))
	return replacing("Draw below the bound", at, text), true
}
