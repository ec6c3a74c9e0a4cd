package bets

import "github.com/yates-shuffle/yates/audit/internal/fortune"

// A tally is a bet whose fortune follows from how often things have happened. It costs
// nothing until somebody looks, and then it is computed from the counts. So the alarm
// looks at tallies less often than at other bets, and takes them for nothing in
// between, which is never too much.
type tally interface {
	bet
	count() // computes the fortunes
}

// Spots say how often things have happened that each happen in a deal, or do not: that an item comes, that two are
// neighbours. A [table] bets on them, each with a row of two outcomes, that it does not happen and that it does.
type spots struct {
	deals func() float64
	times func(row int) int64 // how often it has happened in them
}

// spotStrengths are the strengths of the priors of a thing that happens with the probability p, times p.
var spotStrengths = [learners]float64{1, 16}

// newSpots returns the table of so many things that each happen with the probability p.
func newSpots(kind fortune.Kind, about fortune.About, weight float64, rows int, p float64, deals func() float64,
	times func(row int) int64) *table {
	t := newTableOf(kind, about, weight, rows)
	t.spots = &spots{deals, times}
	for i, strength := range spotStrengths {
		t.spotPriors[i] = strength / p
	}
	t.chance = []chance{newChance(1-p, t.spotPriors), newChance(p, t.spotPriors)}
	return t
}

// comes says that something comes too often or too seldom.
func comes(what func(row int) string) func(row int) fortune.Phrase {
	return func(row int) fortune.Phrase {
		return fortune.Phrase{Before: what(row) + " comes ", Scale: fortune.Often}
	}
}
