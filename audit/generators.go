package audit

import (
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
	leastGenerated = 6
	mostGenerated  = 1 << 14
)

// aboutGenerator describes a bet on a generator whose choices have that form.
func aboutGenerator(name string, f form) about {
	words := [...]string{backward: "from the last place to the first", forward: "from the first place to the last"}[f]
	return about{from: "deal", form: f.String(), generator: name, text: plainly("choices come from " + name + ", where places are swapped " + words)}
}

// generatorNames returns the names of the generators that are bet on, as findings and causes have
// them. Others are not looked for.
func generatorNames() []string {
	names := []string{glibc.name}
	for _, r := range remainders {
		names = append(names, r.name)
	}
	for _, f := range fractionGenerators {
		names = append(names, f.scaled())
	}
	return names
}

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
	*group
	form  form
	n     int
	cycle []uint64
	steps []int       // whose choice tells a bit
	seen  []seenBit   // of a deal
	alive [2][]uint64 // states that are left, by the place in the cycle at the first deal; nil if none is
	deals int
}

func newRemainderBet(n int, f form, r remainder, weight float64) *remainderBet {
	b := &remainderBet{group: newGroup("generator", aboutGenerator(r.name, f), weight, 1, 2), form: f, n: n, cycle: r.cycle()}
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
		b.wagers[more].times(factor)
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
	{"Borland's rand()", 22695477, 1, 1 << 31, 16},
	{"Delphi's Random", 134775813, 1, 1 << 32, 0},
	{"Visual Basic's Rnd", 1140671485, 12820163, 1 << 24, 0},
	{"the VAX generator", 69069, 1, 1 << 32, 0},
	{"PCG's state without its output function", 747796405, 2891336453, 1 << 32, 0},
}

// scaled names the generator with how choices are taken.
func (f fraction) scaled() string { return f.name + ", scaled" }

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

// A fractionBet looks for the state that makes the choices of the first deal or, of few
// items, the first choices of several deals. The states s_i of these choices, without what
// c adds, are a point of a lattice; in successive ones it is spanned by (1, a, a², …) and m
// in each dimension. The choices say near which point it is (Frieze, Håstad, Kannan, Lagarias
// and Shamir, Reconstructing Truncated Integer Variables Satisfying Linear Congruences, SIAM
// Journal on Computing 17, 1988). If the state is not found though there is one, the bet is
// lost; that is fair as well. Until the deal with which it is looked for, the fortune is not
// known, and taken for nothing.
//
// If it is found, it foretells the next deal, if the generator goes on. Half of the fortune
// is bet on that, until it is wrong.
//
// Two players expect n−1 or n numbers a deal.
type fractionBet struct {
	*group
	fraction
	form form
	n    int
	key  latticeKey
	ways [2]way
}

type way struct {
	choices []int32 // of the deals so far, until the state is looked for
	deals   int
	found   bool
	state   uint64 // of the next choice, if it was found
	over    bool
}

// leastSingle is the least among which a choice of one deal tells enough of a state.
const leastSingle = 8

// newKey returns the choices that tell the state: the first ones of one deal, or of several.
// For 8 items and more that finds nearly every state of the generators above; for 6, most.
func newKey(n int, m uint64) latticeKey {
	key := latticeKey{among: n, deals: 1}
	for states := 1.0; states < float64(m)*(1<<16); key.each++ {
		switch {
		case n-key.each >= leastSingle:
			states *= float64(n - key.each)
		case n >= 10:
			return latticeKey{among: n, each: 2, deals: 9}
		default:
			return latticeKey{among: n, each: 2, deals: 12}
		}
	}
	return key
}

func newFractionBet(n int, f form, g fraction, weight float64) *fractionBet {
	return &fractionBet{group: newGroup("generator", aboutGenerator(g.scaled(), f), weight, 1, 2), fraction: g, form: f, n: n, key: newKey(n, g.m)}
}

func (b *fractionBet) reset() {
	b.group.reset()
	b.ways = [2]way{}
}

func (b *fractionBet) playing() bool { return !b.ways[0].over || !b.ways[1].over }

func (b *fractionBet) bet(choices []int32) {
	for more := range b.ways {
		if w := &b.ways[more]; !w.over {
			b.betOn(w, &b.wagers[more], choices, more)
		}
	}
}

func (b *fractionBet) betOn(w *way, purse *wager, choices []int32, more int) {
	if w.found {
		gain, right := b.follow(w, choices, more)
		if w.over = !right; right {
			purse.add(logSum(0, gain) - math.Ln2)
		} else {
			purse.times(0.5)
		}
		return
	}
	w.choices = append(w.choices, choices...)
	if w.deals++; w.deals < b.key.deals {
		*purse = wager{scale: 1} // nothing
		return
	}
	*purse = begin
	b.find(w, more)
	gain := 0.0
	for deal := range w.deals {
		ln, right := b.follow(w, w.choices[deal*(b.n-1):][:b.n-1], more)
		if !right {
			purse.times(0)
			w.over = true
			break
		}
		gain += ln
	}
	w.choices, w.found = nil, !w.over
	if w.found {
		purse.add(gain - math.Log(float64(b.m)))
	}
}

// find sets the state to the one that would make the choices, if there is one.
func (b *fractionBet) find(w *way, more int) {
	key := b.key
	if key.deals > 1 {
		key.period = b.n - 1 + more
	}
	basis := latticeOf(b.fraction, key)
	near := make([]float64, len(basis.rows))
	at, plus := 0, uint64(0)
	for i, number := range key.numbers() {
		for ; at < number.at; at++ {
			plus = b.next(plus)
		}
		c := w.choices[i/key.each*(b.n-1)+i%key.each]
		near[i] = (float64(c)+0.5)*float64(b.m) - float64(plus)*float64(number.among)
	}
	m := int64(b.m)
	w.state = uint64((basis.nearest(near)/int64(b.n)%m + m) % m)
}

// follow reports whether the choices are those from the state on, and how unlikely that is
// under a fair shuffle.
func (b *fractionBet) follow(w *way, choices []int32, more int) (gain float64, right bool) {
	for step, c := range choices {
		if b.choice(w.state, b.n-step) != c {
			return 0, false
		}
		gain += math.Log(float64(b.n - step))
		w.state = b.next(w.state)
	}
	for range more {
		w.state = b.next(w.state)
	}
	return gain, true
}

// generators are the bets on all of them.
type generators struct {
	all     []generatorBet
	left    []generatorBet // which still bet
	groups  []*group
	resting bool
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
			bet := newFractionBet(n, f, g, weight)
			b.all, groups = append(b.all, bet), append(groups, bet.group)
		}
	}
	b.groups = groups
	b.reset()
	return b, groups
}

// rest makes nobody bet any more: after reset, what they have counts as nothing.
func (b *generators) rest() { b.resting = true }

func (b *generators) reset() {
	if b.resting {
		b.left = nil
		for _, g := range b.groups {
			clear(g.wagers)
		}
		return
	}
	for _, bet := range b.all {
		bet.reset()
	}
	b.left = append(b.left[:0], b.all...)
}

func (b *generators) bet(_ int64, deal []int32) {
	if len(b.left) == 0 {
		return
	}
	b.undo.fromBack(deal, b.choices[backward])
	b.undo.fromFront(deal, b.choices[forward])
	left := b.left[:0]
	for _, bet := range b.left {
		bet.bet(b.choices[bet.from()])
		if bet.playing() {
			left = append(left, bet)
		}
	}
	b.left = left
}
