package machine

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// arithmetics are the operators on integers.
var arithmetics = map[token.Token]func(a, b int64) int64{
	token.ADD: func(a, b int64) int64 { return a + b },
	token.SUB: func(a, b int64) int64 { return a - b },
	token.MUL: func(a, b int64) int64 { return a * b },
	token.QUO: func(a, b int64) int64 { return a / b },
	token.REM: func(a, b int64) int64 { return a % b },
	token.AND: func(a, b int64) int64 { return a & b },
	token.XOR: func(a, b int64) int64 { return a ^ b },
	token.SHR: func(a, b int64) int64 { return a >> uint64(b) },
}

// binary is an operation on two values.
func (by *choices) binary(op token.Token, x, y value, at ast.Node) value {
	switch a := x.(type) {
	case number:
		switch b := y.(type) {
		case number:
			return integers(op, a, b)
		case Draw:
			if op == token.ADD || op == token.AND {
				return by.draws(op, b, a, at)
			}
		}
	case real:
		if b, ok := y.(real); ok {
			return by.reals(op, a, b)
		}
	case Draw:
		switch b := y.(type) {
		case number:
			return by.draws(op, a, b, at)
		case Draw: // such as bytes side by side
			if a.Low == 0 && b.Low == 0 && (op == token.OR || op == token.ADD || op == token.XOR) {
				a.Most = max(a.Most, b.Most)
				return a
			}
		}
	case item:
		if b, ok := y.(item); ok && (op == token.XOR || op == token.ADD || op == token.SUB) {
			by.note(Arithmetic, true)
			return item{arithmetics[op](a.v, b.v)}
		}
	}
	return unknown{}
}

// integers applies an operator to integers.
func integers(op token.Token, a, b number) value {
	if code.Ordered[op] || op == token.EQL || op == token.NEQ {
		return truth{constant.Compare(constant.MakeInt64(a.v), op, constant.MakeInt64(b.v))}
	}
	of := arithmetics[op]
	if of == nil || b.v == 0 && (op == token.QUO || op == token.REM) {
		return unknown{}
	}
	return number{of(a.v, b.v), a.random || b.random}
}

// reals applies an operator to reals of which one at most is random.
func (by *choices) reals(op token.Token, a, b real) value {
	switch {
	case code.Ordered[op] && (a.scale > 0 && b.scale == 0 || b.scale > 0 && a.scale == 0):
		less, known := by.chance((b.add - a.add) / (a.scale - b.scale))
		if !known {
			return unknown{}
		}
		return truth{less == (op == token.LSS || op == token.LEQ) == (a.scale > 0)}
	case op == token.ADD:
		return real{a.scale + b.scale, a.add + b.add, cmp.Or(a.from, b.from), max(a.step, b.step)}
	case op == token.QUO && b.scale == 0 && b.add != 0:
		return real{a.scale / b.add, a.add / b.add, a.from, a.step / b.add}
	case op == token.MUL && b.scale == 0:
		return real{a.scale * b.add, a.add * b.add, a.from, a.step * b.add}
	case op == token.MUL && a.scale == 0:
		return by.reals(op, b, a)
	}
	return unknown{}
}

// below draws an integer in [0, k).
func (by *choices) below(k int64, from Origin, at ast.Node) value {
	switch {
	case !by.lazy:
		return number{by.choose(k), true}
	case k < 1:
		return by.giveUp(fromNothing)
	}
	return Draw{0, uint64(k - 1), from, at}
}

// draws is an operation on a draw and a number.
func (by *choices) draws(op token.Token, d Draw, n number, at ast.Node) value {
	switch mask := n.v&(n.v+1) == 0 && n.v >= 0; {
	case op == token.REM && n.v != 0: // whose sign does not matter
		n.v = max(n.v, -n.v)
		by.reductions = append(by.reductions, Reduction{At: at, Of: d, N: n.v})
		return by.below(n.v, d.From, at)
	case op == token.REM:
		return by.giveUp(fromNothing)
	case op == token.AND && mask:
		return Draw{0, min(d.Most, uint64(n.v)), d.From, at}
	case op == token.SHR && d.Low == 0 && n.v >= 0:
		d.Most >>= n.v
		return d
	case op == token.SHL && d.Low == 0 && 0 <= n.v && n.v+int64(bits.Len64(d.Most)) <= 64:
		return Draw{0, (d.Most+1)<<n.v - 1, d.From, at}
	case op == token.ADD:
		d.Low += n.v
		return d
	case op == token.SUB:
		d.Low -= n.v
		return d
	}
	return unknown{}
}

// whole turns a real into an integer, by cutting off.
func (by *choices) whole(r real, at ast.Node) value {
	step := max(r.step, 1) // else it is cut off once more
	n := r.scale / step
	from, half := math.Modf(r.add / step)
	rounded := half == 0.5 && n > 0 && by.lazy
	switch {
	case half != 0 && !rounded || n != math.Trunc(n) || from < 0 || n < 0:
		return unknown{}
	case n == 0:
		return number{v: int64(r.add)}
	}
	by.reductions = append(by.reductions, Reduction{at, r.from, int64(n), rounded})
	if rounded || step > 1 {
		return unknown{}
	}
	return by.binary(token.ADD, by.below(int64(n), r.from.From, at), number{v: int64(from)}, at)
}
