package machine

import (
	"go/ast"
	"go/types"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

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
