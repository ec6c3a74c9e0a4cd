// Package draws reads off the law of one random number what is wrong with it: remainders and scaled
// floats of which some come more often, and indices that are one too small.
package draws

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/bits"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// A reading looks at a declaration.
type reading struct{ *machine.Program }

// Find looks at the remainders, the scaled floats and the indices of a declaration.
func Find(in *code.Scope) {
	if !in.Named() && !in.Means(code.MeansDraw) && !in.Draws(in.Decl) && !code.Has(in.Decl, in.Calls("time.Now")) {
		return
	}
	s := &reading{&machine.Program{Scope: in}}
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
		case *ast.ForStmt:
			s.weights(n)
		case *ast.RangeStmt:
			s.weights(n)
			s.ranges(n)
		case *ast.BinaryExpr:
			s.letters(n)
			if n.Op == token.REM {
				s.remainder(n)
			}
		case *ast.CallExpr:
			s.digits(n)
			s.always(n)
			if t := s.Info.Types[n.Fun]; t.IsType() && code.IsInteger(t.Type) {
				s.scaledFloat(n)
			}
		}
		return true
	})
}

// What is not known is given numbers from this one on, which no program is likely to have as a constant.
const some = 1202

// reduction returns how an expression makes a draw smaller, and the number of values if it is known, which else is 0.
func (s *reading) reduction(at ast.Expr) (r machine.Reduction, n int64, ok bool) {
	var with [2]machine.Reduction
	for i := range with {
		for _, r := range s.Glance(some+i, at).Reductions {
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

// isSmall reports whether some of n numbers come more often by so little that nobody sees it, or in a test.
func (s *reading) isSmall(of machine.Draw, n int64) bool {
	size := bits.Len64(of.Most)
	return size > mostBits || !s.Named() && (s.Testing() || size >= 24 && max(n, 3)>>(size-12) == 0)
}

// remainder looks at x % n. If n is not known, the numbers are for 3.
func (s *reading) remainder(e *ast.BinaryExpr) {
	r, n, ok := s.reduction(e)
	size := bits.Len64(r.Of.Most)
	word := r.Of.Most == 1<<size-1
	if !ok || !word || r.Of.From.Ticks() || s.isSmall(r.Of, n) || s.rejects(e.X) {
		return
	}
	what := fmt.Sprintf("%d random bits %% %d: ", size, n)
	if n == 0 {
		n = 3
		what = fmt.Sprintf("%d random bits %% n: for n = 3, ", size)
	}
	all := int64(1) << size
	few, many := all%n, n-all%n
	if few == 0 {
		return
	}
	what += machine.Come(few, "value")
	if size <= 16 {
		what += fmt.Sprintf(" with %d/%d, %d with %d/%[2]d", all/n+1, all, many, all/n)
	} else {
		what += fmt.Sprintf(" once more in 2^%d", size)
	}
	s.ReportAt(e, "modulo", code.Say("modulo", what, "; use "+s.BoundedOf(r.Of.From == machine.Secure)))
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

// scaledFloat looks at int(math.Round(rand.Float64() * n)) and its like.
func (s *reading) scaledFloat(conv *ast.CallExpr) {
	r, n, ok := s.reduction(conv)
	if ok && r.Rounded && (n == 0 || n > 1) && n < machine.Huge { // not such as a time in nanoseconds
		s.ReportAt(conv, "float", "rounding gives the first and the last number half the chance of the others")
	}
}
