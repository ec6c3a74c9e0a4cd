// Package reductions looks at remainders of random words, at scaled floats, and at indices that are
// one too small.
package reductions

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// Words of more bits than this have remainders that differ too little to be worth a word.
const mostBits = 50

// A reducing looks at a declaration, in which loops has reported some loops and understood others.
type reducing struct {
	*code.Scope
	told, understood []ast.Node
}

// Find looks for remainders of random words, for scaled floats, and for indices that never
// are the last.
func Find(in *code.Scope, told, understood []ast.Node) {
	s := &reducing{in, told, understood}
	for n := range ast.Preorder(s.Decl) {
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
			if t := s.Info.TypeOf(n.Fun); s.Info.Types[n.Fun].IsType() && code.IsInteger(t) && t == t.Underlying() {
				s.scaledFloat(n)
			}
		}
	}
	if s.Draws(s.Decl) && !s.Testing() {
		s.picks()
	}
}

// remainder looks at x % y.
func (s *reducing) remainder(at ast.Node, x, y ast.Expr) {
	t := s.Term(x)
	bound := s.Term(y)
	n := int64(0)
	switch length := s.ConstantLength(bound.Of); {
	case bound.Kind == code.FixedTerm && bound.Of == nil:
		n = bound.High
	case bound.Kind == code.FixedTerm && length > 0:
		n = length + bound.Low
	}
	switch {
	case n < 0, s.compared(t.From):
	case t.Kind == code.DrawnTerm:
		known := bound.Kind == code.FixedTerm && bound.Of == nil && n > 1 && t.Of == nil && t.Low == 0 && t.High > n
		if known && t.High < code.Huge && !s.Testing() && !s.decidesBy(at) {
			s.unevenly(at, "modulo", fmt.Sprintf("the remainder of a number below %d", t.High), big.NewInt(t.High), n,
				fmt.Sprintf("draw below %d", n))
		}
	case t.Kind == code.ClockTerm && (s.Named() || s.isIndex(at)):
		s.Find(at, "modulo", "the clock is no random number: who knows the time of the call knows the remainder, "+
			"and calls within one tick get the same")
	case t.Kind == code.WordTerm && t.Signed && s.isIndex(at):
		s.Find(at, "modulo", "the random number is negative in half of the calls, and its remainder is no index "+
			"then; convert after the remainder, or use "+s.BoundedOf())
	case t.Kind == code.WordTerm:
		small := t.Bits > mostBits || t.Bits >= 24 && max(n, 3)>>(t.Bits-12) == 0 && !s.Named()
		if small && !code.Strict {
			return // such as an offset into a list of servers
		}
		var fixes []analysis.SuggestedFix
		if t.Call == ast.Unparen(x) && n > 0 {
			fixes = s.boundInstead(at, t.Call, y)
		}
		s.unevenly(at, "modulo", fmt.Sprintf("the remainder of a random number of %d bits", t.Bits),
			code.Power(t.Bits), n, "use "+s.BoundedOf(), fixes...)
	case s.congruential(x) && s.Named():
		s.Find(at, "modulo", "the low bits of a linear congruential generator repeat soon: the remainder by 2 is "+
			"0 and 1 in turn; use "+s.ShuffleOf())
	}
}

// unevenly reports what makes n numbers of so many values, if some come more often than
// others. If n is not known, its numbers are for 3.
func (s *reducing) unevenly(at ast.Node, category, what string, all *big.Int, n int64,
	remedy string, fixes ...analysis.SuggestedFix) {
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
	} else if bits := all.BitLen() - 1; all.Cmp(code.Power(bits)) == 0 {
		numbers = fmt.Sprintf("%d times in 2^%d, and %d %d times", more, bits, many, q)
	}
	s.Find(at, category, fmt.Sprintf("%s is biased: %s%d of %d values %s %s; %s", what, values, few, n,
		code.Come(few.Int64()), numbers, remedy), fixes...)
}

// congruential reports whether an expression is the state of a linear congruential generator
// whose modulus is a power of two, as that of the type is.
func (s *reducing) congruential(x ast.Expr) bool {
	id, ok := s.Unconverted(x).(*ast.Ident)
	return ok && s.Info.Uses[id] != nil && code.Holds(s.Decl, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && s.Object(a.Lhs[0]) == s.Info.Uses[id] && s.Advances(a) && !code.Holds(a, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			return ok && (b.Op == token.REM || b.Op == token.SHR || b.Op == token.XOR)
		})
	})
}

// decidesBy reports whether the declaration compares an expression, as with a coin.
func (s *reducing) decidesBy(e ast.Node) bool {
	return code.Holds(s.Decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && (code.Ordered[b.Op] || b.Op == token.EQL || b.Op == token.NEQ) &&
			(ast.Unparen(b.X) == e || ast.Unparen(b.Y) == e)
	})
}

// isIndex reports whether a remainder, or the variable that only it is assigned to, is an index as
// it is.
func (s *reducing) isIndex(remainder ast.Node) bool {
	return code.Holds(s.Decl, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && ast.Unparen(s.Meant(x.Index)) == remainder && !s.compared(s.Object(x.Index))
	})
}

// compared reports whether the declaration compares the word, as those do that draw
// again where the remainder would be biased.
func (s *reducing) compared(obj types.Object) bool {
	return obj != nil && code.Holds(s.Decl, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		return ok && code.Ordered[b.Op] && s.Uses(b, obj)
	})
}

// boundInstead returns the fix that draws below the bound by a function of the same generator and
// type as the call that draws.
func (s *reducing) boundInstead(at ast.Node, call *ast.CallExpr, bound ast.Expr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn := s.Callee(call)
	name, below := fn.Name(), "n"
	if code.Floats[name] > 0 {
		name = "Int"
	}
	if fn.Pkg().Path() == code.MathRandV2 {
		below = "N"
	}
	if name += below; fn.Pkg().Scope().Lookup(name) == nil {
		return nil
	}
	text := fmt.Sprintf("%s.%s(%s)", s.Source(sel.X), name, s.Source(bound))
	return []analysis.SuggestedFix{code.Replacing("Draw below the bound", at, text)}
}

// scaledFloat looks at int(rand.Float64()*n) and its like.
func (s *reducing) scaledFloat(conv *ast.CallExpr) {
	t := s.Term(conv.Args[0])
	if t.Kind != code.FloatTerm || t.Scale == nil {
		return
	}
	n, known := s.ConstantOf(t.Scale)
	switch {
	case known && (n < 2 || n >= code.Huge && !code.Strict), !known && s.Info.Types[t.Scale].Value != nil:
		// such as a time in nanoseconds
	case t.Round:
		k := int64(2)
		if known {
			k = n
		}
		s.Find(conv, "float", fmt.Sprintf("rounding gives the first and the last number half the chance of the "+
			"others: of %d numbers those two come with probability 1/%d and the others with 1/%d; use %s(%s)",
			k+1, 2*k, k, s.BoundedOf(), s.PlusOne(s.Unconverted(t.Scale))))
	case t.Bits <= 24 || code.Strict && !code.Within(s.told, conv): // more is too small to be seen
		var fixes []analysis.SuggestedFix
		if known && ast.Unparen(conv.Args[0]) == t.At && types.Identical(s.Info.TypeOf(conv), types.Typ[types.Int]) {
			fixes = s.boundInstead(conv, t.Call, t.Scale)
		}
		s.unevenly(conv, "float", "a scaled float", code.Power(t.Bits), n, "use "+s.BoundedOf(), fixes...)
	}
}
