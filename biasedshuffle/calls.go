package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// call evaluates a call.
func (m *machine) call(e *ast.CallExpr) value {
	if len(e.Args) == 1 {
		if _, several := m.info.TypeOf(e.Args[0]).(*types.Tuple); several {
			return m.giveUp("several arguments from one call")
		}
	}
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
			return m.enter(decl.Recv, recv, decl.Type, decl.Body, e, m.arguments(e),
				&frame{vars: map[types.Object]*value{}})
		}
		if v, ok := m.known(fn, e); ok {
			return v
		}
	} else if f := m.eval(e.Fun); f != nil {
		switch f := f.(type) {
		case closure:
			return m.enter(nil, nil, f.lit.Type, f.lit.Body, e, m.arguments(e),
				&frame{map[types.Object]*value{}, f.frame})
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
		for _, a := range e.Args {
			switch core(m.info.TypeOf(a)).(type) {
			case *types.Slice, *types.Array, *types.Pointer, *types.Struct:
				m.handed = true
			}
			m.handed = m.handed || isElement(a)
		}
		return unknown{}
	}
	for _, a := range e.Args {
		switch m.eval(a).(type) {
		case *slice, pointer, closure, swapper, *mapping, *structure:
			return m.giveUp("items go to a function that is not at hand")
		case item:
			m.handed = true
		}
	}
	return unknown{}
}

func (m *machine) arguments(e *ast.CallExpr) []value {
	args := make([]value, 0, len(e.Args))
	for _, a := range e.Args {
		args = append(args, m.eval(a))
	}
	return args
}

// enter runs the body of a function.
func (m *machine) enter(recv *ast.FieldList, this value, typ *ast.FuncType, body *ast.BlockStmt, e *ast.CallExpr,
	args []value, f *frame) value {
	if m.calls++; m.calls > maxCalls {
		return m.giveUp("calls go too deep")
	}
	defer func() { m.calls-- }()
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
				return m.giveUp("arguments that are not understood")
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
	m.body(body)
	v := m.returned
	m.returned = nil
	if v == nil {
		return unknown{}
	}
	return v
}

// body runs the body of a function in its frame.
func (m *machine) body(b *ast.BlockStmt) {
	m.block(b.List)
	for _, v := range m.frame.vars {
		if s, ok := (*v).(*slice); ok && m.first[s.of] == nil && !s.drawn {
			row, ok := m.row(nil, s, true)
			m.copied = m.copied || ok && !slices.Equal(row, sorted(row))
		}
	}
}

func (m *machine) conversion(e *ast.CallExpr, t types.Type) value {
	if m.isNil(e.Args[0]) {
		return zero(t)
	}
	switch x := m.eval(e.Args[0]).(type) {
	case unknown:
		switch u := core(t).(type) {
		case *types.Slice:
			return m.newItems(m.n, u.Elem(), fmt.Sprint(e.Pos()))
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
		case *mapping:
			return number{v: int64(v.len())}
		}
	case "append":
		s := m.sequence(e.Args[0])
		var more []value
		for _, a := range e.Args[1:] {
			v := m.eval(a)
			if e.Ellipsis.IsValid() {
				t, ok := v.(*slice)
				if !ok {
					return m.giveUp("what is appended is unknown")
				}
				more = append(more, (*t.of)[t.off:t.off+t.len]...)
			} else {
				more = append(more, v)
			}
		}
		if s.off+s.len+len(more) <= len(*s.of) { // in place
			m.removes = m.removes || e.Ellipsis.IsValid()
			copy((*s.of)[s.off+s.len:], more)
			return &slice{of: s.of, off: s.off, len: s.len + len(more)}
		}
		of := append(append([]value(nil), (*s.of)[s.off:s.off+s.len]...), more...)
		return &slice{of: &of, off: 0, len: len(of)}
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
				return m.giveUp("a large slice")
			}
			of := make([]value, n)
			for i := range of {
				of[i] = zero(u.Elem())
				switch of[i].(type) {
				case unknown, *structure:
					of[i] = number{}
				}
			}
			return &slice{of: &of, off: 0, len: n}
		case *types.Map:
			return zero(m.info.TypeOf(e))
		}
	case "new":
		v := zero(m.info.TypeOf(e.Args[0]))
		return pointer{to: &v}
	case "delete":
		if of, ok := m.eval(e.Args[0]).(*mapping); ok {
			of.remove(m.key(e.Args[1]))
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
		return m.giveUp("a panic")
	}
	return unknown{}
}
