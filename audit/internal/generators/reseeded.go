package generators

import (
	"math"
	"math/bits"
)

// A reseeded is a linear congruential generator that is started again for each deal, with the seed after that of the
// deal before, or from any: its players then believe in one seed for one deal, and share what they have after it. Its
// first state is the seed, with some bits flipped. As in a [remainder], a choice among an even number
// shows a bit of the state that depends on those below it only. So the players are the low bits of the first seed.
type reseeded struct {
	remainder
	flipped uint64
	anew    bool // from any seed
}

// Consecutive is how the names of generators end that are started again for each deal.
const Consecutive = ", with consecutive seeds"

func (r reseeded) String() string {
	if r.anew {
		return r.name + ", started anew for each deal"
	}
	return r.name + Consecutive
}

// tells reports whether deals of n items tell the seed, which one alone must do where the next has another.
func (r reseeded) tells(n int) bool { return !r.anew || n/2-bits.Len(uint(n)) > r.shift }

// firstSeeds are the players of a reseeded.
type firstSeeds struct {
	reseeded
	alive []uint64 // who are left, by the low bits of the seed of the first deal
	deals uint64   // so far
}

func (r reseeded) start(more int) sequence {
	if more > 0 {
		return nil // numbers after the last choice are lost
	}
	s := &firstSeeds{reseeded: r, alive: make([]uint64, max(1<<(r.shift+1)/64, 1))}
	s.all()
	return s
}

// all lets all players play.
func (s *firstSeeds) all() {
	for w := range s.alive {
		s.alive[w] = math.MaxUint64
	}
}

func (s *firstSeeds) bet(seen []seenBit, _ int) float64 {
	if s.anew {
		s.all()
	}
	before, after := 0, 0
	shown := s.steps(s.shown(seen))
	for w, alive := range s.alive {
		before += bits.OnesCount64(alive)
		for rest := alive; rest != 0; rest &= rest - 1 {
			bit := bits.TrailingZeros64(rest)
			if !s.shows(shown, (uint64(64*w+bit)+s.deals)^s.flipped) {
				alive &^= 1 << bit
			}
		}
		s.alive[w] = alive
		after += bits.OnesCount64(alive)
	}
	s.deals++
	return math.Log(float64(after)/float64(before)) + float64(len(shown))*math.Ln2
}

// A step leads from a state to a later one, a·s + c, which shows a bit.
type step struct{ a, c, bit uint64 }

// steps returns the steps to the bits that are shown.
func (r reseeded) steps(shown []seenBit) []step {
	var all []step
	number := -1
	for _, b := range shown {
		s := step{a: 1, bit: b.bit}
		for ; number < b.number; number++ {
			s.a, s.c = r.a*s.a, r.a*s.c+r.c
		}
		all = append(all, s)
	}
	return all
}

// shows reports whether the states after one show the bits.
func (r reseeded) shows(shown []step, state uint64) bool {
	for i := range shown {
		s := &shown[i]
		if state = s.a*state + s.c; state>>r.shift&1 != s.bit {
			return false
		}
	}
	return true
}
