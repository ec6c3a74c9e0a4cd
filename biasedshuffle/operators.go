package biasedshuffle

import (
	"cmp"
	"go/token"
	"go/types"
	"math/bits"
)

// binary is an operation on two values.
func (m *machine) binary(op token.Token, x, y value, t types.Type) value {
	switch a := x.(type) {
	case number:
		switch b := y.(type) {
		case number:
			return integers(op, a, b)
		case real:
			return m.compareReals(op, real{add: float64(a.v)}, b)
		}
	case real:
		switch b := y.(type) {
		case real:
			return m.compareReals(op, a, b)
		case number:
			return m.compareReals(op, a, real{add: float64(b.v)})
		}
	case word:
		if b, ok := y.(number); ok {
			return m.reduce(op, a, b)
		}
	case truth:
		if b, ok := y.(truth); ok {
			switch op {
			case token.EQL, token.NEQ:
				return truth{(a.v == b.v) == (op == token.EQL)}
			}
		}
	case item:
		if b, ok := y.(item); ok {
			switch op {
			case token.XOR, token.ADD, token.SUB:
				m.arithmetic = true
				return item{integers(op, number{v: a.v}, number{v: b.v}).(number).v}
			}
		}
		if b, ok := y.(number); ok && b == (number{}) && (op == token.EQL || op == token.NEQ) {
			return truth{op == token.NEQ} // items are no zero values
		}
	}
	return unknown{}
}

// integers applies an operator to integers.
func integers(op token.Token, a, b number) value {
	n := func(v int64) value { return number{v, a.random || b.random} }
	switch op {
	case token.ADD:
		return n(a.v + b.v)
	case token.SUB:
		return n(a.v - b.v)
	case token.MUL:
		return n(a.v * b.v)
	case token.QUO, token.REM:
		if b.v == 0 {
			return unknown{}
		}
		if op == token.QUO {
			return n(a.v / b.v)
		}
		return n(a.v % b.v)
	case token.AND:
		return n(a.v & b.v)
	case token.OR:
		return n(a.v | b.v)
	case token.XOR:
		return n(a.v ^ b.v)
	case token.SHL, token.SHR:
		if b.v < 0 || b.v > 62 {
			return unknown{}
		}
		if op == token.SHL {
			return n(a.v << b.v)
		}
		return n(a.v >> b.v)
	case token.EQL:
		return truth{a.v == b.v}
	case token.NEQ:
		return truth{a.v != b.v}
	case token.LSS:
		return truth{a.v < b.v}
	case token.LEQ:
		return truth{a.v <= b.v}
	case token.GTR:
		return truth{a.v > b.v}
	case token.GEQ:
		return truth{a.v >= b.v}
	}
	return unknown{}
}

// reals applies an operator to reals of which one at most is random.
func reals(op token.Token, a, b real) value {
	switch {
	case op == token.ADD && (a.scale == 0 || b.scale == 0):
		return real{a.scale + b.scale, a.add + b.add}
	case op == token.SUB && (a.scale == 0 || b.scale == 0):
		return real{a.scale - b.scale, a.add - b.add}
	case op == token.MUL && b.scale == 0:
		return real{a.scale * b.add, a.add * b.add}
	case op == token.MUL && a.scale == 0:
		return real{b.scale * a.add, b.add * a.add}
	case op == token.QUO && b.scale == 0 && b.add != 0:
		return real{a.scale / b.add, a.add / b.add}
	}
	return unknown{}
}

// compareReals tosses the coin that the comparison of a random real with the
// middle of its range is.
func (m *machine) compareReals(op token.Token, a, b real) value {
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if a.scale != 0 && b.scale != 0 { // two draws
			if a == b {
				return truth{m.choose(2) == 0}
			}
			return unknown{}
		}
		d := real{a.scale - b.scale, a.add - b.add}
		switch {
		case d.scale == 0:
			return integers(op, number{v: int64(cmp.Compare(d.add, 0))}, number{})
		case d.add*2 == -d.scale:
			return truth{m.choose(2) == 0}
		}
		return unknown{}
	}
	return reals(op, a, b)
}

// reduce turns a word into a choice. What the remainder's own bias is,
// reductions.go tells; here it counts as uniform.
func (m *machine) reduce(op token.Token, w word, n number) value {
	switch op {
	case token.REM:
		return number{m.choose(n.v), true}
	case token.AND:
		if n.v >= 0 && n.v&(n.v+1) == 0 && n.v < 256 {
			return number{m.choose(n.v + 1), true}
		}
		if n.v >= 256 && n.v&(n.v+1) == 0 {
			return word{min(w.bits, bits.Len64(uint64(n.v)))}
		}
	case token.XOR:
		return w
	case token.SHR:
		return word{w.bits - int(n.v)}
	}
	return unknown{}
}

// whole turns a real into an integer, by cutting off (shift 0) or rounding (½).
func (m *machine) whole(r real, shift float64) value {
	r.add += shift
	if r.scale == 0 {
		return number{v: int64(r.add)}
	}
	// U·scale + add in halves: each half of a unit is equally likely.
	from, size := r.add*2, r.scale*2
	if from != float64(int64(from)) || size != float64(int64(size)) || size < 1 || from < 0 {
		return unknown{}
	}
	if int64(from)%2 == 0 && int64(size)%2 == 0 {
		return number{int64(from)/2 + m.choose(int64(size)/2), true}
	}
	return number{(int64(from) + m.choose(int64(size))) / 2, true}
}
