package generators

import (
	"math/bits"
	"sync"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A remainder is a generator from which choices are taken as (s >> shift) % k. If k is
// even the lowest bit of the choice is a bit of s, and that depends on the bits below it
// only: it goes round in a cycle. So all states are players with a place in the cycle.
type remainder struct {
	name  string
	a, c  uint64
	shift int
}

var remainders = []remainder{
	{"a linear congruential generator % k", 5, 1, 0},
	{"Microsoft's rand() % k", 214013, 2531011, 16},
	{"the C standard's rand() % k", 1103515245, 12345, 16},
	{"Borland's rand() % k", 22695477, 1, 16},
	{"the upper half of Numerical Recipes' generator % k", 1664525, 1013904223, 16},
}

// cycle returns the bit of each state in turn, 64 in a word.
func (r remainder) cycle() []uint64 {
	if known, ok := remainderCycles.Load(r); ok {
		return known.([]uint64)
	}
	words := make([]uint64, max(1<<(r.shift+1)/64, 1))
	s := uint64(0)
	for i := range 64 * len(words) {
		words[i/64] |= s >> r.shift & 1 << (i % 64)
		s = r.a*s + r.c
	}
	remainderCycles.Store(r, words)
	return words
}

var remainderCycles sync.Map // remainder to []uint64

// A remainderBet has two players a state: one who expects n−1 numbers a deal, and one who
// expects another number for the last item.
type remainderBet struct {
	*fortune.Group
	form  undo.Form
	n     int
	cycle []uint64
	steps []int       // whose choice tells a bit
	seen  []seenBit   // of a deal
	alive [2][]uint64 // states that are left, by the place in the cycle at the first deal; nil if none is
	deals int
}

func newRemainderBet(n int, f undo.Form, r remainder, weight float64) *remainderBet {
	b := &remainderBet{Group: fortune.NewGroup("generator", aboutGenerator(r.name, f), weight, 1, 2), form: f, n: n,
		cycle: r.cycle()}
	for step := range n - 1 {
		if (n-step)%2 == 0 {
			b.steps = append(b.steps, step)
		}
	}
	b.Reset()
	return b
}

func (b *remainderBet) Reset() {
	b.Group.Reset()
	b.deals = 0
	for i := range b.alive {
		b.alive[i] = make([]uint64, len(b.cycle))
		for w := range b.alive[i] {
			b.alive[i][w] = ^uint64(0)
		}
	}
}

func (b *remainderBet) playing() bool { return b.alive[0] != nil || b.alive[1] != nil }

func (b *remainderBet) Bet(choices []int32) {
	for more, alive := range b.alive {
		if alive == nil {
			continue
		}
		b.seen = b.seen[:0]
		for _, step := range b.steps {
			at := b.deals*(b.n-1+more) + step
			b.seen = append(b.seen, seenBit{at / 64, at % 64, uint64(choices[step]&1) - 1}) // all ones for 0
		}
		before, after := 0, 0
		last := len(b.cycle) - 1
		for w, states := range alive {
			if states == 0 {
				continue
			}
			before += bits.OnesCount64(states)
			for _, s := range b.seen {
				low, high := b.cycle[(w+s.word)&last], b.cycle[(w+s.word+1)&last]
				states &= low>>s.by | high<<(63-s.by)<<1 ^ s.flip
				if states == 0 {
					break
				}
			}
			alive[w] = states
			after += bits.OnesCount64(states)
		}
		factor := float64(after) / float64(before)
		for range b.steps {
			factor *= 2
		}
		b.Wagers[more].Times(factor)
		if after == 0 {
			b.alive[more] = nil
		}
	}
	b.deals++
}

// A seenBit is a bit that a choice shows: where in the cycle, from the first state on, and
// inverted.
type seenBit struct {
	word, by int
	flip     uint64
}

func (b *remainderBet) from() undo.Form { return b.form }
