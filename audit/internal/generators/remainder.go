package generators

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// A remainder is a linear congruential generator, s = a·s + c modulo a power of 2, from which choices are taken
// as (s >> shift) % k. The bit that they show depends on the bits of s below it only: it goes round in a cycle. So
// the players are the places in the cycle.
type remainder struct {
	name   string
	a, c   uint64
	shift  int
	scaled bool // choices among a power of two are high bits, and show nothing
}

func (r remainder) String() string { return r.name }

// cycle returns the bit of each state in turn, 64 in a word.
func (r remainder) cycle() []uint64 {
	if known, ok := cycles.Load(r); ok {
		return known.([]uint64)
	}
	words := make([]uint64, max(1<<(r.shift+1)/64, 1))
	s := uint64(0)
	for i := range 64 * len(words) {
		words[i/64] |= s >> r.shift & 1 << (i % 64)
		s = r.a*s + r.c
	}
	cycles.Store(r, words)
	return words
}

var cycles sync.Map // remainder to []uint64

// states are the players.
type states struct {
	cycle []uint64
	alive []uint64 // who are left, by the place in the cycle at the first number
	at    int      // numbers so far
	remainder
}

func (r remainder) start(int) sequence {
	s := &states{cycle: r.cycle(), remainder: r}
	for range s.cycle {
		s.alive = append(s.alive, math.MaxUint64)
	}
	return s
}

func (s *states) bet(seen []seenBit, numbers int) float64 {
	seen = s.shown(seen)
	before, after := 0, 0
	last := len(s.cycle) - 1
	for w, alive := range s.alive {
		if alive == 0 {
			continue
		}
		before += bits.OnesCount64(alive)
		for _, b := range seen {
			word, by := w+(s.at+b.number)/64, (s.at+b.number)%64
			low, high := s.cycle[word&last], s.cycle[(word+1)&last]
			if alive &= low>>by | high<<(63-by)<<1 ^ (b.bit - 1); alive == 0 { // all ones for 0
				break
			}
		}
		s.alive[w] = alive
		after += bits.OnesCount64(alive)
	}
	s.at += numbers
	return math.Log(float64(after)/float64(before)) + float64(len(seen))*math.Ln2
}

// shown returns those of the bits that the generator shows.
func (r remainder) shown(seen []seenBit) []seenBit {
	if !r.scaled {
		return seen
	}
	return slices.DeleteFunc(slices.Clone(seen), func(b seenBit) bool { return b.power })
}
