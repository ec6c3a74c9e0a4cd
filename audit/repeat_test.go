package audit

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// This file compares what is fast with what is obviously right.

// Repeats are reported with the first deal that had the same.
func TestEarlierDeals(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for _, c := range []struct{ n, k, deals int }{{4, 4, 200}, {6, 6, 3000}, {30, 30, 60}, {30, 12, 60}} {
		a := New(c.n, Options{Take: c.k})
		pool := make([][]int, 40)
		for i := range pool {
			pool[i] = r.Perm(c.n)[:c.k]
		}
		var seen [][]int
		var want []Repeat
		for d := range c.deals {
			deal := pool[r.IntN(len(pool))]
			for e, earlier := range seen {
				if slices.Equal(earlier, deal) {
					want = append(want, Repeat{int64(d + 1), int64(e + 1), 0, c.k, deal})
					break
				}
			}
			seen = append(seen, deal)
			a.Observe(deal)
		}
		report := a.Report()
		got := slices.DeleteFunc(slices.Clone(report.Repeats), func(r Repeat) bool { return r.To-r.From < c.k })
		if report.Repeated != int64(len(want)) {
			t.Errorf("%d of %d: %d deals repeat, not %d", c.k, c.n, report.Repeated, len(want))
		}
		if want = want[:8]; !slices.EqualFunc(got, want, func(a, b Repeat) bool {
			return a.Deal == b.Deal && a.Earlier == b.Earlier && a.From == b.From && a.To == b.To &&
				slices.Equal(a.Items, b.Items)
		}) {
			t.Errorf("%d of %d: %+v, want %+v", c.k, c.n, got, want)
		}
		for _, e := range report.Repeats {
			if !slices.Equal(seen[e.Deal-1][e.From:e.To], seen[e.Earlier-1][e.From:e.To]) {
				t.Errorf("%d of %d: %+v is no repeat", c.k, c.n, e)
			}
		}
	}
}
