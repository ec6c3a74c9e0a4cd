package biasedshuffle

import (
	"go/ast"
	"go/types"
	"strings"
)

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
				m.enter(decl.Recv, f.recv, decl.Type, decl.Body, e, []value{x, y},
					&frame{vars: map[types.Object]*value{}})
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

// sort sorts new items by a comparison, as sort.Slice and slices.SortFunc sort up
// to 12 of them.
func (m *machine) sort(less *ast.FuncLit) {
	s := m.newItems(m.n, types.Typ[types.Int], "sorted")
	byIndex := false
	if params := less.Type.Params.List; len(params) > 0 {
		byIndex = isInteger(m.info.TypeOf(params[0].Type)) && less.Type.Results != nil &&
			types.Identical(m.info.TypeOf(less.Type.Results.List[0].Type), types.Typ[types.Bool])
	}
	for i := 1; i < s.len; i++ {
		for j := int64(i); j > 0; j-- {
			x, y := value(number{v: j}), value(number{v: j - 1})
			if !byIndex {
				x, y = *m.at(s, j), *m.at(s, j-1)
			}
			f := &frame{map[types.Object]*value{}, m.root}
			m.frame = f
			args := []value{x, y}
			for _, field := range less.Type.Params.List {
				for _, id := range field.Names {
					m.declare(id, args[0])
					args = args[1:]
				}
			}
			m.returned = nil
			m.block(less.Body.List)
			var before bool
			switch v := m.returned.(type) {
			case truth:
				before = v.v
			case number:
				before = v.v < 0
			default:
				m.giveUp("a comparison that is not understood")
				return
			}
			if !before {
				break
			}
			p, q := m.at(s, j), m.at(s, j-1)
			*p, *q = *q, *p
		}
	}
}
