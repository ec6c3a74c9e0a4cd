package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// block executes statements and returns how they end: by BREAK, CONTINUE, RETURN, or ILLEGAL
// where they just end.
func (m *machine) block(list []ast.Stmt) token.Token {
	for _, s := range list {
		end := m.exec(s)
		if m.err != nil {
			return token.RETURN
		}
		if end != token.ILLEGAL {
			return end
		}
	}
	return token.ILLEGAL
}

// exec executes a statement.
func (m *machine) exec(s ast.Stmt) token.Token {
	m.step()
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		return m.block(s.List)
	case *ast.ExprStmt:
		m.eval(s.X)
	case *ast.AssignStmt:
		m.assign(s)
	case *ast.IncDecStmt:
		p, op := m.place(s.X), token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		*p = m.binary(op, *p, number{v: 1}, s)
	case *ast.DeclStmt:
		m.declarations(s)
	case *ast.IfStmt:
		m.exec(s.Init)
		if must[truth](m, m.eval(s.Cond), "a condition is unknown").v {
			return m.block(s.Body.List)
		}
		return m.exec(s.Else)
	case *ast.ForStmt:
		m.exec(s.Init)
		for m.err == nil && m.goesOn(s) {
			if end, out := m.round(s.Body); out {
				return end
			}
			m.exec(s.Post)
		}
	case *ast.RangeStmt:
		return m.ranging(s)
	case *ast.BranchStmt:
		if s.Label != nil {
			m.giveUp("a label")
		}
		return s.Tok
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			m.returned = m.eval(s.Results[0])
		} else if len(s.Results) > 1 {
			m.returned = tuple(m.evalAll(s.Results))
		}
		return token.RETURN
	case *ast.DeferStmt: // of locks and files, mostly
		_, literal := s.Call.Fun.(*ast.FuncLit)
		m.note(Handed, literal || len(s.Call.Args) > 0)
	default:
		m.giveUp("a statement that is not understood")
	}
	return token.ILLEGAL
}

// goesOn reports whether a loop goes on. One that only draws again, on what is not known, is taken to do so never.
func (m *machine) goesOn(s *ast.ForStmt) bool {
	if s.Cond == nil {
		return true
	}
	v := m.eval(s.Cond)
	if _, no := v.(unknown); no && len(s.Body.List) == 1 {
		if a, ok := s.Body.List[0].(*ast.AssignStmt); ok && m.DrawCall(a.Rhs[0]) == a.Rhs[0] {
			m.note(Rejects, true)
			return false
		}
	}
	return must[truth](m, v, "a condition is unknown").v
}

// round runs the body of a loop once, and reports whether that leaves the loop, and how it ends then.
func (m *machine) round(body *ast.BlockStmt) (end token.Token, out bool) {
	m.step()
	m.half = nil
	switch end = m.block(body.List); {
	case m.err != nil, end == token.RETURN:
		return token.RETURN, true
	case end == token.BREAK:
		return token.ILLEGAL, true
	}
	return token.ILLEGAL, false
}

func (m *machine) ranging(s *ast.RangeStmt) (end token.Token) {
	set := func(e ast.Expr, v value) {
		if id, ok := e.(*ast.Ident); ok && s.Tok == token.DEFINE {
			m.declare(id, v)
		} else if e != nil {
			*m.place(e) = v
		}
	}
	round := func(k, v value) (out bool) {
		set(s.Key, k)
		set(s.Value, v)
		end, out = m.round(s.Body)
		return out
	}
	if n, ok := m.eval(s.X).(number); ok {
		for i := int64(0); i < n.v && !round(number{v: i}, nil); i++ {
		}
		return end
	}
	over := *m.sequence(s.X)
	if over.elem != nil {
		m.giveUp("a map has no order")
	}
	m.note(Permuted, over.drawn)
	for i := 0; i < m.measure(&over) && !round(number{v: int64(i)}, *m.at(&over, int64(i))); i++ {
	}
	return end
}

func (m *machine) declarations(s *ast.DeclStmt) {
	for _, spec := range s.Decl.(*ast.GenDecl).Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		values := m.assigned(len(spec.Names), spec.Values)
		for i, id := range spec.Names {
			if len(spec.Values) == 0 {
				values[i] = m.unset(m.Info.TypeOf(id))
			}
			m.declare(id, values[i])
		}
	}
}

// unset returns the value of a variable that is declared without one.
func (m *machine) unset(t types.Type) value {
	if a, ok := code.Core(t).(*types.Array); ok {
		return m.zeros(m.scaled(a.Len()), a.Elem())
	}
	return zero(t)
}

// zeros returns a slice of n elements that are not set.
func (m *machine) zeros(n int64, elem types.Type) value {
	if n < 0 || n > 64 && !m.lazy || n > 1<<16 {
		return m.giveUp("a large slice")
	}
	of := make([]value, n)
	for i := range of {
		of[i] = zero(elem)
		switch of[i].(type) {
		case unknown, *structure:
			of[i] = number{}
		}
	}
	return sliceOf(of)
}

const longer = 5000

// unknowns returns a slice of n elements of which nothing is known.
func unknowns(n int) *slice {
	s := sliceOf(make([]value, min(max(n, 0), 1<<16)))
	for i := range *s.of {
		(*s.of)[i] = unknown{}
	}
	return s
}

func (m *machine) assign(s *ast.AssignStmt) {
	to := s.Lhs[0]
	if op, ok := code.Operator(s.Tok); ok {
		p := m.place(to)
		*p = m.binary(op, *p, m.eval(s.Rhs[0]), s)
		return
	}
	values := m.assigned(len(s.Lhs), s.Rhs)
	places := make([]*value, len(s.Lhs))
	var indices []number
	for i, e := range s.Lhs {
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			if s.Tok == token.DEFINE && m.Info.Defs[e] != nil || e.Name == "_" {
				m.declare(e, values[i])
				continue
			}
		case *ast.IndexExpr:
			if m.isMap(e.X) {
				_, items := values[i].(*slice)
				m.note(Handed, items || isItem(values[i]))
				continue
			}
			indices = append(indices, m.integer(e.Index))
		case *ast.StarExpr:
			if p, ok := m.eval(e.X).(pointer); ok && p.at != nil {
				indices = append(indices, *p.at)
			}
		}
		p := m.place(e)
		if _, isField := ast.Unparen(e).(*ast.SelectorExpr); isField && isItem(*p) && !isItem(values[i]) {
			continue // the item is what it was, but for this field
		}
		places[i] = p
	}
	for i, p := range places {
		if p != nil {
			*p = values[i]
		}
	}
	switch len(indices) {
	case 2:
		m.wrote(indices[0], indices[1])
	case 1: // half a swap, or a move
		m.note(AtRandom, indices[0].random)
		if m.half == nil {
			m.half = &indices[0]
		} else {
			m.wrote(*m.half, indices[0])
			m.half = nil
		}
	}
}

// assigned returns n values, of as many expressions or of one. Arrays are copied as a whole.
func (m *machine) assigned(n int, from []ast.Expr) (values []value) {
	if len(from) < n {
		if len(from) == 1 {
			if v, ok := m.eval(from[0]).(tuple); ok && len(v) == n {
				return v
			}
		}
		return unknowns(n).values()
	}
	for _, e := range from {
		v := m.eval(e)
		if s, ok := v.(*slice); ok {
			if _, array := code.Core(m.Info.TypeOf(e)).(*types.Array); array {
				v = sliceOf(slices.Clone(s.values()))
			}
		}
		values = append(values, v)
	}
	return values
}
