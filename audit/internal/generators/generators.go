// Package generators bets that the choices of a shuffle are remainders of the numbers of a generator that is known,
// started once in any state. If the number k of choices is even, the lowest bit of the choice is a bit of the
// generator, whatever the higher ones are. The fortune is the mean of those of players who each believe in a state of
// what decides these bits, and bet all they have on the bits that follow from it: the players who are left, times 2
// for each bit so far, by all of them. That is a fair game, and a fair shuffle ruins them in the first deals.
package generators

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// The numbers of items for which there are bets on generators: from fewer the choices tell too little.
const (
	Least = 6
	Most  = 1 << 14
)

// known are the generators that are bet on. Others are not looked for.
var known = []generator{
	additive{"glibc's rand() % k", 3, 31},
	congruence{name: "a linear congruential generator % k", a: 5, c: 1},
	congruence{name: "a linear congruential generator % k", a: 5, c: 1, started: anew},
	congruence{name: "Microsoft's rand() % k", a: 214013, c: 2531011, shift: 16},
	congruence{name: "Microsoft's rand() % k", a: 214013, c: 2531011, shift: 16, started: inTurn},
	congruence{name: "the C standard's rand() % k", a: 1103515245, c: 12345, shift: 16},
	congruence{name: "java.util.Random", a: javas, c: 11, shift: 17, scaled: true},
	congruence{name: "java.util.Random", a: javas, c: 11, shift: 17, scaled: true, started: inTurn, flipped: javas},
	congruence{name: "java.util.Random", a: javas, c: 11, shift: 17, scaled: true, started: anew},
}

const javas = 0x5DEECE66D // multiplier, by which java.util.Random also flips its seed

// Names returns the names of the generators that are bet on, as findings and causes have them.
func Names() []string {
	var names []string
	for _, g := range known {
		if !slices.Contains(names, g.String()) {
			names = append(names, g.String())
		}
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

// forms are those whose choices are followed, in words.
var forms = [...]string{undo.Backward: "places are swapped from the last to the first",
	undo.Forward:   "places are swapped from the first to the last",
	undo.InsideOut: "items are put in one by one"}

// A Player bets on all generators, until none is left that fits.
type Player struct {
	n       int
	all     []*bet
	resting bool
	left    int // bets
	undo    *undo.Undoer
	choices []int32               // of the deal
	inverse []int32               // of it
	seen    [len(forms)][]seenBit // in them

	// Choices among an odd number, and how many more of them were even than is fair.
	odd, tilt [len(forms)]float64
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
	about := fortune.About{From: fortune.Deal, Form: f.String(), Generator: g.String(),
		Text: fortune.Plainly("choices are like those of " + g.String() + ", where " + forms[f])}
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

// New returns the player for deals of n items, from Least to Most, and its bets, which have that weight in all.
func New(n int, weight float64) (*Player, []*fortune.Group) {
	p := &Player{n: n, undo: undo.New(n), choices: make([]int32, n-1), inverse: make([]int32, n)}
	var groups []*fortune.Group
	for f := range forms {
		for _, g := range known {
			if g, ok := g.(congruence); ok && !g.tells(n, undo.Form(f)) {
				continue
			}
			b := newBet(n, undo.Form(f), g, weight/float64(len(forms)*len(known)))
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
	p.odd, p.tilt = [len(forms)]float64{}, [len(forms)]float64{}
	if p.left = len(p.all); p.resting {
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
	for i, x := range deal {
		p.inverse[x] = int32(i)
	}
	for f := range forms {
		if p.undo.Choices(undo.Form(f), deal, p.inverse, p.choices); undo.Form(f) == undo.InsideOut {
			slices.Reverse(p.choices) // the last item is put in last
		}
		p.seen[f] = see(p.seen[f], undo.Form(f), p.choices)
		for number, c := range p.choices {
			if k := among(undo.Form(f), number, p.n); k%2 != 0 {
				p.odd[f]++
				p.tilt[f] += 1 - float64(c&1) - float64(k+1)/float64(2*k)
			}
		}
	}
	p.left = 0
	for _, b := range p.all {
		if b.take(p.seen[b.form]) {
			p.left++
		}
	}
}

// among returns among how many a choice is that is made by that number, from 0.
func among(f undo.Form, number, n int) int {
	if f == undo.InsideOut {
		return number + 2
	}
	return n - number
}

// Explains reports whether choices of the form of a bet are as often odd as even among an odd number, on which nobody
// bets: a generator leaves them so, but not a shuffle that favours odd or even places.
func (p *Player) Explains(g *fortune.Group) bool {
	return !slices.ContainsFunc(p.all, func(b *bet) bool {
		return b.Group == g && math.Abs(p.tilt[b.form]) > p.odd[b.form]/4
	})
}

// see sets seen to the bits that the choices of a form show, in the order in which they are made: where they are among
// an even number.
func see(seen []seenBit, f undo.Form, choices []int32) []seenBit {
	seen = seen[:0]
	for number, c := range choices {
		if k := among(f, number, len(choices)+1); k%2 == 0 {
			seen = append(seen, seenBit{number, uint64(c & 1), k&(k-1) == 0})
		}
	}
	return seen
}
