package bets

import "github.com/yates-shuffle/yates/audit/internal/fortune"

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

// itComes says that something comes too often or too seldom.
func itComes(what func(row int) string) func(row int) fortune.Phrase {
	return func(row int) fortune.Phrase {
		return fortune.TooOften(what(row) + " comes")
	}
}
