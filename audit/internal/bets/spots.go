package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A tally is a bet whose fortune follows from how often things have happened. It costs
// nothing until somebody looks, and then it is computed from the counts. So the alarm
// looks at tallies less often than at other bets, and takes them for nothing in
// between, which is never too much.
type tally interface {
	bet
	count() // computes the fortunes
}

// Spots are many things that each happen in a deal with the probability p, or do not: that an
// item comes, that two are neighbours. The players of a spot bet on that alone, as a [table] with
// two outcomes does: after c of t deals their fortunes are
//
//	r(a·p, c)·r(a·(1−p), t−c) / r(a, t),   r(x, n) = x·(x+1)⋯(x+n−1) / xⁿ,
//
// whatever the order of the deals. So they are computed when somebody looks, once for all spots
// that came as often.
type spots struct {
	*fortune.Group
	p     float64
	deals func() float64
	times func(row int) int64 // how often it has happened in them
}

// spotStrengths are the strengths a·p of the priors.
var spotStrengths = [2]float64{1, 16}

func newSpots(kind fortune.Kind, about fortune.About, weight float64, rows int, p float64, deals func() float64,
	times func(row int) int64) *spots {
	s := &spots{p: p, deals: deals, times: times}
	about.Found = func(row int) string {
		return s.About.Toward(row, s.excess(row)) + ":"
	}
	about.Size = func(row int) *fortune.Size { return shareOf(float64(times(row)), deals(), deals()*p, rows) }
	s.Group = fortune.NewGroup(kind, about, weight, rows, len(spotStrengths))
	return s
}

// comes says that something comes too often or too seldom.
func comes(what func(row int) string) func(row int) fortune.Phrase {
	return func(row int) fortune.Phrase {
		return fortune.Phrase{Before: what(row) + " comes ", Scale: fortune.Often}
	}
}

func (s *spots) count() {
	deals, p, q := s.deals(), s.p, 1-s.p
	var all [len(spotStrengths)]float64
	for i, strength := range spotStrengths {
		all[i] = laws.Rise(strength/p, deals)
	}
	var known [1 << 8]struct { // by the times, as far as there is room
		counted int64 // the times, plus 1
		wagers  [len(spotStrengths)]fortune.Wager
	}
	for row := range s.Rows() {
		times := s.times(row)
		k := &known[times&int64(len(known)-1)]
		if k.counted != times+1 {
			k.counted = times + 1
			for i, strength := range spotStrengths {
				c := float64(times)
				k.wagers[i] = fortune.Begin
				k.wagers[i].Add(laws.Rise(strength, c) + laws.Rise(strength/p*q, deals-c) - all[i])
			}
		}
		copy(s.Wagers[row*len(spotStrengths):], k.wagers[:])
	}
}

// excess returns by how many standard errors a spot has come too often.
func (s *spots) excess(row int) float64 {
	fair := s.deals() * s.p
	return (float64(s.times(row)) - fair) / math.Sqrt(fair*(1-s.p))
}
