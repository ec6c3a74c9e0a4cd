package biasedshuffle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// eval evaluates an expression. What it can't know is unknown; it gives up where
// not knowing may matter.
func (m *machine) eval(e ast.Expr) value {
	m.step()
	if c, ok := m.changes[e]; ok {
		v, ok := m.unchanged(c.expr).(number)
		if !ok {
			panic(giveUp("a change that is not understood"))
		}
		return number{v.v + c.add, v.random}
	}
	return m.unchanged(e)
}

// unchanged evaluates an expression as it stands.
func (m *machine) unchanged(e ast.Expr) value {
	if tv := m.info.Types[e]; tv.Value != nil {
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
	case constant.Int, constant.Float:
		if tv.Type != nil && tv.Type.Underlying().(*types.Basic).Info()&types.IsFloat != 0 {
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

// scaled returns what the machine has in place of a constant of the program.
func (m *machine) scaled(c int64) int64 {
	switch {
	case m.size > 0 && c >= m.size-2 && c <= m.size+1 && c > 1:
		return c - m.size + int64(m.n)
	case c > m.size && c > 6 && m.walk:
		return int64(m.n)
	case c > 64:
		panic(giveUp("a large constant"))
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
		return pointer{p}
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
			// Errors are nil and all else is not: the loop is looked at where it works.
			fails := types.Identical(m.info.TypeOf(x), types.Universe.Lookup("error").Type())
			return truth{fails == (e.Op == token.EQL)}
		}
	}
	return m.binary(e.Op, m.eval(e.X), m.eval(e.Y), m.info.TypeOf(e))
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
	case sparse:
		k, ok := m.eval(e.Index).(number)
		if !ok {
			return unknown{}
		}
		if v, ok := x.m[k.v]; ok {
			return v
		}
		return x.zero
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
		panic(giveUp("a slice out of range"))
	}
	if e.Max != nil { // appending copies
		of := append([]value(nil), (*s.of)[s.off+int(from):s.off+int(to)]...)
		return &slice{&of, 0, len(of)}
	}
	return &slice{s.of, s.off + int(from), int(to - from)}
}

func (m *machine) literal(e *ast.CompositeLit) value {
	switch u := core(m.info.TypeOf(e)).(type) {
	case *types.Slice, *types.Array:
		if len(e.Elts) == 0 {
			if a, ok := u.(*types.Array); ok {
				return m.newItems(int(m.scaled(a.Len())), a.Elem())
			}
			return zero(m.info.TypeOf(e))
		}
		return m.newItems(m.n, elem(m.info.TypeOf(e)))
	case *types.Map:
		if len(e.Elts) == 0 {
			return zero(m.info.TypeOf(e))
		}
	}
	return unknown{}
}

// call evaluates a call.
func (m *machine) call(e *ast.CallExpr) value {
	if tv := m.info.Types[e.Fun]; tv.IsType() && len(e.Args) == 1 {
		return m.conversion(e, tv.Type)
	}
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := m.info.Uses[id].(*types.Builtin); ok {
			return m.builtin(b.Name(), e)
		}
	}
	if fn := m.callee(e); fn != nil {
		if v, ok := m.random(fn, e); ok {
			return v
		}
		if decl := m.bodies[fn.Origin()]; decl != nil {
			var recv value
			if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && decl.Recv != nil {
				recv = m.eval(sel.X)
			}
			return m.enter(decl.Recv, recv, decl.Type, decl.Body, e, &frame{vars: map[types.Object]*value{}})
		}
		if v, ok := m.known(fn, e); ok {
			return v
		}
	} else if f := m.eval(e.Fun); f != nil {
		switch f := f.(type) {
		case closure:
			return m.enter(nil, nil, f.lit.Type, f.lit.Body, e, &frame{map[types.Object]*value{}, f.frame})
		case injected:
			m.drew(e)
			return number{m.choose(m.integer(e.Args[0]).v), true}
		case swapper:
			m.swapAt(f.s, m.integer(e.Args[0]), m.integer(e.Args[1]))
			return unknown{}
		case method:
			if v, ok := m.random(f.fn, e); ok {
				return v
			}
		}
	}
	return m.foreign(e)
}

// foreign is a call of a function whose body is not at hand. It must not be given
// what the loop shuffles, unless to print it.
func (m *machine) foreign(e *ast.CallExpr) value {
	if fn := m.callee(e); fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "log") {
		return unknown{}
	}
	for _, a := range e.Args {
		switch m.eval(a).(type) {
		case *slice, pointer, closure, swapper, sparse, *structure:
			panic(giveUp("items go to a function that is not at hand"))
		}
	}
	return unknown{}
}

func (s *scope) callee(e *ast.CallExpr) *types.Func {
	fun := ast.Unparen(e.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		fn, _ := s.info.Uses[f].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := s.info.Uses[f.Sel].(*types.Func)
		return fn
	}
	return nil
}

// enter runs the body of a function.
func (m *machine) enter(recv *ast.FieldList, this value, typ *ast.FuncType, body *ast.BlockStmt, e *ast.CallExpr, f *frame) value {
	if m.calls++; m.calls > maxCalls {
		panic(giveUp("calls go too deep"))
	}
	defer func() { m.calls-- }()
	args := make([]value, 0, len(e.Args))
	for _, a := range e.Args {
		args = append(args, m.eval(a))
	}
	if site := m.site; m.inUnit(e) {
		m.site = e
		defer func() { m.site = site }()
	}
	caller := m.frame
	m.frame = f
	defer func() { m.frame = caller }()
	if recv != nil {
		for _, field := range recv.List {
			for _, id := range field.Names {
				m.declare(id, this)
			}
		}
	}
	i := 0
	for _, field := range typ.Params.List {
		for _, id := range field.Names {
			if i >= len(args) {
				panic(giveUp("arguments that are not understood"))
			}
			m.declare(id, args[i])
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			for _, id := range field.Names {
				m.declare(id, zero(m.info.TypeOf(field.Type)))
			}
		}
	}
	m.returned = nil
	m.block(body.List)
	v := m.returned
	m.returned = nil
	if v == nil {
		return unknown{}
	}
	return v
}

func (m *machine) conversion(e *ast.CallExpr, t types.Type) value {
	if m.isNil(e.Args[0]) {
		return zero(t)
	}
	switch x := m.eval(e.Args[0]).(type) {
	case unknown:
		switch u := core(t).(type) {
		case *types.Slice:
			s := m.newItems(m.n, u.Elem())
			return s
		}
		return x
	case real:
		if isInteger(t) {
			return m.whole(x, 0)
		}
		return x
	case number:
		if b, ok := core(t).(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			return real{add: float64(x.v)}
		}
		return x
	default:
		return x
	}
}

func (m *machine) builtin(name string, e *ast.CallExpr) value {
	switch name {
	case "len", "cap":
		switch v := m.eval(e.Args[0]).(type) {
		case *slice:
			return number{v: int64(v.len)}
		case pointer:
			if s, ok := (*v.to).(*slice); ok {
				return number{v: int64(s.len)}
			}
		case item, unknown:
			if b, ok := core(m.info.TypeOf(e.Args[0])).(*types.Basic); !ok || b.Info()&types.IsString == 0 {
				return number{v: int64(m.sequence(e.Args[0]).len)}
			}
		case sparse:
			return number{v: int64(len(v.m))}
		}
	case "append":
		s := m.sequence(e.Args[0])
		var more []value
		for _, a := range e.Args[1:] {
			v := m.eval(a)
			if e.Ellipsis.IsValid() {
				t, ok := v.(*slice)
				if !ok {
					panic(giveUp("what is appended is unknown"))
				}
				more = append(more, (*t.of)[t.off:t.off+t.len]...)
			} else {
				more = append(more, v)
			}
		}
		if s.off+s.len+len(more) <= len(*s.of) { // in place
			copy((*s.of)[s.off+s.len:], more)
			return &slice{s.of, s.off, s.len + len(more)}
		}
		of := append(append([]value(nil), (*s.of)[s.off:s.off+s.len]...), more...)
		return &slice{&of, 0, len(of)}
	case "copy":
		to, from := m.sequence(e.Args[0]), m.sequence(e.Args[1])
		n := copy((*to.of)[to.off:to.off+to.len], (*from.of)[from.off:from.off+from.len])
		return number{v: int64(n)}
	case "make":
		switch u := core(m.info.TypeOf(e)).(type) {
		case *types.Slice:
			n := 0
			if len(e.Args) > 1 {
				n = int(m.integer(e.Args[1]).v)
			}
			if n < 0 || n > 64 {
				panic(giveUp("a large slice"))
			}
			of := make([]value, n)
			for i := range of {
				of[i] = zero(u.Elem())
				if _, ok := of[i].(unknown); ok {
					of[i] = number{}
				}
			}
			return &slice{&of, 0, n}
		case *types.Map:
			return zero(m.info.TypeOf(e))
		}
	case "new":
		v := zero(m.info.TypeOf(e.Args[0]))
		return pointer{&v}
	case "delete":
		if s, ok := m.eval(e.Args[0]).(sparse); ok {
			delete(s.m, m.integer(e.Args[1]).v)
		}
	case "min", "max":
		best := m.integer(e.Args[0])
		for _, a := range e.Args[1:] {
			if x := m.integer(a); name == "min" && x.v < best.v || name == "max" && x.v > best.v {
				best = x
			}
		}
		return best
	case "panic":
		panic(giveUp("a panic"))
	}
	return unknown{}
}

// swapAt swaps two elements.
func (m *machine) swapAt(s *slice, i, j number) {
	p, q := s.at(i.v), s.at(j.v)
	*p, *q = *q, *p
	m.wrote(i, j)
}

// wrote counts a swap of the elements at two indices.
func (m *machine) wrote(i, j number) {
	if pair := [2]int64{i.v, j.v}; m.swaps > 0 && pair == m.lastPair {
		return // of another slice, in step
	} else {
		m.lastPair = pair
	}
	m.swaps++
	if i.random && j.random {
		m.randomPairs++
	}
}
