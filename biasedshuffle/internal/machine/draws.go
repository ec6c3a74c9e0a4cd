package machine

import (
	"go/ast"
	"go/types"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// A Draw is a random integer that was not chosen yet: each from Low to Low + Most is equally
// likely. Where Most is 0 it is not random.
type Draw struct {
	Low  int64
	Most uint64
	From Origin
	At   ast.Node // where it is drawn
}

// An Origin is what a draw comes from.
type Origin int

const (
	Library Origin = iota
	Secure         // crypto/rand
	Clock          // the time
	Second         // the time, in seconds
)

// Ticks reports whether it is a time.
func (o Origin) Ticks() bool { return o == Clock || o == Second }

// A Reduction is where a draw is made one of N numbers from 0 on: by a remainder, or by cutting off
// what a random float was scaled to.
type Reduction struct {
	At      ast.Node
	Of      Draw
	N       int64
	Rounded bool // half was added
}

// A Glance is what is known of expressions without choosing at random: of integers the values,
// of slices the lengths.
type Glance struct {
	Draws      []Draw
	Known      []bool
	Reductions []Reduction
}

// Glance looks at expressions of the declaration. Variables from outside, and lengths, are all
// different there, and larger for a larger n. Constants are what they are.
func (p *Program) Glance(n int, of ...ast.Expr) (g Glance) {
	syms := NewSymbols(nil, nil, n)
	syms.apart = true
	m := newMachine(p, n, nil, syms, &path{})
	m.lazy = true
	for _, e := range of {
		m.err, m.steps = nil, 0
		var d Draw
		v := m.target(e)
		known := m.err == nil
		switch v := v.(type) {
		case Draw:
			d = v
		case number:
			d.Low = v.v
		case *slice:
			d.Low = int64(v.len)
		default:
			known = false
		}
		g.Draws, g.Known = append(g.Draws, d), append(g.Known, known)
	}
	g.Reductions = m.reductions
	return g
}

// word is a draw of so many bits.
func word(bits int, from Origin, at ast.Node) Draw { return Draw{0, 1<<bits - 1, from, at} }

// converted is a draw as an integer of another type.
func (m *machine) converted(d Draw, to types.Type) Draw {
	size, signed := m.WidthOf(to)
	d.Most = min(d.Most, 1<<size-1)
	switch half := uint64(1) << (size - 1); {
	case signed && d.Low == 0 && d.Most >= half: // as wide as the type
		d.Low = math.MinInt64 >> (64 - size)
	case !signed && d.Low < 0:
		d.Low = 0
	}
	return d
}

// seen returns the value of a variable of which no choice is to be made: the only one that it gets, or an
// element of what a loop ranges over.
func (m *machine) seen(id *ast.Ident, obj types.Object) value {
	if of := m.Meant(id); of != ast.Expr(id) {
		return m.eval(of)
	} else if of, i := m.Part(obj); of != nil {
		switch all := m.eval(of).(type) {
		case tuple:
			return all[min(i, len(all)-1)]
		case *slice:
			if all.len > 0 {
				return all.values()[0]
			}
		}
	} else if of := m.Initial[obj]; of != nil {
		return m.eval(of)
	}
	return unknown{}
}

// fill runs the calls of the declaration that fill a variable with random bytes.
func (m *machine) fill(obj types.Object) {
	for call := range code.All[*ast.CallExpr](m.Decl) {
		fn := m.Callee(call)
		if fn == nil || len(call.Args) == 0 || m.Object(m.Filled(call)) != obj {
			continue
		}
		body := m.Bodies[fn.Origin()]
		if body != nil && body != m.Decl || body == nil && strings.HasPrefix(fn.Name(), "Read") {
			err := m.err
			m.eval(call)
			m.err = err
		}
	}
}

// hasBytes reports whether a type is one of slices or arrays of bytes.
func hasBytes(t types.Type) bool {
	of, ok := code.Core(t).(interface{ Elem() types.Type })
	return ok && types.Identical(code.Core(of.Elem()), types.Typ[types.Uint8])
}

// fillWith fills a slice with random bytes.
func (m *machine) fillWith(e ast.Expr, from Origin, at ast.Node) {
	s := m.sequence(e)
	for i := range s.values() {
		s.values()[i] = word(8, from, at)
	}
}
