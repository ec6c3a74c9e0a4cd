package generators

import (
	"math"
	"math/bits"
)

// An additive generator adds two of its last words,
//
//	r(i) = r(i−short) + r(i−long) mod 2³²,
//
// and gives all their bits but the lowest. That is rand() of glibc, with 3 and 31. The
// lowest bit u of r is a sum modulo 2 of the lowest bits of the first words, and the next
// one, which an even k shows in a choice r>>1 % k, has a carry,
//
//	v(i) = v(i−short) + v(i−long) + u(i−short)·u(i−long) mod 2.
//
// So v is a sum of unknowns that never change: the bits v of the first words, and the
// products of two of their bits u. Each choice is an equation, and for 31 words there are
// 527 unknowns, which takes some 20 deals of 52 items. From then on all is known.
type additive struct {
	name        string
	short, long int
}

func (a additive) String() string { return a.name }

// An equation is the set of unknowns that add up to 0, or to 1 if the last bit is set.
type equation [9]uint64

const one = 64*len(equation{}) - 1

func (e *equation) flip(bit int) { e[bit/64] ^= 1 << (bit % 64) }

func (e *equation) add(f *equation) {
	for w := range e {
		e[w] ^= f[w]
	}
}

// unknown returns the least unknown of an equation, or one if there is none.
func (e *equation) unknown() int {
	for w, word := range e {
		if word != 0 {
			return 64*w + bits.TrailingZeros64(word)
		}
	}
	return one
}

// Equations are the bits of the words of an additive generator in terms of the unknowns,
// and what is known of these.
type equations struct {
	additive
	u      []uint32 // of the last words, each a sum of first ones
	v      []equation
	i      int
	solved []equation // by their least unknown
}

func (a additive) start(int) sequence {
	s := &equations{additive: a, u: make([]uint32, a.long), v: make([]equation, a.long),
		solved: make([]equation, a.long*(a.long+3)/2)}
	for i := range a.long {
		s.u[i] = 1 << i
		s.v[i].flip(i)
	}
	return s
}

func (s *equations) bet(seen []seenBit, numbers int) float64 {
	ln := 0.0
	for number := range numbers {
		v := s.next()
		if len(seen) == 0 || seen[0].number != number {
			continue
		}
		e := *v
		if seen[0].bit == 1 {
			e.flip(one)
		}
		seen = seen[1:]
		if ln += s.learn(e); math.IsInf(ln, -1) {
			break
		}
	}
	return ln
}

// next advances to the next word and returns its bit v.
func (s *equations) next() *equation {
	at, before := s.i%s.long, (s.i+s.long-s.short)%s.long
	s.i++
	u, v := s.u[before], &s.v[at]
	v.add(&s.v[before])
	for a := u; a != 0; a &= a - 1 {
		for b := s.u[at]; b != 0; b &= b - 1 {
			i, j := bits.TrailingZeros32(a), bits.TrailingZeros32(b)
			i, j = min(i, j), max(i, j)
			v.flip(s.long + j*(j+1)/2 + i)
		}
	}
	s.u[at] ^= u
	return v
}

// learn adds the equation of a bit, and returns the logarithm of what the bet on it pays: nothing
// is known of it, or it is known and right, or known and wrong.
func (s *equations) learn(e equation) float64 {
	for {
		x := e.unknown()
		switch {
		case x < one && s.solved[x] == equation{}:
			s.solved[x] = e
			return 0
		case x < one:
			e.add(&s.solved[x])
		case e == equation{}:
			return math.Ln2
		default:
			return math.Inf(-1)
		}
	}
}
