// Package generators bets that the choices of a shuffle are remainders of the numbers of a generator that is known,
// started once in any state. If the number k of choices is even, the lowest bit of the choice is a bit of the
// generator, whatever the higher ones are. The fortune is the mean of those of players who each believe in a state of
// what decides these bits, and bet all they have on the bits that follow from it: the players who are left, times 2
// for each bit so far, by all of them. That is a fair game, and a fair shuffle ruins them in the first deals.
package generators

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// The numbers of items for which there are bets on generators: from fewer the choices
// tell too little.
const (
	Least = 6
	Most  = 1 << 14
)

// known are the generators that are bet on. Others are not looked for.
var known = []generator{
	additive{"glibc's rand() % k", 3, 31},
	lowest, reseeded{lowest, 0, true}, microsoft, standard, borland,
	remainder{"the upper half of Numerical Recipes' generator % k", 1664525, 1013904223, 16, false},
	java, reseeded{java, 0, true}, reseeded{java, java.a, false},
	reseeded{microsoft, 0, false}, reseeded{standard, 0, false}, reseeded{borland, 0, false},
}

var (
	lowest    = remainder{"a linear congruential generator % k", 5, 1, 0, false}
	microsoft = remainder{"Microsoft's rand() % k", 214013, 2531011, 16, false}
	standard  = remainder{"the C standard's rand() % k", 1103515245, 12345, 16, false}
	borland   = remainder{"Borland's rand() % k", 22695477, 1, 16, false}
	java      = remainder{"java.util.Random", 0x5DEECE66D, 0xB, 17, true}
)

// Names returns the names of the generators that are bet on, as findings and causes have
// them.
func Names() []string {
	var names []string
	for _, g := range known {
		names = append(names, g.String())
	}
	return names
}

// A generator shows a bit with each of its numbers.
type generator interface {
	String() string
	start(more int) sequence // of numbers, from any state, with so many more a deal than choices; nil if there is none
}

// A sequence is what the players know of the numbers so far.
type sequence interface {
	// bet returns the logarithm of what the bets on the bits pay that are seen of the next
	// numbers; −Inf if they refute all players.
	bet(seen []seenBit, numbers int) float64
}

// A seenBit is the bit that a number shows.
type seenBit struct {
	number int    // of those of the deal, from 0
	bit    uint64 // 0 or 1
	power  bool   // it is of a choice among a power of two
}

// forms are those whose choices are followed.
var forms = [...]undo.Form{undo.Backward: undo.Backward, undo.Forward: undo.Forward}

// A Player bets on all generators, until none is left that fits.
type Player struct {
	n       int
	all     []*bet
	resting bool
	left    int // bets
	undo    *undo.Undoer
	choices []int32               // of the deal
	seen    [len(forms)][]seenBit // in them
}

// A bet follows a generator through the choices of a form. Two players expect n−1 numbers a deal, and n: one more
// for the last item.
type bet struct {
	*fortune.Group
	n         int // items
	generator generator
	form      undo.Form
	sequences [2]sequence // nil if refuted
}

func newBet(n int, f undo.Form, g generator, weight float64) *bet {
	words := [...]string{undo.Backward: "from the last place to the first",
		undo.Forward: "from the first place to the last"}[f]
	about := fortune.About{From: fortune.Deal, Form: f.String(), Generator: g.String(),
		Text: fortune.Plainly("choices come from " + g.String() + ", where places are swapped " + words)}
	b := &bet{Group: fortune.NewGroup(fortune.Generator, about, weight, 1, 2), generator: g, form: f, n: n}
	b.Reset()
	return b
}

func (b *bet) Reset() {
	b.Group.Reset()
	for more := range b.sequences {
		b.sequences[more] = b.generator.start(more)
	}
}

// take bets on the bits that are seen of n−1 choices, and reports whether anything is left to bet.
func (b *bet) take(seen []seenBit) bool {
	for more, s := range b.sequences {
		if s == nil {
			continue
		}
		ln := s.bet(seen, b.n-1+more)
		if b.Wagers[more].Add(ln); math.IsInf(ln, -1) {
			b.sequences[more] = nil
		}
	}
	return b.sequences != [2]sequence{}
}

// New returns the player for deals of n items, from Least to Most, and its bets, which have that
// weight in all.
func New(n int, weight float64) (*Player, []*fortune.Group) {
	p := &Player{n: n, undo: undo.New(n), choices: make([]int32, n-1)}
	var groups []*fortune.Group
	for _, f := range forms {
		for _, g := range known {
			if r, ok := g.(reseeded); ok && !r.tells(n) {
				continue
			}
			b := newBet(n, f, g, weight/float64(len(forms)*len(known)))
			p.all, groups = append(p.all, b), append(groups, b.Group)
		}
	}
	p.left = len(p.all)
	return p, groups
}

// Rest makes nobody bet any more: after reset, what they have counts as nothing.
func (p *Player) Rest() { p.resting = true }

// Reset forgets all deals.
func (p *Player) Reset() {
	p.left = len(p.all)
	if p.resting {
		p.left = 0
	}
	for _, b := range p.all {
		if b.Reset(); p.resting {
			clear(b.Wagers)
		}
	}
}

// Bet bets on a deal, and learns from it.
func (p *Player) Bet(_ int64, deal []int32) {
	if p.left == 0 {
		return
	}
	p.undo.FromBack(deal, p.choices)
	p.seen[undo.Backward] = see(p.seen[undo.Backward], p.n, p.choices)
	p.undo.FromFront(deal, p.choices)
	p.seen[undo.Forward] = see(p.seen[undo.Forward], p.n, p.choices)
	p.left = 0
	for _, b := range p.all {
		if b.take(p.seen[b.form]) {
			p.left++
		}
	}
}

// see sets seen to the bits that the choices show: where they are among an even number.
func see(seen []seenBit, n int, choices []int32) []seenBit {
	seen = seen[:0]
	for step, c := range choices {
		if k := n - step; k%2 == 0 {
			seen = append(seen, seenBit{step, uint64(c & 1), k&(k-1) == 0})
		}
	}
	return seen
}
