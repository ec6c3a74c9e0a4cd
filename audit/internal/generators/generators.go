// Package generators bets that the choices of a shuffle come from a generator that is known, mostly a linear
// congruential one,
//
//	s = (a·s + c) mod m,
//
// with well-known constants, started once in any state. The fortune is the mean of those
// of m players, one for each state, who bet all they have on the choices that follow from
// it: the players who are left, times the product of the k so far, by m. That is a fair
// game, and a fair shuffle ruins all of them in the first deals. (Generators of 48 bits,
// such as drand48, are left out: many languages shuffle with them, and hardly anybody
// would call that biased.)
package generators

import (
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// The numbers of items for which there are bets on generators: from fewer the choices
// tell too little.
const (
	Least = 6
	Most  = 1 << 14
)

// generatorForms are the forms whose choices are followed.
var generatorForms = [2]undo.Form{undo.Backward, undo.Forward}

// Names returns the names of the generators that are bet on, as findings and causes have
// them. Others are not looked for.
func Names() []string {
	names := []string{glibc.name}
	for _, r := range remainders {
		names = append(names, r.name)
	}
	for _, f := range fractionGenerators {
		names = append(names, f.scaled())
	}
	return names
}

// A Player bets on all generators, until none is left that fits.
type Player struct {
	all     []generatorBet
	left    []generatorBet // which still bet
	groups  []*fortune.Group
	resting bool
	undo    *undo.Undoer
	choices [undo.Forms][]int32 // of the deal
}

// A generatorBet follows one of them through the choices of a form.
type generatorBet interface {
	from() undo.Form
	Bet(choices []int32)
	playing() bool // reports whether anything is left to bet
	Reset()
}

// New returns the player for deals of n items, from Least to Most, and its bets, which have that
// weight in all.
func New(n int, weight float64) (*Player, []*fortune.Group) {
	b := &Player{undo: undo.New(n)}
	weight /= float64(len(generatorForms) * (len(remainders) + len(fractionGenerators) + 1))
	var groups []*fortune.Group
	for _, f := range generatorForms {
		b.choices[f] = make([]int32, n-1)
		bet := newAdditiveBet(n, f, glibc, weight)
		b.all, groups = append(b.all, bet), append(groups, bet.Group)
		for _, r := range remainders {
			bet := newRemainderBet(n, f, r, weight)
			b.all, groups = append(b.all, bet), append(groups, bet.Group)
		}
		for _, g := range fractionGenerators {
			bet := newFractionBet(n, f, g, weight)
			b.all, groups = append(b.all, bet), append(groups, bet.Group)
		}
	}
	b.groups = groups
	b.Reset()
	return b, groups
}

// Rest makes nobody bet any more: after reset, what they have counts as nothing.
func (b *Player) Rest() { b.resting = true }

// Reset forgets all deals.
func (b *Player) Reset() {
	if b.resting {
		b.left = nil
		for _, g := range b.groups {
			clear(g.Wagers)
		}
		return
	}
	for _, bet := range b.all {
		bet.Reset()
	}
	b.left = append(b.left[:0], b.all...)
}

// Bet bets on a deal, and learns from it.
func (b *Player) Bet(_ int64, deal []int32) {
	if len(b.left) == 0 {
		return
	}
	b.undo.FromBack(deal, b.choices[undo.Backward])
	b.undo.FromFront(deal, b.choices[undo.Forward])
	left := b.left[:0]
	for _, bet := range b.left {
		bet.Bet(b.choices[bet.from()])
		if bet.playing() {
			left = append(left, bet)
		}
	}
	b.left = left
}
