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
	words   = map[string]int{"Int31": 31, "Int32": 31, "Uint32": 32, "Int": 63, "Int63": 63, "Int64": 63, "Uint": 64, "Uint64": 64}
	floats  = map[string]int{"Float32": 24, "Float64": 53}
	bounded = map[string]bool{"Intn": true, "Int31n": true, "Int63n": true, "IntN": true, "Int32N": true, "Int64N": true, "Uint32n": true, "Uint64n": true,
		"UintN": true, "Uint32N": true, "Uint64N": true, "N": true}
)

// isRand reports whether a function belongs to one of the versions of math/rand.
func isRand(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == mathRand || fn.Pkg().Path() == mathRandV2 || fn.Pkg().Path() == expRand)
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
	return sig.Results().Len() == 2 && types.Identical(sig.Results().At(1).Type(), types.Universe.Lookup("error").Type())
}

// isDraw reports whether a call of fn gives something random.
func (s *scope) isDraw(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case mathRand, mathRandV2, expRand:
		return words[fn.Name()] > 0 || floats[fn.Name()] > 0 || isBounded(fn) || fn.Name() == "Perm" || fn.Name() == "Read"
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
			if fn != nil && (s.isDraw(fn) || s.drawers[fn.Origin()]) || fn == nil && s.injected(call.Fun) || id != nil && s.isClosure(id) {
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
	return ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 && isInteger(sig.Params().At(0).Type()) && isInteger(sig.Results().At(0).Type())
}

// random evaluates a call of a function that draws.
func (m *machine) random(fn *types.Func, e *ast.CallExpr) (value, bool) {
	if fn.Pkg() == nil || m.bodies[fn.Origin()] != nil {
		return nil, false
	}
	path, name := fn.Pkg().Path(), fn.Name()
	switch {
	case isBounded(fn):
		m.drew(e)
		v := number{m.choose(m.integer(e.Args[0]).v), true}
		if mayFail(fn.Signature()) {
			return tuple{v, unknown{}}, true
		}
		return v, true
	case isRand(fn):
		switch {
		case words[name] > 0:
			m.drew(e)
			return word{words[name]}, true
		case floats[name] > 0:
			m.drew(e)
			return real{scale: 1}, true
		case name == "Perm":
			m.drew(e)
			return m.permutation(m.integer(e.Args[0]).v), true
		case name == "Read":
			m.drew(e)
			m.fill(m.sequence(e.Args[0]))
			return unknown{}, true
		case name == "Shuffle":
			m.shuffle(e)
		}
		return unknown{}, true
	case path == cryptoRand && name == "Int":
		m.drew(e)
		return tuple{number{m.choose(m.integer(e.Args[1]).v), true}, unknown{}}, true
	case path == cryptoRand && name == "Read":
		m.drew(e)
		m.fill(m.sequence(e.Args[0]))
		return tuple{unknown{}, unknown{}}, true
	case path == "io" && name == "ReadFull" && len(e.Args) == 2:
		if sel, ok := ast.Unparen(e.Args[0]).(*ast.SelectorExpr); ok && sel.Sel.Name == "Reader" {
			m.drew(e)
			m.fill(m.sequence(e.Args[1]))
			return tuple{unknown{}, unknown{}}, true
		}
	}
	return nil, false
}

// drew notes where the loop draws first.
func (m *machine) drew(e *ast.CallExpr) {
	switch {
	case m.firstDraw != nil:
	case m.inUnit(e):
		m.firstDraw = e
	case m.site != nil:
		m.firstDraw = m.site
	}
}

func (m *machine) inUnit(e ast.Node) bool { return m.unit.Pos() <= e.Pos() && e.End() <= m.unit.End() }

func (m *machine) fill(s *slice) {
	for i := range s.len {
		(*s.of)[s.off+i] = word{8}
	}
}

// permutation draws a permutation, which is uniform.
func (m *machine) permutation(n int64) value {
	if n < 0 || n > 5 {
		return m.giveUp("a large permutation")
	}
	of := make([]value, n)
	for i := range of {
		j := int(m.choose(int64(i + 1)))
		of[i] = of[j]
		of[j] = number{int64(i), true}
	}
	return &slice{of: &of, len: int(n), drawn: true}
}

// shuffle is a call of Shuffle.
func (m *machine) shuffle(e *ast.CallExpr) {
	n, swap := m.integer(e.Args[0]).v, m.eval(e.Args[1])
	m.drew(e)
	for i := n - 1; i > 0 && m.err == nil; i-- {
		m.half = nil
		x, y := number{v: i}, number{m.choose(i + 1), true}
		switch f := swap.(type) {
		case closure:
			m.enter(nil, nil, f.lit.Type, f.lit.Body, e, []value{x, y}, &frame{map[types.Object]*value{}, f.frame})
		case swapper:
			m.swapAt(f.s, x, y)
		case method:
			if decl := m.bodies[f.fn.Origin()]; decl != nil {
				m.enter(decl.Recv, f.recv, decl.Type, decl.Body, e, []value{x, y}, &frame{vars: map[types.Object]*value{}})
				continue
			}
			s, ok := f.recv.(*structure)
			if !ok || f.fn.Name() != "Swap" {
				m.giveUp("a swap that is not at hand")
				return
			}
			m.swapAt(m.within(s), x, y)
		default:
			m.giveUp("a swap that is not at hand")
		}
	}
}

// known evaluates calls of functions whose effect on slices is known.
func (m *machine) known(fn *types.Func, e *ast.CallExpr) (value, bool) {
	pkg, name := "", fn.Name()
	if fn.Pkg() != nil {
		pkg = fn.Pkg().Path()
	}
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	switch {
	case pkg == "math/big" && name == "NewInt", pkg == "math/big" && (name == "SetInt64" || name == "SetUint64"):
		return m.eval(e.Args[0]), true
	case pkg == "math/big" && (name == "Int64" || name == "Uint64") && sel != nil:
		return m.eval(sel.X), true
	case pkg == "math" && (name == "Floor" || name == "Trunc" || name == "Round" || name == "Ceil"):
		r, ok := m.eval(e.Args[0]).(real)
		shift := map[string]float64{"Round": 0.5, "Ceil": 1}[name]
		if ok {
			if n, ok := m.whole(r, shift).(number); ok {
				return n, true
			}
		}
		return unknown{}, true
	case pkg == "encoding/binary" && strings.HasPrefix(name, "Uint"):
		return word{map[string]int{"Uint16": 16, "Uint32": 32, "Uint64": 64}[name]}, true
	case pkg == "slices" && name == "Clone":
		s := m.sequence(e.Args[0])
		of := append([]value(nil), (*s.of)[s.off:s.off+s.len]...)
		return &slice{of: &of, off: 0, len: s.len}, true
	case pkg == "slices" && name == "Delete":
		s, i, j := m.sequence(e.Args[0]), m.integer(e.Args[1]).v, m.integer(e.Args[2]).v
		if i < 0 || j < i || j > int64(s.len) {
			return m.giveUp(outOfRange), true
		}
		m.removes = true
		of := (*s.of)[s.off : s.off+s.len]
		return &slice{of: s.of, off: s.off, len: len(append(of[:i:len(of)], of[j:]...))}, true
	case pkg == "reflect" && name == "Swapper":
		return swapper{m.sequence(e.Args[0])}, true
	case name == "Swap" && sel != nil && isSwap(fn.Signature()):
		s, ok := m.eval(sel.X).(*structure)
		if ok {
			m.swapAt(m.within(s), m.integer(e.Args[0]), m.integer(e.Args[1]))
			return unknown{}, true
		}
	case name == "Len" && sel != nil && len(e.Args) == 0:
		if s, ok := m.eval(sel.X).(*structure); ok {
			return number{v: int64(m.within(s).len)}, true
		}
	}
	return nil, false
}

// within returns the items of a value that only its methods Len and Swap show.
func (m *machine) within(s *structure) *slice {
	return (*m.fieldOf(s, "", types.NewSlice(types.Typ[types.Int]))).(*slice)
}
