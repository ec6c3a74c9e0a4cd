package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A reach is what an integer may be: all from low on and below high, plus the length of
// what it is of if there is that. With no draw, it is high.
type reach struct {
	draw      ast.Expr
	of        ast.Expr
	low, high int64
}

// drawn returns the reach of an expression that is a draw and sums of what is known.
func (s *scope) drawn(e ast.Expr) (r reach, ok bool) { return reacher{s, nil, 0}.of(e) }

// A reacher finds reaches in a function, with those of its parameters.
type reacher struct {
	*scope
	params map[types.Object]reach
	depth  int
}

func (s reacher) of(e ast.Expr) (r reach, ok bool) {
	if s.depth++; s.depth > 8 {
		return r, false
	}
	e = s.unconverted(s.meant(s.unconverted(e)))
	if id, ok := e.(*ast.Ident); ok {
		if r, ok := s.params[s.info.Uses[id]]; ok {
			return r, true
		}
	}
	if of := s.lengthOf(e); of != nil {
		return reach{of: of}, true
	}
	if v, ok := s.constantOf(e); ok &&
		!holds(e, func(n ast.Node) bool { x, ok := n.(ast.Expr); return ok && s.lengthOf(x) != nil }) {
		return reach{high: v}, true
	}
	below := func(draw, bound ast.Expr) (reach, bool) {
		r, ok := s.of(bound)
		if r.draw != nil {
			return r, false
		}
		return reach{draw: draw, of: r.of, high: r.high}, ok
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		fn := s.callee(e)
		switch {
		case fn == nil:
		case isBounded(fn) && len(e.Args) == 1 && s.bodies[fn.Origin()] == nil:
			return below(e, e.Args[0])
		case fn.FullName() == "math.Floor" && len(e.Args) == 1:
			return s.of(e.Args[0])
		case fn.FullName() == "math/big.NewInt":
			return s.of(e.Args[0])
		case fn.FullName() == "(*math/big.Int).Int64" || fn.FullName() == "(*math/big.Int).Uint64":
			if draw := s.bigDraw(e); draw != nil {
				return below(draw, draw.Args[1])
			}
		default:
			return s.helped(fn, e)
		}
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.REM && s.draws(e.X):
			return below(e, e.Y)
		case e.Op == token.MUL && s.float(e.X) != nil:
			return below(e, e.Y)
		case e.Op == token.MUL && s.float(e.Y) != nil:
			return below(e, e.X)
		case e.Op == token.ADD || e.Op == token.SUB:
			x, known := s.of(e.X)
			y, too := s.of(e.Y)
			if !known || !too || x.of != nil && y.of != nil || e.Op == token.SUB &&
				(y.of != nil || y.draw != nil) || x.draw != nil && y.draw != nil {
				return r, false
			}
			sign := int64(1)
			if e.Op == token.SUB {
				sign = -1
			}
			switch {
			case y.draw != nil:
				return reach{y.draw, y.of, y.low + x.high, y.high + x.high}, x.of == nil
			case x.draw != nil:
				return reach{x.draw, x.of, x.low + sign*y.high, x.high + sign*y.high}, y.of == nil
			case x.of == nil:
				x.of = y.of
			}
			return reach{of: x.of, high: x.high + sign*y.high}, true
		}
	}
	return r, false
}

// bigDraw returns the call of Int of crypto/rand whose result is converted to an integer.
func (s *scope) bigDraw(conversion *ast.CallExpr) (draw *ast.CallExpr) {
	sel, ok := ast.Unparen(conversion.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	obj := s.object(sel.X)
	for n := range ast.Preorder(s.decl) {
		a, ok := n.(*ast.AssignStmt)
		if !ok || obj == nil || len(a.Rhs) != 1 || !s.isVariable(a.Lhs[0], obj) {
			continue
		}
		call, ok := a.Rhs[0].(*ast.CallExpr)
		if !ok || draw != nil {
			return nil
		}
		if fn := s.callee(call); fn == nil || fn.FullName() != "crypto/rand.Int" {
			return nil
		}
		draw = call
	}
	return draw
}

// helped returns the reach of a call of a function of the package that returns one expression.
func (s reacher) helped(fn *types.Func, call *ast.CallExpr) (r reach, ok bool) {
	d := s.bodies[fn.Origin()]
	result := s.result(d)
	if result == nil || fn.Origin().Signature().Params().Len() != len(call.Args) {
		return r, false
	}
	inside := reacher{s.checker.scope(d, d), map[types.Object]reach{}, s.depth}
	for i, a := range call.Args {
		if v := fn.Origin().Signature().Params().At(i); isInteger(v.Type()) {
			if inside.params[v], ok = s.of(a); !ok || inside.params[v].draw != nil {
				return r, false
			}
		}
	}
	if r, ok = inside.of(result); r.draw != nil {
		r.draw = call
	}
	return r, ok
}
