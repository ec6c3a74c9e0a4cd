package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/analysis"
)

// Words of more bits than this have remainders that differ too little to be worth a word.
const mostBits = 50

// A reducing looks at a declaration, in which loops has reported some loops and understood others.
type reducing struct {
	*scope
	told, understood []ast.Node
}

// findReductions looks for remainders of random words, for scaled floats, and for indices that never
// are the last.
func findReductions(in *scope, told, understood []ast.Node) {
	s := &reducing{in, told, understood}
	for n := range ast.Preorder(s.decl) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.REM {
				s.remainder(n, n.X, n.Y)
			}
		case *ast.AssignStmt:
			if n.Tok == token.REM_ASSIGN {
				s.remainder(n, n.Lhs[0], n.Rhs[0])
			}
		case *ast.CallExpr:
			// A duration that is scaled is no index.
			if t := s.info.TypeOf(n.Fun); s.info.Types[n.Fun].IsType() && isInteger(t) && t == t.Underlying() {
				s.scaledFloat(n)
			}
		}
	}
	if s.draws(s.decl) && !s.testing() {
		s.picks()
	}
}

// remainder looks at x % y.
func (s *reducing) remainder(at ast.Node, x, y ast.Expr) {
	t := s.term(x)
	bound := s.term(y)
	n := bound.high
	if bound.of != nil {
		n = s.constantLength(bound.of) + bound.low
	}
	switch {
	case s.compared(t.from):
	case t.kind == drawnTerm:
		known := bound.kind == fixedTerm && bound.of == nil && n > 1 && t.of == nil && t.low == 0 && t.high > n
		if known && t.high < huge && !s.testing() && !s.decidesBy(at) {
			s.unevenly(at, fmt.Sprintf("a number below %d", t.high), big.NewInt(t.high), n,
				fmt.Sprintf("draw below %d", n))
		}
	case t.kind == clockTerm && (s.named() || s.isIndex(at)):
		s.find(at, "modulo", "the clock is no random number: who knows the time of the call knows the remainder, "+
			"and calls within one tick get the same")
	case t.kind == wordTerm && t.signed && s.isIndex(at):
		s.find(at, "modulo", "the random number is negative in half of the calls, and its remainder is no index "+
			"then; convert after the remainder, or use "+s.boundedOf())
	case t.kind == wordTerm:
		if t.bits > mostBits && !strict || t.bits >= 24 && max(n, 3)>>(t.bits-12) == 0 && !strict && !s.named() {
			return // such as an offset into a list of servers
		}
		var fixes []analysis.SuggestedFix
		if t.call == ast.Unparen(x) && n > 0 {
			fixes = s.boundInstead(at, t.call, y)
		}
		s.unevenly(at, fmt.Sprintf("a random number of %d bits", t.bits), power(t.bits), n, "use "+s.boundedOf(),
			fixes...)
	case s.congruential(x) && s.named():
		s.find(at, "modulo", "the low bits of a linear congruential generator repeat soon: the remainder by 2 is "+
			"0 and 1 in turn; use "+s.shuffleOf())
	}
}

// unevenly reports the remainder by n of a number that has so many values, if some come more often than
// others. If n is not known, its numbers are for 3.
func (s *reducing) unevenly(at ast.Node, of string, all *big.Int, n int64, remedy string,
	fixes ...analysis.SuggestedFix) {
	values := ""
	if n == 0 {
		n, values = 3, "for 3 values "
	}
	q, few := new(big.Int).DivMod(all, big.NewInt(n), new(big.Int))
	if few.Sign() == 0 {
		return
	}
	more, many := new(big.Int).Add(q, big.NewInt(1)), n-few.Int64()
	numbers := fmt.Sprintf("%d times in %d, and %d %d times", more, all, many, q)
	if all.BitLen() <= 17 {
		numbers = fmt.Sprintf("with probability %d/%d and %d with %d/%[2]d", more, all, many, q)
	} else if bits := all.BitLen() - 1; all.Cmp(power(bits)) == 0 {
		numbers = fmt.Sprintf("%d times in 2^%d, and %d %d times", more, bits, many, q)
	}
	s.find(at, "modulo", fmt.Sprintf("the remainder of %s is biased: %s%d of %d values %s %s; %s", of, values, few, n,
		come(few.Int64()), numbers, remedy), fixes...)
}

// congruential reports whether an expression is the state of a linear congruential generator
// whose modulus is a power of two, as that of the type is.
func (s *reducing) congruential(x ast.Expr) bool {
	id, ok := s.unconverted(x).(*ast.Ident)
	return ok && s.info.Uses[id] != nil && holds(s.decl, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && s.object(a.Lhs[0]) == s.info.Uses[id] && s.advances(a) && !holds(a, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			return ok && (b.Op == token.REM || b.Op == token.SHR || b.Op == token.XOR)
		})
	})
}

// decidesBy reports whether the declaration compares an expression, as with a coin.
func (s *reducing) decidesBy(e ast.Node) bool {
	return holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && (ordered[b.Op] || b.Op == token.EQL || b.Op == token.NEQ) &&
			(ast.Unparen(b.X) == e || ast.Unparen(b.Y) == e)
	})
}

// isIndex reports whether a remainder, or the variable that only it is assigned to, is an index as
// it is.
func (s *reducing) isIndex(remainder ast.Node) bool {
	return holds(s.decl, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && ast.Unparen(s.meant(x.Index)) == remainder && !s.compared(s.object(x.Index))
	})
}

// compared reports whether the declaration compares the word, as those do that draw
// again where the remainder would be biased.
func (s *reducing) compared(obj types.Object) bool {
	return obj != nil && holds(s.decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && ordered[b.Op] && s.uses(b, obj)
	})
}

// boundInstead returns the fix that draws below the bound by a function of the same generator and
// type as the call that draws.
func (s *reducing) boundInstead(at ast.Node, call *ast.CallExpr, bound ast.Expr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn := s.callee(call)
	name := map[string]string{"Int": "Intn", "Int31": "Int31n", "Int63": "Int63n", "Float64": "Intn",
		"Float32": "Intn"}[fn.Name()]
	if fn.Pkg().Path() == mathRandV2 {
		name = map[string]string{"Int": "IntN", "Int32": "Int32N", "Int64": "Int64N", "Uint32": "Uint32N",
			"Uint64": "Uint64N", "Uint": "UintN", "Float64": "IntN", "Float32": "IntN"}[fn.Name()]
	}
	if name == "" {
		return nil
	}
	text := fmt.Sprintf("%s.%s(%s)", s.source(sel.X), name, s.source(bound))
	return []analysis.SuggestedFix{replacing("Draw below the bound", at, text)}
}

// scaledFloat looks at int(rand.Float64()*n) and its like.
func (s *reducing) scaledFloat(conv *ast.CallExpr) {
	t := s.term(conv.Args[0])
	if t.kind != floatTerm || t.scale == nil {
		return
	}
	n, known := s.constantOf(t.scale)
	if known && (n < 2 || n >= huge && !strict) || !known && s.info.Types[t.scale].Value != nil {
		return // such as a time in nanoseconds
	}
	if t.round {
		k := int64(2)
		if known {
			k = n
		}
		s.find(conv, "float", fmt.Sprintf("rounding gives the first and the last number half the chance of the "+
			"others: of %d numbers those two come with probability 1/%d and the others with 1/%d; use %s(%s)",
			k+1, 2*k, k, s.boundedOf(), s.plusOne(t.scale)))
		return
	}
	if !known {
		n = 3
	}
	few, many := uneven(t.bits, n)
	if few == 0 || t.bits > 24 && (!strict || within(s.told, conv)) {
		return // too small to be seen
	}
	var fixes []analysis.SuggestedFix
	if known && ast.Unparen(conv.Args[0]) == t.at && types.Identical(s.info.TypeOf(conv), types.Typ[types.Int]) {
		fixes = s.boundInstead(conv, t.call, t.scale)
	}
	q := new(big.Int).Div(power(t.bits), big.NewInt(n))
	s.find(conv, "float", fmt.Sprintf("a scaled float is biased: the 2^%d values of %s cannot fall evenly on %d "+
		"numbers: %d %s %d times and %d %s %d times; an integer below a bound is exact",
		t.bits, s.callee(t.call).Name(), n, few, come(few), new(big.Int).Add(q, big.NewInt(1)), many, come(many), q),
		fixes...)
}
