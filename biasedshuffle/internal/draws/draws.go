// Package draws reads off the law of one random number what is wrong with it: remainders and scaled
// floats of which some come more often, and indices that are one too small.
package draws

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/big"
	"math/bits"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A reading looks at a declaration.
type reading struct {
	*code.Scope
	program *machine.Program
}

// Find looks at the remainders, the scaled floats and the indices of a declaration.
func Find(in *code.Scope) {
	now := func(n ast.Node) bool { return in.Called(n) == "time.Now" }
	if !in.Named() && !in.Draws(in.Decl) && !code.Has(in.Decl, now) {
		return
	}
	s := &reading{in, &machine.Program{Scope: in.Of(in.Decl)}}
	s.picks()
	s.replaces()
	ast.Inspect(s.Decl, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if t, ok := s.Info.TypeOf(e).(*types.Named); ok && t.String() == "time.Duration" {
				return false // of a wait, which is spread and no index
			}
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			s.repairs(n)
		case *ast.ForStmt, *ast.RangeStmt:
			s.weights(n)
		case *ast.BinaryExpr:
			if n.Op == token.REM {
				s.remainder(n, n.X, n)
			}
		case *ast.AssignStmt:
			if n.Tok == token.REM_ASSIGN {
				s.remainder(n, n.Lhs[0], &ast.BinaryExpr{X: n.Lhs[0], Op: token.REM, Y: n.Rhs[0]})
			}
		case *ast.CallExpr:
			if t := s.Info.Types[n.Fun]; t.IsType() && code.IsInteger(t.Type) {
				s.scaledFloat(n)
			}
		}
		return true
	})
}

// What is not known is given numbers from this one on, which no program is likely to have as a constant.
const some = 1202

// reduction returns how a node makes a draw smaller, and the number of values if it is known, which else is 0.
func (s *reading) reduction(at ast.Node, e ast.Expr) (r machine.Reduction, n int64, ok bool) {
	var with [2]machine.Reduction
	for i := range with {
		for _, r := range s.program.Glance(some+i, e).Reductions {
			if r.At == at {
				with[i], ok = r, true
			}
		}
	}
	if with[0].Of != with[1].Of {
		return r, 0, false
	}
	if with[0].N == with[1].N {
		n = with[0].N
	}
	return with[0], n, ok
}

// Words of more bits than this have remainders that differ too little to be worth a word.
const mostBits = 50

// remainder looks at x % y, which is e.
func (s *reading) remainder(at ast.Node, x ast.Expr, e *ast.BinaryExpr) {
	r, n, ok := s.reduction(e, e)
	if !ok || s.rejects(x) {
		return
	}
	of := fmt.Sprintf("a number below %d %% ", r.Of.Most+1)
	size := bits.Len64(r.Of.Most)
	word := r.Of.Most&(r.Of.Most+1) == 0
	switch {
	case r.Of.From.Ticks():
		if s.Named() {
			s.clock(at)
		}
	case !word && (n < 2 || n > int64(r.Of.Most) || r.Of.Most >= code.Huge || s.Testing() || s.decidesBy(at)):
	case s.isSmall(r.Of, n): // such as an offset into a list of servers
	default:
		if word {
			of = fmt.Sprintf("%d random bits %% ", size)
		}
		s.unevenly(at, "modulo", of, r.Of, n)
	}
}

// isSmall reports whether some of n numbers come more often by so little that nobody sees it, or in a test.
func (s *reading) isSmall(of machine.Draw, n int64) bool {
	size := bits.Len64(of.Most)
	return size > mostBits || !s.Named() && (s.Testing() || size >= 24 && max(n, 3)>>(size-12) == 0)
}

// clock reports an index that is a remainder of the time.
func (s *reading) clock(at ast.Node) {
	s.Find(at, "modulo", "the clock is no random number: calls within one tick get the same")
}

// unevenly reports what makes n numbers of the values of a draw, if some come more often than
// others. If n is not known, its numbers are for 3.
func (s *reading) unevenly(at ast.Node, category, what string, of machine.Draw, n int64) {
	what += fmt.Sprintf("%d: ", n)
	if n == 0 {
		n = 3
		what = strings.TrimSuffix(what, "0: ") + "n: for n = 3, "
	}
	all := new(big.Int).Add(new(big.Int).SetUint64(of.Most), big.NewInt(1))
	q, few := new(big.Int).DivMod(all, big.NewInt(n), new(big.Int))
	if few.Sign() == 0 {
		return
	}
	more, many := new(big.Int).Add(q, big.NewInt(1)), n-few.Int64()
	numbers := fmt.Sprintf("once more in %d", all)
	if all.BitLen() <= 17 {
		numbers = fmt.Sprintf("with %d/%d, %d with %d/%[2]d", more, all, many, q)
	} else if size := all.BitLen() - 1; all.TrailingZeroBits() == uint(size) {
		numbers = fmt.Sprintf("once more in 2^%d", size)
	}
	what += code.Come(few.Int64(), "value") + " " + numbers
	s.Find(at, category, code.Say(category, what, "; use "+s.remedy(of)))
}

// remedy names what draws below a bound, as unpredictably as the code does.
func (s *reading) remedy(of machine.Draw) string {
	return s.BoundedOf(of.From == machine.Secure)
}

// rejects reports whether the declaration compares what a number was drawn to, as those do that draw
// again where the remainder would be biased.
func (s *reading) rejects(x ast.Expr) bool {
	return code.Has(x, func(id *ast.Ident) bool {
		v := s.Var(id)
		return v != nil && !s.Of(x).Indexes(v) && code.Has(s.Decl, func(b *ast.BinaryExpr) bool {
			return code.Ordered[b.Op] &&
				(s.Object(s.Unconverted(b.X)) == v || s.Object(s.Unconverted(b.Y)) == v)
		})
	})
}

// decidesBy reports whether the declaration compares an expression, as with a coin.
func (s *reading) decidesBy(e ast.Node) bool {
	return code.Has(s.Decl, func(b *ast.BinaryExpr) bool {
		return (code.Ordered[b.Op] || b.Op == token.EQL || b.Op == token.NEQ) &&
			(ast.Unparen(b.X) == e || ast.Unparen(b.Y) == e)
	})
}

// scaledFloat looks at int(rand.Float64()*n) and its like.
func (s *reading) scaledFloat(conv *ast.CallExpr) {
	r, n, ok := s.reduction(conv, conv)
	switch {
	case !ok || !r.Float, n > 0 && n < 2, n >= code.Huge: // such as a time in nanoseconds
	case r.Rounded:
		s.Find(conv, "float", "rounding gives the first and the last number half the chance of the others")
	case !s.isSmall(r.Of, n):
		s.unevenly(conv, "float", fmt.Sprintf("%d random bits · ", bits.Len64(r.Of.Most)), r.Of, n)
	}
}
