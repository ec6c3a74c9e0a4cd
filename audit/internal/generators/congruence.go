package generators

import (
	"math"
	"math/bits"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A congruence is a linear congruential generator, s = a·s + c modulo a power of 2, from which choices are taken as
// (s >> shift) % k. The bit that they show depends on that bit of s and those below it only. So the players are these
// bits of the first state. If the generator is started again for each deal, its first state is the seed, with some bits
// flipped: the players then believe in the seed of the first deal, or in one seed for one deal, and share what they
// have after it.
type congruence struct {
	name    string
	a, c    uint64
	shift   int
	scaled  bool // choices among a power of two are high bits, and show nothing
	started starts
	flipped uint64
}

// Starts are how often a generator is started.
type starts int

const (
	once   starts = iota // and it goes on from deal to deal
	inTurn               // for each deal, with the seed after that of the deal before
	anew                 // for each deal, from any state
)

// Consecutive is how the names of generators end that are started again for each deal with the next seed.
const Consecutive = ", with consecutive seeds"

// String does not say that it is started anew: nor does it follow from states that do not go on, which also other
// threads and whoever takes numbers between deals leave so.
func (g congruence) String() string {
	if g.started == inTurn {
		return g.name + Consecutive
	}
	return g.name
}

// tells reports whether deals of n items tell the state by choices of a form: one deal alone must, where the next has
// another state. Those who scale, as Java does, shuffle from the last place to the first.
func (g congruence) tells(n int, f undo.Form) bool {
	return (g.started != anew || n/2-bits.Len(uint(n)) > g.shift) && (!g.scaled || f == undo.Backward)
}

func (g congruence) start(more int) sequence {
	if g.started != once && more > 0 {
		return nil // numbers after the last choice are lost
	}
	s := &states{congruence: g, first: step{a: 1}, alive: make([]uint64, max(1<<(g.shift+1)/64, 1))}
	s.all()
	return s
}

// States are the players of a congruence.
type states struct {
	congruence
	first step     // leads from the state in which a player believes to the one before a deal
	alive []uint64 // who are left, by the low bits of that state
}

// all lets all players play.
func (s *states) all() {
	for w := range s.alive {
		s.alive[w] = math.MaxUint64
	}
}

func (s *states) bet(seen []seenBit, numbers int) float64 {
	if s.started == anew {
		s.all()
	}
	if s.scaled {
		seen = slices.DeleteFunc(slices.Clone(seen), func(b seenBit) bool { return b.power })
	}
	before, after := 0, 0
	shown := s.steps(seen)
	for w, alive := range s.alive {
		before += bits.OnesCount64(alive)
		for rest := alive; rest != 0; rest &= rest - 1 {
			bit := bits.TrailingZeros64(rest)
			if !s.shows(shown, (s.first.a*uint64(64*w+bit)+s.first.c)^s.flipped) {
				alive &^= 1 << bit
			}
		}
		s.alive[w] = alive
		after += bits.OnesCount64(alive)
	}
	switch s.started {
	case once:
		s.first = s.next(s.first, numbers)
	case inTurn:
		s.first.c++
	}
	return math.Log(float64(after)/float64(before)) + float64(len(seen))*math.Ln2
}

// A step leads from a state to a later one, a·s + c, which shows a bit.
type step struct{ a, c, bit uint64 }

// next returns a step that is by so many numbers longer.
func (g congruence) next(s step, numbers int) step {
	for range numbers {
		s.a, s.c = g.a*s.a, g.a*s.c+g.c
	}
	return s
}

// steps returns the steps to the bits that are seen.
func (g congruence) steps(seen []seenBit) []step {
	var all []step
	number := -1
	for _, b := range seen {
		all = append(all, g.next(step{1, 0, b.bit}, b.number-number))
		number = b.number
	}
	return all
}

// shows reports whether the states after one show the bits.
func (g congruence) shows(shown []step, state uint64) bool {
	for i := range shown {
		s := &shown[i]
		if state = s.a*state + s.c; state>>g.shift&1 != s.bit {
			return false
		}
	}
	return true
}
