package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/analysis"
)

// scaledFloat looks at int(rand.Float64()*n) and its like.
func (c *checker) scaledFloat(s *scope, conv *ast.CallExpr) {
	e := ast.Unparen(conv.Args[0])
	round := ""
	for {
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
			fn := s.callee(call)
			if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" {
				switch fn.Name() {
				case "Round", "RoundToEven", "Ceil":
					round = fn.Name()
				case "Floor", "Trunc":
				default:
					return
				}
				e = ast.Unparen(call.Args[0])
				continue
			}
			if tv := s.info.Types[call.Fun]; tv.IsType() {
				e = ast.Unparen(call.Args[0])
				continue
			}
		}
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			if half := s.info.Types[b.Y].Value; half != nil &&
				constant.Compare(half, token.EQL, constant.MakeFloat64(0.5)) {
				round = "Round"
			}
			if s.float(b.X) == nil && s.float(b.Y) != nil {
				e = ast.Unparen(b.Y)
			} else {
				e = ast.Unparen(b.X)
			}
			continue
		}
		break
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.MUL {
		return
	}
	draw, scale := ast.Unparen(b.X), ast.Unparen(b.Y)
	call := s.float(draw)
	if call == nil {
		draw, scale = scale, draw
		if call = s.float(draw); call == nil {
			return
		}
	}
	width := floats[s.callee(call).Name()]
	n, known := int64(3), false
	if tv := s.info.Types[scale]; tv.Value != nil {
		f, _ := constant.Float64Val(constant.ToFloat(tv.Value))
		if n, known = int64(f), true; float64(n) != f || n < 2 || n >= huge && !strict {
			return // such as a time in nanoseconds
		}
	}
	d := analysis.Diagnostic{Pos: conv.Pos(), End: conv.End(), Category: "float"}
	switch round {
	case "Round", "RoundToEven":
		k := int64(2)
		if known {
			k = n
		}
		d.Message = fmt.Sprintf("rounding gives the first and the last number half the chance of the others: of %d "+
			"numbers those two come with probability 1/%d and the others with 1/%d; use "+
			"%s(%s)", k+1, 2*k, k, c.boundedOf(), s.plusOne(scale))
	case "Ceil":
		return
	default:
		few, many := uneven(width, n)
		if few == 0 || width > 24 && (!strict || within(c.told, conv)) {
			return // too small to be seen
		}
		q := new(big.Int).Div(power(width), big.NewInt(n))
		d.Message = fmt.Sprintf("a scaled float is biased: the 2^%d values of %s cannot fall evenly on %d numbers: "+
			"%d %s %d times and %d %s %d times; an integer below a bound is exact",
			width, s.callee(call).Name(), n, few, come(few), new(big.Int).Add(q, big.NewInt(1)), many, come(many), q)
		if fix, ok := c.integerInstead(s, conv, call, b, scale); ok && known {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	}
	c.report(d)
}

// integerInstead returns the fix of int(rand.Float64()*n): the bounded function
// of the same generator.
func (c *checker) integerInstead(s *scope, conv, call *ast.CallExpr, product *ast.BinaryExpr,
	scale ast.Expr) (fix analysis.SuggestedFix, ok bool) {
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !isSel || ast.Unparen(conv.Args[0]) != product || !types.Identical(s.info.TypeOf(conv), types.Typ[types.Int]) {
		return fix, false
	}
	name := "Intn"
	if s.callee(call).Pkg().Path() == mathRandV2 {
		name = "IntN"
	}
	text := fmt.Sprintf("%s.%s(%s)", c.source(sel.X), name, c.source(scale))
	return replacing("Draw an integer", conv, text), true
}
