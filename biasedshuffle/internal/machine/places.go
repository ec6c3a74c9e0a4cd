package machine

import (
	"go/ast"
	"go/types"
)

// place returns where an expression's value is kept.
func (m *machine) place(e ast.Expr) *value {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return m.variable(e)
	case *ast.SelectorExpr:
		if m.Info.Selections[e] == nil {
			return m.variable(e.Sel) // of another package
		}
		return m.field(e)
	case *ast.StarExpr:
		if p, ok := m.eval(e.X).(pointer); ok {
			return p.to
		}
	case *ast.IndexExpr:
		s := m.sequence(e.X)
		return m.at(s, m.integer(e.Index).v)
	}
	m.giveUp("a place that is not understood")
	return new(value)
}

// field returns the field of a structure. A field of an item stands for the item.
func (m *machine) field(e *ast.SelectorExpr) *value {
	switch x := m.target(e.X).(type) {
	case *structure:
		return m.fieldOf(x, e.Sel.Name, m.Info.TypeOf(e))
	case item:
		return m.place(e.X)
	}
	return new(value(unknown{}))
}

// fieldOf returns the field of a structure, of which only the type is known if
// nothing is there yet.
func (m *machine) fieldOf(s *structure, name string, t types.Type) *value {
	p, ok := s.fields[name]
	if !ok {
		p = new(m.fresh(t, s.key+"."+name))
		s.fields[name] = p
		m.given[p] = *p
	}
	return p
}

// sequence evaluates an expression to a slice or an array.
func (m *machine) sequence(e ast.Expr) *slice {
	if s, ok := m.target(e).(*slice); ok {
		return s
	}
	m.giveUp("no slice")
	return sliceOf(nil)
}

// element returns an element at an index of which no choice is to be made.
func (m *machine) element(e *ast.IndexExpr) value {
	s := m.sequence(e.X)
	if s.len == 0 {
		return unknown{}
	}
	if i, ok := m.eval(e.Index).(number); ok && 0 <= i.v && i.v < int64(s.len) {
		return s.values()[i.v]
	}
	return s.values()[0]
}

func (m *machine) at(s *slice, i int64) *value {
	for s.elem != nil && int64(s.len) <= i && i < 64 {
		*s.of = append(*s.of, zero(s.elem))
		s.len++
	}
	if i < 0 || i >= int64(s.len) {
		m.giveUp(outOfRange)
		return new(value)
	}
	return &(*s.of)[s.off+int(i)]
}
