package biasedshuffle

import (
	"go/ast"
	"go/token"
	"go/types"
)

// How a statement ends.
type ending struct {
	tok   token.Token // BREAK, CONTINUE, RETURN, or ILLEGAL where it just ends
	label string
}

func (m *machine) block(list []ast.Stmt) ending {
	for _, s := range list {
		end := m.exec(s, "")
		if m.err != nil {
			return ending{tok: token.RETURN}
		}
		if end.tok != token.ILLEGAL {
			return end
		}
	}
	return ending{}
}

// exec executes a statement.
func (m *machine) exec(s ast.Stmt, label string) ending {
	m.step()
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		return m.block(s.List)
	case *ast.LabeledStmt:
		return m.exec(s.Stmt, s.Label.Name)
	case *ast.ExprStmt:
		m.eval(s.X)
	case *ast.AssignStmt:
		m.assign(s)
	case *ast.IncDecStmt:
		p := m.place(s.X)
		n, ok := (*p).(number)
		if !ok {
			m.giveUp("what is counted is unknown")
		}
		if n.v++; s.Tok == token.DEC {
			n.v -= 2
		}
		*p = n
	case *ast.DeclStmt:
		m.declarations(s)
	case *ast.IfStmt:
		if s.Init != nil {
			m.exec(s.Init, "")
		}
		if m.condition(s.Cond) {
			return m.block(s.Body.List)
		} else if s.Else != nil {
			return m.exec(s.Else, "")
		}
	case *ast.ForStmt:
		return m.loop(s, label)
	case *ast.RangeStmt:
		return m.ranging(s, label)
	case *ast.SwitchStmt:
		return m.choices(s, label)
	case *ast.BranchStmt:
		if s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
			m.giveUp("a goto")
		}
		end := ending{tok: s.Tok}
		if s.Label != nil {
			end.label = s.Label.Name
		}
		return end
	case *ast.ReturnStmt:
		switch len(s.Results) {
		case 0:
		case 1:
			m.returned = m.eval(s.Results[0])
		default:
			var t tuple
			for _, e := range s.Results {
				t = append(t, m.eval(e))
			}
			m.returned = t
		}
		return ending{tok: token.RETURN}
	case *ast.DeferStmt: // of locks and files, mostly
		if _, ok := s.Call.Fun.(*ast.FuncLit); ok || len(s.Call.Args) > 0 {
			m.handed = true
		}
	default:
		m.giveUp("a statement that is not understood")
	}
	return ending{}
}

func (m *machine) loop(s *ast.ForStmt, label string) ending {
	if s.Init != nil {
		m.exec(s.Init, "")
	}
	for m.err == nil && (s.Cond == nil || m.condition(s.Cond)) {
		m.step()
		m.half = nil
		if end, out := leave(m.block(s.Body.List), label); out {
			return end
		}
		if s.Post != nil {
			m.exec(s.Post, "")
		}
	}
	return ending{}
}

// leave reports whether a loop is left when its body ends so, and how the loop ends.
func leave(end ending, label string) (ending, bool) {
	mine := end.label == "" || end.label == label
	switch {
	case end.tok == token.ILLEGAL, end.tok == token.CONTINUE && mine:
		return ending{}, false
	case end.tok == token.BREAK && mine:
		return ending{}, true
	}
	return end, true
}

func (m *machine) ranging(s *ast.RangeStmt, label string) ending {
	var n int64
	var over *slice
	var entries *mapping
	switch v := m.eval(s.X).(type) {
	case *mapping:
		entries = v
	case number:
		n = v.v
	case *slice:
		over = &slice{of: v.of, off: v.off, len: v.len}
	case pointer:
		if over, _ = (*v.to).(*slice); over == nil {
			m.giveUp("a range that is not understood")
		}
	case item:
		over = m.sequence(s.X)
	default:
		m.giveUp("a range that is not understood")
	}
	if over != nil {
		n = int64(over.len)
	}
	set := func(e ast.Expr, v value) {
		if id, ok := e.(*ast.Ident); ok && s.Tok == token.DEFINE {
			m.declare(id, v)
		} else if e != nil {
			*m.place(e) = v
		}
	}
	if entries != nil {
		var end ending
		m.rangeMap(entries, s.X, func(k, v value) (out bool) {
			m.half = nil
			set(s.Key, k)
			set(s.Value, v)
			end, out = leave(m.block(s.Body.List), label)
			return out
		})
		return end
	}
	for i := range n {
		if m.step(); m.err != nil {
			break
		}
		m.half = nil
		set(s.Key, number{v: i})
		if s.Value != nil {
			set(s.Value, *m.at(over, i))
		}
		if end, out := leave(m.block(s.Body.List), label); out {
			return end
		}
	}
	return ending{}
}

func (m *machine) choices(s *ast.SwitchStmt, label string) ending {
	if s.Init != nil {
		m.exec(s.Init, "")
	}
	var tag value = truth{true}
	if s.Tag != nil {
		tag = m.eval(s.Tag)
	}
	var chosen *ast.CaseClause
search:
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		if clause.List == nil && chosen == nil {
			chosen = clause // unless a later one fits
		}
		for _, e := range clause.List {
			same, ok := m.binary(token.EQL, tag, m.eval(e), nil).(truth)
			if !ok {
				m.giveUp("a condition is unknown")
			}
			if same.v {
				chosen = clause
				break search
			}
		}
	}
	if chosen == nil {
		return ending{}
	}
	end := m.block(chosen.Body)
	if end.tok == token.BREAK && (end.label == "" || end.label == label) {
		return ending{}
	}
	return end
}

func (m *machine) declarations(s *ast.DeclStmt) {
	decl, ok := s.Decl.(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR {
		return
	}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, id := range spec.Names {
			switch {
			case len(spec.Values) == len(spec.Names):
				m.declare(id, m.eval(spec.Values[i]))
			case len(spec.Values) == 0:
				m.declare(id, m.unset(m.info.TypeOf(id)))
			default:
				m.giveUp("a declaration that is not understood")
			}
		}
	}
}

// unset returns the value of a variable that is declared without one.
func (m *machine) unset(t types.Type) value {
	a, ok := core(t).(*types.Array)
	if !ok {
		return zero(t)
	}
	n := m.scaled(a.Len())
	if n > 64 {
		return unknown{}
	}
	of := make([]value, n)
	for i := range of {
		if of[i] = zero(a.Elem()); of[i] == (unknown{}) {
			of[i] = number{}
		}
	}
	return &slice{of: &of, len: len(of)}
}

func (m *machine) assign(s *ast.AssignStmt) {
	if m.advances(s) {
		*m.place(s.Lhs[0]) = word{int(8 * m.pass.TypesSizes.Sizeof(m.info.TypeOf(s.Lhs[0])))}
		if m.firstDraw == nil && m.inUnit(s) {
			m.firstDraw = s
		} else if m.firstDraw == nil && m.site != nil {
			m.firstDraw = m.site
		}
		return
	}
	if op, ok := operators[s.Tok]; ok {
		if x, ok := ast.Unparen(s.Lhs[0]).(*ast.IndexExpr); ok {
			if i, ok := m.eval(x.Index).(number); ok && i.random {
				m.randomIndex = true
			}
		}
		p := m.place(s.Lhs[0])
		v := m.binary(op, *p, m.eval(s.Rhs[0]), m.info.TypeOf(s.Lhs[0]))
		*p = v
		return
	}
	var values []value
	if len(s.Rhs) == len(s.Lhs) {
		for _, e := range s.Rhs {
			values = append(values, copied(m.eval(e), m.info.TypeOf(e)))
		}
	} else {
		v, ok := m.eval(s.Rhs[0]).(tuple)
		switch {
		case ok && len(v) == len(s.Lhs):
			values = v
		case len(s.Lhs) == 2 && m.isIndex(s.Rhs[0]):
			values = m.lookup(ast.Unparen(s.Rhs[0]).(*ast.IndexExpr))
		default:
			for range s.Lhs {
				values = append(values, unknown{})
			}
		}
	}
	places := make([]*value, len(s.Lhs))
	var indices []number
	for i, e := range s.Lhs {
		if id, ok := e.(*ast.Ident); ok && (s.Tok == token.DEFINE && m.info.Defs[id] != nil || id.Name == "_") {
			m.declare(id, values[i])
			continue
		}
		if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
			if of, ok := m.eval(x.X).(*mapping); ok {
				of.put(m.key(x.Index), values[i])
				if _, ok := values[i].(*slice); ok {
					m.handed = true
				}
				continue
			}
			indices = append(indices, m.integer(x.Index))
		}
		if star, ok := ast.Unparen(e).(*ast.StarExpr); ok {
			if p, ok := m.eval(star.X).(pointer); ok && p.at != nil {
				indices = append(indices, *p.at)
			}
		}
		places[i] = m.place(e)
		if _, isField := ast.Unparen(e).(*ast.SelectorExpr); isField && isItem(*places[i]) && !isItem(values[i]) {
			places[i] = nil // the item is what it was, but for this field
		}
	}
	for i, p := range places {
		if p == nil {
			continue
		}
		if s, ok := (*p).(*structure); ok && len(s.fields) > 0 {
			m.giveUp("a structure is replaced")
			return
		}
		*p = values[i]
	}
	switch len(indices) {
	case 0: // variables that only hold what the slice has
		if len(s.Lhs) == 2 && s.Tok == token.ASSIGN && isItem(values[0]) && isItem(values[1]) {
			m.swaps++
		}
	case 2:
		m.wrote(indices[0], indices[1])
	case 1: // half a swap, or a move
		m.randomIndex = m.randomIndex || indices[0].random
		if m.half == nil {
			m.half = &indices[0]
		} else {
			m.wrote(*m.half, indices[0])
			m.half = nil
		}
	}
}

func isItem(v value) bool {
	_, ok := v.(item)
	return ok
}

// copied is what an assignment copies: arrays as a whole.
func copied(v value, t types.Type) value {
	s, ok := v.(*slice)
	if _, array := core(t).(*types.Array); !ok || !array {
		return v
	}
	of := append([]value(nil), (*s.of)[s.off:s.off+s.len]...)
	return &slice{of: &of, off: 0, len: s.len}
}

func (m *machine) isIndex(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = core(m.info.TypeOf(x.X)).(*types.Map)
	return ok
}

// lookup is the comma-ok form of an index.
func (m *machine) lookup(e *ast.IndexExpr) []value {
	of, ok := m.eval(e.X).(*mapping)
	k := asKey(m.eval(e.Index))
	if !ok || k == nil {
		return []value{unknown{}, unknown{}}
	}
	v, found := of.at(k)
	return []value{v, truth{found}}
}
