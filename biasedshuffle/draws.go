package biasedshuffle

import (
	"go/ast"
	"go/types"
	"strings"
)

const (
	mathRand   = "math/rand"
	mathRandV2 = "math/rand/v2"
	expRand    = "golang.org/x/exp/rand"
	cryptoRand = "crypto/rand"
)

// words and reals are the widths in bits of what the functions of math/rand and
// its second version return; bounded are those that take a bound.
var (
	words = map[string]int{"Int31": 31, "Int32": 31, "Uint32": 32, "Int": 63, "Int63": 63, "Int64": 63,
		"Uint": 64, "Uint64": 64}
	floats  = map[string]int{"Float32": 24, "Float64": 53}
	bounded = map[string]bool{"Intn": true, "Int31n": true, "Int63n": true, "IntN": true, "Int32N": true,
		"Int64N": true, "Uint32n": true, "Uint64n": true,
		"UintN": true, "Uint32N": true, "Uint64N": true, "N": true}
)

// isRand reports whether a function belongs to one of the versions of math/rand.
func isRand(fn *types.Func) bool {
	return fn.Pkg() != nil &&
		(fn.Pkg().Path() == mathRand || fn.Pkg().Path() == mathRandV2 || fn.Pkg().Path() == expRand)
}

// isBounded reports whether a function returns a uniform integer below its argument:
// those of math/rand, and others that have their names.
func isBounded(fn *types.Func) bool {
	sig := fn.Signature()
	return bounded[fn.Name()] && (isRand(fn) || fn.Name() != "N") && sig.Params().Len() == 1 &&
		(sig.Results().Len() == 1 || mayFail(sig)) &&
		(fn.Name() == "N" || isInteger(sig.Params().At(0).Type()) && isInteger(sig.Results().At(0).Type()))
}

// mayFail reports whether a function returns an error beside its result.
func mayFail(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && types.Identical(sig.Results().At(1).Type(),
		types.Universe.Lookup("error").Type())
}

// isDraw reports whether a call of fn gives something random.
func (s *scope) isDraw(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case mathRand, mathRandV2, expRand:
		return words[fn.Name()] > 0 || floats[fn.Name()] > 0 || isBounded(fn) || fn.Name() == "Perm" ||
			fn.Name() == "Read"
	case cryptoRand:
		return fn.Name() == "Int" || fn.Name() == "Read"
	}
	return isBounded(fn) || s.generators[fn.Origin()]
}

// draws reports whether a node has a call in it that draws, itself or by a function
// of this package.
func (s *scope) draws(n ast.Node) bool { return s.drawCall(n) != nil }

// drawCall returns the first such call.
func (s *scope) drawCall(n ast.Node) *ast.CallExpr {
	for n := range ast.Preorder(n) {
		if call, ok := n.(*ast.CallExpr); ok {
			id, _ := ast.Unparen(call.Fun).(*ast.Ident)
			fn := s.callee(call)
			if fn != nil && (s.isDraw(fn) || s.drawers[fn.Origin()]) || fn == nil && s.injected(call.Fun) ||
				id != nil && s.isClosure(id) {
				return call
			}
		}
	}
	return nil
}

// isClosure reports whether a variable is a function literal that draws.
func (s *scope) isClosure(id *ast.Ident) bool {
	v, ok := s.info.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	def, _ := s.definition(v)
	lit, ok := def.(*ast.FuncLit)
	return ok && s.draws(lit.Body)
}

// injected reports whether a variable or a field is a function that stands for Intn by its name.
func (s *scope) injected(e ast.Expr) bool {
	e = ast.Unparen(e)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	id, ok := e.(*ast.Ident)
	if !ok || !strings.EqualFold(id.Name, "intn") {
		return false
	}
	v, ok := s.info.Uses[id].(*types.Var)
	return ok && intToInt(v.Type())
}

// intToInt reports whether a type is that of functions from integers to integers.
func intToInt(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 && isInteger(sig.Params().At(0).Type()) &&
		isInteger(sig.Results().At(0).Type())
}

// findDrawers finds the helpers that draw: by themselves, or by one another.
func (c *checker) findDrawers() {
	calledBy := make(map[*types.Func][]*types.Func)
	var found []*types.Func
	draws := func(fn *types.Func) {
		if !c.drawers[fn] && !swapsInLoop(c.bodies[fn]) {
			c.drawers[fn] = true
			found = append(found, fn)
		}
	}
	for _, fn := range c.funcs {
		d := c.bodies[fn]
		s := c.scope(d, d)
		if s.draws(d.Body) {
			draws(fn)
			continue
		}
		for n := range ast.Preorder(d.Body) {
			if call, ok := n.(*ast.CallExpr); ok {
				if callee := s.callee(call); callee != nil && c.bodies[callee.Origin()] != nil {
					calledBy[callee.Origin()] = append(calledBy[callee.Origin()], fn)
				}
			}
		}
	}
	for len(found) > 0 {
		fn := found[len(found)-1]
		found = found[:len(found)-1]
		for _, caller := range calledBy[fn] {
			draws(caller)
		}
	}
}

// shufflesBy reports whether a call is of Shuffle.
func (s *scope) shufflesBy(call *ast.CallExpr) bool {
	fn := s.callee(call)
	return fn != nil && isRand(fn) && fn.Name() == "Shuffle"
}
