package biasedshuffle

import (
	"go/ast"
	"go/types"
)

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
