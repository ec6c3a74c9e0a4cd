package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// eval evaluates an expression. What it can't know is unknown; it gives up where
// not knowing may matter.
func (m *machine) eval(e ast.Expr) value {
	if m.step(); m.err != nil {
		return unknown{}
	}
	if c, ok := m.changes[e]; ok {
		v, ok := m.unchanged(c.expr).(number)
		if !ok {
			return m.giveUp("a change that is not understood")
		}
		return number{v.v + c.add, v.random}
	}
	return m.unchanged(e)
}

// unchanged evaluates an expression as it stands.
func (m *machine) unchanged(e ast.Expr) value {
	if tv := m.info.Types[e]; tv.Value != nil {
		if c, ok := m.constantOf(e); ok && m.exact[e] {
			return number{v: c}
		}
		return m.constant(tv)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.eval(e.X)
	case *ast.Ident:
		switch m.info.ObjectOf(e).(type) {
		case *types.Var:
			if m.injected(e) {
				return injected{}
			}
			return *m.variable(e)
		case *types.Nil:
			return zero(m.info.TypeOf(e))
		}
	case *ast.SelectorExpr:
		if fn, ok := m.info.Uses[e.Sel].(*types.Func); ok {
			if m.info.Selections[e] == nil {
				return method{fn, nil}
			}
			return method{fn, m.eval(e.X)}
		}
		if m.injected(e) {
			return injected{}
		}
		return *m.place(e)
	case *ast.StarExpr:
		return *m.place(e)
	case *ast.UnaryExpr:
		return m.unary(e)
	case *ast.BinaryExpr:
		return m.evalBinary(e)
	case *ast.IndexExpr:
		return m.index(e)
	case *ast.SliceExpr:
		return m.slicing(e)
	case *ast.FuncLit:
		return closure{e, m.frame}
	case *ast.CompositeLit:
		return m.literal(e)
	case *ast.CallExpr:
		return m.call(e)
	}
	return unknown{}
}

// constant is the value of a constant. Where a deck of 52 stands in the program,
// the machine has n items, and 51 is n − 1.
func (m *machine) constant(tv types.TypeAndValue) value {
	switch tv.Value.Kind() {
	case constant.Bool:
		return truth{constant.BoolVal(tv.Value)}
	case constant.String:
		if constant.StringVal(tv.Value) == "" {
			return number{}
		}
	case constant.Int, constant.Float:
		if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			f, _ := constant.Float64Val(tv.Value)
			if f == float64(int64(f)) {
				f = float64(m.scaled(int64(f)))
			}
			return real{add: f}
		}
		if c, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok {
			return number{v: m.scaled(c)}
		}
	}
	return unknown{}
}

// huge is what no number of items or steps is in a program: a limit of a type.
const huge = 1 << 30

// scaled returns what the machine has in place of a constant of the program.
func (m *machine) scaled(c int64) int64 {
	switch {
	case c >= huge:
		return c // larger than any deck
	case m.size > 0 && c >= m.size-2 && c <= m.size+1 && c > 1:
		return c - m.size + int64(m.n)
	case c > m.size && c > 6 && m.walk:
		m.uncounted = true
		return int64(m.n)
	case c > 64:
		m.giveUp("a large constant")
	}
	return c
}

func (m *machine) unary(e *ast.UnaryExpr) value {
	if e.Op == token.AND {
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			return m.literal(lit)
		}
		p := m.place(e.X)
		if s, ok := (*p).(*structure); ok {
			return s
		}
		if x, ok := ast.Unparen(e.X).(*ast.IndexExpr); ok {
			if i, ok := m.eval(x.Index).(number); ok {
				return pointer{p, &i}
			}
		}
		return pointer{to: p}
	}
	switch x := m.eval(e.X).(type) {
	case number:
		switch e.Op {
		case token.SUB:
			return number{-x.v, x.random}
		case token.ADD:
			return x
		case token.XOR:
			return number{^x.v, x.random}
		}
	case truth:
		if e.Op == token.NOT {
			return truth{!x.v}
		}
	}
	return unknown{}
}

func (m *machine) evalBinary(e *ast.BinaryExpr) value {
	switch e.Op {
	case token.LAND, token.LOR:
		x, ok := m.eval(e.X).(truth)
		if !ok {
			return unknown{}
		}
		if x.v == (e.Op == token.LOR) {
			return x
		}
		return m.eval(e.Y)
	case token.EQL, token.NEQ:
		if m.isNil(e.Y) || m.isNil(e.X) {
			x := e.X
			if m.isNil(e.X) {
				x = e.Y
			}
			if m.isUnset(x) {
				return truth{e.Op == token.EQL}
			}
			// Errors are nil and all else is not: the loop is looked at where it works.
			fails := types.Identical(m.info.TypeOf(x), types.Universe.Lookup("error").Type())
			return truth{fails == (e.Op == token.EQL)}
		}
	}
	x := m.eval(e.X)
	if a, ok := x.(item); ok && (e.Op == token.EQL || e.Op == token.NEQ) && !isSelector(e.X) && !isSelector(e.Y) {
		if b, ok := m.eval(e.Y).(item); ok { // no two are the same
			return truth{(a == b) == (e.Op == token.EQL)}
		}
	}
	if _, ok := x.(word); ok && e.Op == token.AND {
		if v := m.info.Types[e.Y].Value; v != nil {
			if mask, ok := constant.Int64Val(constant.ToInt(v)); ok && mask >= 256 {
				return m.binary(e.Op, x, number{v: mask}, m.info.TypeOf(e)) // no number of items
			}
		}
	}
	return m.binary(e.Op, x, m.eval(e.Y), m.info.TypeOf(e))
}

// isSelector reports whether an expression is a field, which is of the items that it stands for.
func isSelector(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok
}

// isUnset reports whether an expression is an element that still is as it was made.
func (m *machine) isUnset(e ast.Expr) bool {
	return isElement(e) && m.eval(e) == value(number{})
}

func (m *machine) isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = m.info.ObjectOf(id).(*types.Nil)
	return ok
}

func (m *machine) index(e *ast.IndexExpr) value {
	if _, ok := m.info.TypeOf(e.X).(*types.Signature); ok {
		return m.eval(e.X) // an instance of a generic function
	}
	switch x := m.eval(e.X).(type) {
	case *mapping:
		k := asKey(m.eval(e.Index))
		if k == nil {
			return unknown{}
		}
		v, _ := x.at(k)
		return v
	case unknown:
		if _, ok := m.eval(e.Index).(number); ok {
			return unknown{}
		}
	}
	return *m.place(e)
}

func (m *machine) slicing(e *ast.SliceExpr) value {
	s := m.sequence(e.X)
	from, to := int64(0), int64(s.len)
	if e.Low != nil {
		from = m.integer(e.Low).v
	}
	if e.High != nil {
		to = m.integer(e.High).v
	}
	if from < 0 || to < from || int64(s.off)+to > int64(len(*s.of)) {
		return m.giveUp("a slice out of range")
	}
	if e.Max != nil { // appending copies
		of := append([]value(nil), (*s.of)[s.off+int(from):s.off+int(to)]...)
		return &slice{of: &of, off: 0, len: len(of)}
	}
	return &slice{of: s.of, off: s.off + int(from), len: int(to - from)}
}

func (m *machine) literal(e *ast.CompositeLit) value {
	switch u := core(m.info.TypeOf(e)).(type) {
	case *types.Slice, *types.Array:
		if len(e.Elts) == 0 {
			if a, ok := u.(*types.Array); ok {
				return m.newItems(int(m.scaled(a.Len())), a.Elem(), fmt.Sprint(e.Pos()))
			}
			return zero(m.info.TypeOf(e))
		}
		if v := m.elements(e); v != nil {
			return v
		}
		return m.newItems(m.n, elem(m.info.TypeOf(e)), fmt.Sprint(e.Pos()))
	case *types.Map:
		if len(e.Elts) == 0 {
			return zero(m.info.TypeOf(e))
		}
	}
	m.handed = m.handed || len(e.Elts) > 0
	return unknown{}
}

// elements returns a slice of what a few variables hold, or nil: constants stand for
// as many items as the machine has.
func (m *machine) elements(e *ast.CompositeLit) value {
	var of []value
	for _, x := range e.Elts {
		if _, keyed := x.(*ast.KeyValueExpr); keyed || m.info.Types[x].Value != nil || len(e.Elts) > m.n {
			return nil
		}
		v := m.eval(x)
		if _, ok := v.(item); !ok {
			return nil
		}
		of = append(of, v)
	}
	return &slice{of: &of, len: len(of)}
}
