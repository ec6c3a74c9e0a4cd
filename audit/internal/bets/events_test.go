package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A table of events has to the last bit what one of outcomes has, with narrow counts and wide
// ones, after a reset as well.
func TestEvents(t *testing.T) {
	for _, c := range []struct{ rows, deals int }{{1, 300}, {40, 2000}, {900, 500}, {5, 70000}} {
		r := rand.New(rand.NewPCG(uint64(c.rows), 4))
		const p = 0.03
		laws := make([][]float64, c.rows)
		for row := range laws {
			laws[row] = []float64{1 - p, p}
		}
		fast, slow := newEventTable(fortune.About{}, 1, c.rows, p), newTable("item", fortune.About{}, 1, laws)
		for range 2 {
			settled := 0
			for d := range c.deals {
				happens := []int32{}
				outcomes := make([]int32, c.rows)
				for row := range outcomes {
					if r.Float64() < p*float64(1+row%2) {
						happens, outcomes[row] = append(happens, int32(row)), 1
					}
				}
				fast.outcomes, slow.outcomes = happens, outcomes
				fast.note()
				slow.note()
				if d == c.deals-1 || r.IntN(20) == 0 {
					fast.settle(float64(settled))
					slow.settle(float64(settled))
					settled = d + 1
				}
			}
			if !slices.Equal(fast.Wagers, slow.Wagers) {
				t.Fatalf("%+v: %v, not %v", c, fast.Wagers, slow.Wagers)
			}
			for row := range laws {
				for x := range 2 {
					if fast.count(row, x) != slow.count(row, x) {
						t.Errorf("%+v: row %d had the outcome %d %d times, not %d", c, row, x, fast.count(row, x),
							slow.count(row, x))
					}
				}
			}
			if c.deals > math.MaxUint16 && fast.cells.wide == nil {
				t.Errorf("the counts of %d deals are narrow", c.deals)
			}
			for _, table := range []*table{fast, slow} {
				table.note() // which is forgotten
				table.Reset()
				table.Group.Reset()
			}
		}
	}
}

// Pairs are counted as one after the other would be.
func TestPairs(t *testing.T) {
	for _, n := range []int{7, 52, mostPairs} {
		r := rand.New(rand.NewPCG(uint64(n), 5))
		p := newPairs(n)
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
					if x, y := p.of(row); p.timesBefore(row) != before[y][x] {
						t.Fatalf("after %d deals of %d, %d came %d times before %d, not %d", d+1, n, x,
							p.timesBefore(row), y, before[y][x])
					}
				}
			}
			p.Reset()
		}
	}
}
