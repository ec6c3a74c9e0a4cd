package machine

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// eval evaluates an expression. What it can't know is unknown; it gives up where not knowing may matter.
func (m *machine) eval(e ast.Expr) value {
	if m.step(); m.err != nil {
		return unknown{}
	}
	if of, ok := m.changes[e]; ok {
		return m.binary(token.ADD, m.unchanged(of), number{v: 1}, e)
	}
	return m.unchanged(e)
}

func (m *machine) evalAll(all []ast.Expr) []value {
	values := make([]value, 0, len(all))
	for _, e := range all {
		values = append(values, m.eval(e))
	}
	return values
}

// target evaluates an expression, and follows it if it is a pointer.
func (m *machine) target(e ast.Expr) value {
	v := m.eval(e)
	if p, ok := v.(pointer); ok {
		return *p.to
	}
	return v
}

// unchanged evaluates an expression as it stands.
func (m *machine) unchanged(e ast.Expr) value {
	if tv := m.Info.Types[e]; tv.Value != nil {
		return m.constant(tv)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.eval(e.X)
	case *ast.Ident:
		switch obj := m.Info.ObjectOf(e).(type) {
		case *types.Var:
			return *m.variable(e)
		case *types.Func:
			return m.function(obj, nil)
		case *types.Nil:
			return zero(m.Info.TypeOf(e))
		}
	case *ast.SelectorExpr:
		if fn, ok := m.Info.Uses[e.Sel].(*types.Func); ok {
			return m.function(fn, m.eval(e.X))
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
	case *ast.IndexListExpr: // an instance of a generic function
		return m.eval(e.X)
	case *ast.SliceExpr:
		return m.slicing(e)
	case *ast.FuncLit:
		return function{typ: e.Type, body: e.Body, frame: m.frame}
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
	switch v := tv.Value; v.Kind() {
	case constant.Bool:
		return truth{constant.BoolVal(v)}
	case constant.String:
		if m.lazy {
			return unknowns(len(constant.StringVal(v)))
		}
	case constant.Int, constant.Float:
		c, whole := constant.Int64Val(constant.ToInt(v))
		if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			f, _ := constant.Float64Val(v)
			if whole {
				f = float64(m.scaled(c))
			}
			return real{add: f}
		}
		if whole {
			return number{v: m.scaled(c)}
		}
	}
	return unknown{}
}

// scaled returns what the machine has in place of a constant of the program.
func (m *machine) scaled(c int64) int64 {
	switch {
	case c >= Huge, m.lazy:
		return c // larger than any deck, or not to be counted to
	case m.Size > 0 && c >= m.Size-2 && c <= m.Size+1 && c > 1:
		if m.Free {
			m.counts(m.Size)
		}
		return c - m.Size + int64(m.n)
	case c > m.Size && c > 6: // a number of steps
		m.note(Uncounted, true)
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
			return pointer{p, new(m.integer(x.Index))}
		}
		return pointer{to: p}
	}
	if x, ok := m.eval(e.X).(truth); ok {
		return truth{!x.v}
	}
	return unknown{}
}

func (m *machine) evalBinary(e *ast.BinaryExpr) value {
	if m.lazy && e.Op == token.SUB { // of max-min, the first number that is made up is the smaller one
		m.eval(e.Y)
	}
	x := m.eval(e.X)
	switch e.Op {
	case token.LAND, token.LOR: // a draw decides nothing
		if x, ok := x.(truth); ok && x.v == (e.Op == token.LOR) {
			return x
		} else if !ok {
			return unknown{}
		}
		return m.eval(e.Y)
	case token.EQL, token.NEQ:
		if m.isNil(e.Y) {
			// Errors are nil and all else is not: the loop is looked at where it works.
			fails := types.Identical(m.Info.TypeOf(e.X), types.Universe.Lookup("error").Type())
			return truth{fails == (e.Op == token.EQL)}
		}
		a, ok := x.(item)
		if b, both := m.eval(e.Y).(item); ok && both { // no two are the same
			return truth{(a == b) == (e.Op == token.EQL)}
		}
	}
	return m.binary(e.Op, x, m.eval(e.Y), e)
}

// isMap reports whether an expression is a map of which nothing is known, as it is if the keys are no integers.
func (m *machine) isMap(e ast.Expr) bool {
	t, ok := code.Core(m.Info.TypeOf(e)).(*types.Map)
	return ok && (m.lazy || !code.IsInteger(t.Key()))
}

func (m *machine) isNil(e ast.Expr) bool { return m.Info.Types[e].IsNil() }

func (m *machine) index(e *ast.IndexExpr) value {
	if _, ok := m.Info.TypeOf(e.X).(*types.Signature); ok {
		return m.eval(e.X) // an instance of a generic function
	}
	if _, ok := m.eval(e.X).(unknown); ok || m.isMap(e.X) {
		return unknown{}
	}
	if m.lazy {
		return m.element(e)
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
		return m.giveUp(outOfRange)
	}
	return &slice{of: s.of, off: s.off + int(from), len: int(to - from)}
}

func (m *machine) literal(e *ast.CompositeLit) value {
	t := code.Core(m.Info.TypeOf(e))
	array, isArray := t.(*types.Array)
	_, isSlice := t.(*types.Slice)
	_, isStruct := t.(*types.Struct)
	switch {
	case m.lazy && isArray:
		return unknowns(int(array.Len()))
	case len(e.Elts) == 0 && !isStruct:
		return m.unset(t)
	case !isArray && !isSlice:
		m.note(Handed, len(e.Elts) > 0)
		return unknown{}
	case m.lazy:
		return unknowns(len(e.Elts))
	}
	if v := m.elements(e); v != nil {
		return v
	}
	return m.newItems(m.n, fmt.Sprint(e.Pos()))
}

// elements returns a slice of what a few variables hold, or nil: constants stand for as many items as the machine has.
func (m *machine) elements(e *ast.CompositeLit) value {
	constant := func(x ast.Expr) bool { return m.Info.Types[x].Value != nil }
	if len(e.Elts) > m.n || slices.ContainsFunc(e.Elts, constant) {
		return nil
	}
	of := m.evalAll(e.Elts)
	if slices.ContainsFunc(of, func(v value) bool { return !isItem(v) }) {
		return nil
	}
	return sliceOf(of)
}
