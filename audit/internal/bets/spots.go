package bets

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

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
	priors := spotStrengths
	for i := range priors {
		priors[i] /= p
	}
	t.spots, t.cells = &spots{deals, times}, make([]uint32, 2*rows)
	t.chance, t.of = []chance{newChance(1-p, priors), newChance(p, priors)}, slices.Repeat([]int32{0, 1}, rows)
	for row := range rows + 1 {
		t.start = append(t.start, 2*row)
	}
	return t
}

// fill sets the cells of the table of the spots.
func (s *spots) fill(t *table) {
	t.deals = s.deals()
	for row := range t.Rows() {
		times := s.times(row)
		t.cells[2*row] = uint32(min(int64(t.deals)-times, math.MaxUint32))
		t.cells[2*row+1] = uint32(min(times, math.MaxUint32))
	}
}

// itComes says that something comes too often or too seldom.
func itComes(what func(row int) string) func(row int) fortune.Phrase {
	return func(row int) fortune.Phrase {
		return fortune.TooOften(what(row) + " comes")
	}
}
