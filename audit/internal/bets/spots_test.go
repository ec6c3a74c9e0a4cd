package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Spots have what players have who bet on one deal after the other.
func TestSpots(t *testing.T) {
	for _, c := range []struct{ rows, deals int }{{1, 300}, {40, 2000}, {900, 500}, {5, 70000}} {
		r := rand.New(rand.NewPCG(uint64(c.rows), 4))
		const p = 0.03
		times, deals := make([]int64, c.rows), 0.0
		s := newSpots(fortune.Item, fortune.About{}, 1, c.rows, p, func() float64 { return deals },
			func(row int) int64 { return times[row] })
		slow := make([][len(spotStrengths)]float64, c.rows)
		for ; deals < float64(c.deals); deals++ {
			for row := range slow {
				happens, law, count := r.Float64() < p*float64(1+row%2), 1-p, deals-float64(times[row])
				if happens {
					law, count = p, float64(times[row])
					times[row]++
				}
				for i, strength := range spotStrengths {
					slow[row][i] += math.Log((count/law + strength/p) / (deals + strength/p))
				}
			}
		}
		s.count()
		for row := range slow {
			for i, want := range slow[row] {
				if got := s.Wagers[row*len(spotStrengths)+i].Ln(); !same(got, want) {
					t.Errorf("%+v: player %d of row %d has %v, not %v", c, i, row, got, want)
				}
			}
		}
	}
}

// Pairs are counted as one after the other would be.
func TestPairs(t *testing.T) {
	for _, n := range []int{7, 52, mostPairs} {
		r := rand.New(rand.NewPCG(uint64(n), 5))
		p := newPairs(n)
		times := p.spots(1, func(int) string { return "" })[0].(*table).spots.times
		for range 2 {
			before := make([][mostPairs]int64, n)
			for d := range 1300 { // more than twice 255 are counted
				deal := dealt(r, n, n)
				if d%3 > 0 {
					slices.Sort(deal)
				}
				p.Bet(int64(d), deal)
				if d%2 == 0 {
					for i, y := range deal {
						for _, x := range deal[:i] {
							before[y][x]++
						}
					}
				}
				if d%100 != 99 {
					continue
				}
				for row := range n * (n - 1) / 2 {
					if x, y := p.of(row); times(row) != before[y][x] {
						t.Fatalf("after %d deals of %d, %d came %d times before %d, not %d", d+1, n, x,
							times(row), y, before[y][x])
					}
				}
			}
			p.Reset()
		}
	}
}
