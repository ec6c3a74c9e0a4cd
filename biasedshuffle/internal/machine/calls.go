package machine

import (
	"cmp"
	"go/ast"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// call evaluates a call.
func (m *machine) call(e *ast.CallExpr) value {
	if tv := m.Info.Types[e.Fun]; tv.IsType() {
		return m.conversion(e, tv.Type)
	} else if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		return m.builtin(id.Name, e)
	}
	if fn := m.Callee(e); fn != nil && m.Bodies[fn.Origin()] == nil {
		return m.random(fn, e)
	}
	return m.apply(m.eval(e.Fun), e, m.evalAll(e.Args)...)
}

// function returns a function, or a method of a value.
func (m *machine) function(fn *types.Func, this value) function {
	if d := m.Bodies[fn.Origin()]; d != nil {
		return function{d.Type, d.Body, d.Recv, this, nil}
	}
	return function{}
}

// apply calls a function.
func (m *machine) apply(f value, at ast.Node, args ...value) value {
	if f, ok := f.(function); ok && f.body != nil {
		return m.enter(f, at, args)
	}
	return m.giveUp("a function that is not at hand")
}

// foreign is a call of a function whose body is not at hand. It must not be given
// what the loop shuffles, unless to print it.
func (m *machine) foreign(fn *types.Func, e *ast.CallExpr) value {
	prints := code.From(fn, "fmt", "log")
	for _, a := range e.Args {
		switch m.eval(a).(type) {
		case *slice, pointer, function, *structure, tuple:
			if !prints {
				return m.giveUp("items go to a function that is not at hand")
			}
			m.note(Handed, true)
		case item:
			m.note(Handed, true)
		}
	}
	return unknown{}
}

// enter runs the body of a function.
func (m *machine) enter(f function, at ast.Node, args []value) value {
	if m.calls++; m.calls > maxCalls {
		return m.giveUp("calls go too deep")
	}
	caller := m.frame
	m.frame = newFrame(f.frame)
	if f.recv != nil {
		args = append([]value{f.this}, args...)
	}
	for _, id := range slices.Concat(code.Names(f.recv), code.Names(f.typ.Params)) {
		if len(args) == 0 {
			return m.giveUp("arguments that are not understood")
		}
		m.declare(id, args[0])
		args = args[1:]
	}
	for _, id := range code.Names(f.typ.Results) {
		m.declare(id, zero(m.Info.TypeOf(id)))
	}
	m.returned = nil
	m.block(f.body.List)
	v := m.returned
	m.returned = nil
	m.frame = caller
	m.calls--
	if d, ok := v.(Draw); ok {
		d.At = at
		return d
	}
	return cmp.Or[value](v, unknown{})
}

func (m *machine) conversion(e *ast.CallExpr, t types.Type) value {
	if m.isNil(e.Args[0]) {
		return zero(t)
	}
	v := m.eval(e.Args[0])
	switch x := v.(type) {
	case real:
		if code.IsInteger(t) {
			return m.whole(x, e)
		}
	case Draw:
		if code.IsInteger(t) {
			return m.converted(x, t)
		}
		return unknown{}
	case number:
		if code.Is(code.Core(t), types.IsFloat) {
			return real{add: float64(x.v)}
		}
	}
	return v
}

func (m *machine) builtin(name string, e *ast.CallExpr) value {
	switch name {
	case "len", "cap":
		if code.Is(code.Core(m.Info.TypeOf(e.Args[0])), types.IsString) && !m.lazy {
			return unknown{}
		}
		s := m.sequence(e.Args[0])
		if s.elem != nil {
			return m.giveUp("how many keys a map has")
		}
		return number{v: int64(m.measure(s))}
	case "append":
		s := m.sequence(e.Args[0])
		more := m.evalAll(e.Args[1:])
		if e.Ellipsis.IsValid() {
			t, ok := more[0].(*slice)
			if !ok {
				return m.giveUp("what is appended is unknown")
			}
			more = slices.Clone(t.values())
		}
		if s.off+s.len+len(more) <= len(*s.of) { // in place
			m.note(Removes, e.Ellipsis.IsValid())
			copy((*s.of)[s.off+s.len:], more)
			return &slice{of: s.of, off: s.off, len: s.len + len(more)}
		}
		return sliceOf(slices.Concat(s.values(), more))
	case "copy":
		to, from := m.sequence(e.Args[0]), m.sequence(e.Args[1])
		return number{v: int64(copy(to.values(), from.values()))}
	case "make":
		u, ok := code.Core(m.Info.TypeOf(e)).(*types.Slice)
		if !ok {
			return zero(m.Info.TypeOf(e))
		} else if len(e.Args) > 1 {
			return m.zeros(m.integer(e.Args[1]).v, u.Elem())
		}
	case "panic", "delete":
		return m.giveUp("it panics, or a map has less")
	}
	return unknown{}
}

// random evaluates a call of a function of another package, if it draws.
func (m *machine) random(fn *types.Func, e *ast.CallExpr) value {
	name := fn.Name()
	switch bounded := code.IsBounded(fn); {
	case !bounded && !code.IsRand(fn) && !code.IsSecure(fn):
		return m.known(fn, e)
	case bounded:
		v := m.below(m.integer(e.Args[0]).v, Library, e)
		if code.MayFail(fn.Signature()) {
			return tuple{v, unknown{}}
		}
		return v
	case name == "Read":
		from := Library
		if code.IsSecure(fn) {
			from = Secure
		}
		m.fillWith(e.Args[0], from, e)
		return tuple{unknown{}, unknown{}}
	case code.IsSecure(fn):
		return tuple{m.below(m.integer(e.Args[1]).v, Secure, e), unknown{}}
	case code.Words[name] > 0:
		size, signed := m.WidthOf(m.Info.TypeOf(e))
		if signed {
			size--
		}
		return word(min(code.Words[name], size), Library, e)
	case code.Floats[name] > 0:
		return real{scale: 1, from: word(code.Floats[name], Library, e)}
	case m.lazy:
	case name == "Perm":
		return m.permutation(m.integer(e.Args[0]).v)
	case name == "Shuffle":
		n, swap := m.integer(e.Args[0]).v, m.eval(e.Args[1])
		for i := n - 1; i > 0 && m.err == nil; i-- {
			m.half = nil
			m.apply(swap, e, number{v: i}, number{m.choose(i + 1), true})
		}
	}
	return unknown{}
}

// known evaluates calls of functions whose effect on slices is known.
func (m *machine) known(fn *types.Func, e *ast.CallExpr) value {
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if code.From(fn, "encoding/binary") && strings.HasPrefix(fn.Name(), "Uint") {
		size, _ := m.WidthOf(m.Info.TypeOf(e))
		for _, v := range m.sequence(e.Args[0]).values() {
			if d, ok := v.(Draw); ok && d.Most == math.MaxUint8 {
				return word(size, d.From, e)
			}
		}
		return unknown{}
	}
	if m.ReadsSecurely(e) {
		m.fillWith(m.Filled(e), Secure, e)
		return tuple{unknown{}, unknown{}}
	}
	switch fn.FullName() {
	case "math/big.NewInt":
		return m.eval(e.Args[0])
	case "(*math/big.Int).Int64", "(*math/big.Int).Uint64":
		return m.eval(sel.X)
	case "math.Floor", "math.Trunc", "math.Round", "math.RoundToEven":
		v := m.eval(e.Args[0])
		if r, ok := v.(real); ok && r.step == 0 {
			r.step = 1
			if strings.HasPrefix(fn.Name(), "Round") {
				r.add += 0.5
			}
			return r
		}
		return v
	case "(time.Time).Unix", "(time.Time).UnixMilli", "(time.Time).UnixMicro", "(time.Time).UnixNano",
		"(time.Time).Nanosecond":
		if m.Called(m.Meant(ast.Unparen(sel.X))) == "time.Now" {
			from := Clock
			if fn.Name() == "Unix" {
				from = Second
			}
			return word(62, from, e)
		}
	case "slices.Clone":
		return sliceOf(append([]value(nil), m.sequence(e.Args[0]).values()...))
	case "slices.Delete":
		s, i, j := m.sequence(e.Args[0]), m.integer(e.Args[1]).v, m.integer(e.Args[2]).v
		if i < 0 || j < i || j > int64(s.len) {
			return m.giveUp(outOfRange)
		}
		m.note(Removes, true)
		of := s.values()
		return &slice{of: s.of, off: s.off, len: len(append(of[:i:len(of)], of[j:]...))}
	}
	return m.foreign(fn, e)
}
