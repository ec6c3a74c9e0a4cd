package bets

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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
