package audit

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
)

// This file bets that the choices of a shuffle come from a linear congruential generator,
//
//	s = (a·s + c) mod m,
//
// with well-known constants, started once in any state. The fortune is the mean of those
// of m players, one for each state, who bet all they have on the choices that follow from
// it: the players who are left, times the product of the k so far, by m. That is a fair
// game, and a fair shuffle ruins all of them in the first deals. (Generators of 48 bits,
// such as drand48, are left out: many languages shuffle with them, and hardly anybody
// would call that biased.)

// generatorForms are the forms whose choices are followed.
var generatorForms = [2]form{backward, forward}

// The numbers of items for which there are bets on generators: from fewer the choices
// tell too little.
const (
	leastGenerated = 10
	mostGenerated  = 1 << 14
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
	{"any linear congruential generator % k", 5, 1, 0},
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
	*group
	form  form
	n     int
	cycle []uint64
	steps []int       // whose choice tells a bit
	alive [2][]uint64 // states that are left, by the place in the cycle at the first deal; nil if none is
	deals int
}

func newRemainderBet(n int, f form, r remainder, weight float64) *remainderBet {
	about := about{from: "deal", form: f.String(), text: plainly(fmt.Sprintf("choices come from %s, in the %s form", r.name, f))}
	b := &remainderBet{group: newGroup("learned", about, weight, 1, 2), form: f, n: n, cycle: r.cycle()}
	for step := range n - 1 {
		if (n-step)%2 == 0 {
			b.steps = append(b.steps, step)
		}
	}
	b.reset()
	return b
}

func (b *remainderBet) reset() {
	b.group.reset()
	b.deals = 0
	for i := range b.alive {
		b.alive[i] = make([]uint64, len(b.cycle))
		for w := range b.alive[i] {
			b.alive[i][w] = ^uint64(0)
		}
	}
}

func (b *remainderBet) playing() bool { return b.alive[0] != nil || b.alive[1] != nil }

func (b *remainderBet) bet(choices []int32) {
	for more, alive := range b.alive {
		if alive == nil {
			continue
		}
		before, after := count(alive), 0
		for _, step := range b.steps {
			at := b.deals*(b.n-1+more) + step
			flip := uint64(choices[step]&1) - 1 // all ones for 0
			from, by := at/64, at%64
			for w := range alive {
				low, high := b.cycle[(w+from)&(len(b.cycle)-1)], b.cycle[(w+from+1)&(len(b.cycle)-1)]
				alive[w] &= low>>by | high<<(63-by)<<1 ^ flip
			}
			if step&7 == 0 {
				if after = count(alive); after == 0 {
					break
				}
			}
		}
		after = count(alive)
		factor := float64(after) / float64(before)
		for range b.steps {
			factor *= 2
		}
		b.wagers[more].times(factor)
		if after == 0 {
			b.alive[more] = nil
		}
	}
	b.deals++
}

func count(words []uint64) int {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// A fraction is a generator from whose states s = u·m choices are taken as ⌊u·k⌋, or
// without the last bits of s.
type fraction struct {
	name string
	a, c uint64
	m    uint64
	drop int // bits
}

var fractionGenerators = []fraction{
	{"RANDU", 65539, 0, 1 << 31, 0},
	{"Microsoft's rand()", 214013, 2531011, 1 << 31, 16},
	{"the C standard's rand()", 1103515245, 12345, 1 << 31, 0},
	{"Numerical Recipes' generator", 1664525, 1013904223, 1 << 32, 0},
	{"the minimal standard generator", 16807, 0, 1<<31 - 1, 0},
	{"minstd_rand", 48271, 0, 1<<31 - 1, 0},
	{"a generator of 16 bits", 25173, 13849, 1 << 16, 0},
}

func (f fraction) next(s uint64) uint64 {
	high, low := bits.Mul64(f.a, s)
	low, carry := bits.Add64(low, f.c, 0)
	_, s = bits.Div64((high+carry)%f.m, low, f.m)
	return s
}

func (f fraction) choice(s uint64, k int) int32 {
	high, low := bits.Mul64(s>>f.drop, uint64(k))
	c, _ := bits.Div64(high, low, f.m>>f.drop)
	return int32(c)
}

// A fractionBet looks for the state that makes the choices of the first deal. The states
// s_i of successive choices, without what c adds, are a point of the lattice
// that is spanned by (1, a, a², …) and m in each dimension; and the choices say near which
// point it is (Frieze, Håstad, Kannan, Lagarias and Shamir, Reconstructing Truncated
// Integer Variables Satisfying Linear Congruences, SIAM Journal on Computing 17, 1988).
// If the state is not found though there is one, the bet is lost; that is fair as well.
//
// If it is found, it foretells the next deal, if the generator goes on. Half of the fortune
// is bet on that, until it is wrong.
type fractionBet struct {
	*group
	fraction
	form  form
	n     int
	basis *lattice
	found bool
	state uint64 // of the next choice, if it was found
	over  bool
}

// newFractionBet returns nil if the first choices do not tell the state.
func newFractionBet(n int, f form, g fraction, weight float64) *fractionBet {
	dimensions, states := 0, 1.0
	for states < float64(g.m)*(1<<16) {
		if n-dimensions < 8 {
			return nil
		}
		states *= float64(n - dimensions)
		dimensions++
	}
	about := about{from: "deal", form: f.String(), text: plainly(fmt.Sprintf("choices are k times a fraction from %s, in the %s form", g.name, f))}
	return &fractionBet{group: newGroup("learned", about, weight, 1, 1), fraction: g, form: f, n: n, basis: latticeOf(g, dimensions)}
}

func (b *fractionBet) reset() {
	b.group.reset()
	b.found, b.over = false, false
}

func (b *fractionBet) playing() bool { return !b.over }

func (b *fractionBet) bet(choices []int32) {
	if b.found {
		gain, right := b.follow(choices)
		if b.over = !right; right {
			b.wagers[0].add(logSum(0, gain) - math.Ln2)
		} else {
			b.wagers[0].times(0.5)
		}
		return
	}
	near := make([]float64, len(b.basis.rows))
	plus := uint64(0)
	for i := range near {
		near[i] = (float64(choices[i])+0.5)/float64(b.n-i)*float64(b.m) - float64(plus)
		plus = b.next(plus)
	}
	m := int64(b.m)
	b.state = uint64((b.basis.nearest(near)%m + m) % m)
	gain, right := b.follow(choices)
	b.found, b.over = right, !right
	if right {
		b.wagers[0].add(gain - math.Log(float64(m)))
	} else {
		b.wagers[0].times(0)
	}
}

// follow reports whether the choices are those from the state on, and how unlikely that is
// under a fair shuffle.
func (b *fractionBet) follow(choices []int32) (gain float64, right bool) {
	for step, c := range choices {
		if b.choice(b.state, b.n-step) != c {
			return 0, false
		}
		gain += math.Log(float64(b.n - step))
		b.state = b.next(b.state)
	}
	return gain, true
}

// generators are the bets on all of them.
type generators struct {
	all     []generatorBet
	undo    *undoer
	choices [forms][]int32 // of the deal
}

type generatorBet interface {
	from() form
	bet(choices []int32)
	playing() bool // reports whether anything is left to bet
	reset()
}

func (b *remainderBet) from() form { return b.form }
func (b *fractionBet) from() form  { return b.form }

func newGenerators(n int, weight float64) (*generators, []*group) {
	b := &generators{undo: newUndoer(n)}
	weight /= float64(len(generatorForms) * (len(remainders) + len(fractionGenerators) + 1))
	var groups []*group
	for _, f := range generatorForms {
		b.choices[f] = make([]int32, n-1)
		bet := newAdditiveBet(n, f, glibc, weight)
		b.all, groups = append(b.all, bet), append(groups, bet.group)
		for _, r := range remainders {
			bet := newRemainderBet(n, f, r, weight)
			b.all, groups = append(b.all, bet), append(groups, bet.group)
		}
		for _, g := range fractionGenerators {
			if bet := newFractionBet(n, f, g, weight); bet != nil {
				b.all, groups = append(b.all, bet), append(groups, bet.group)
			}
		}
	}
	return b, groups
}

func (b *generators) reset() {
	for _, bet := range b.all {
		bet.reset()
	}
}

func (b *generators) bet(_ int64, deal []int32) {
	undone := false
	for _, bet := range b.all {
		if !bet.playing() {
			continue
		}
		if !undone {
			b.undo.fromBack(deal, b.choices[backward])
			b.undo.fromFront(deal, b.choices[forward])
			undone = true
		}
		bet.bet(b.choices[bet.from()])
	}
}
