package audit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Deals in ascending order are fair if their order means nothing, and biased sets are
// found. The seeds are fixed.
func TestUnordered(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	for name, c := range map[string]struct {
		n, k  int
		draw  func(d []int) // changes a fair draw
		deals int
		want  string
	}{
		"lottery": {49, 6, func([]int) {}, 3000, ""},
		"hands":   {52, 2, func([]int) {}, 3000, ""},
		"many":    {1000, 3, func([]int) {}, 500, ""},
		"ball 7 is light": {49, 6, func(d []int) {
			if r.IntN(4) == 0 && !slices.Contains(d, 6) {
				d[0] = 6
			}
		}, 2000, "item 7 comes too often: "},
		"ball 7 is heavy": {49, 6, func(d []int) {
			if i := slices.Index(d, 6); i >= 0 && r.IntN(3) > 0 && !slices.Contains(d, 7) {
				d[i] = 7
			}
		}, 3000, "item 7 comes too seldom: "},
		"low balls": {20, 4, func(d []int) {
			slices.Sort(d)
			if d[1] >= 10 && !slices.Contains(d, d[1]-10) {
				d[1] -= 10
			}
		}, 2000, "too many items of the first half, item 1 to item 10: "},
		"pocket pairs": {52, 2, func(d []int) {
			if x := (d[0] + 13) % 52; r.IntN(6) == 0 {
				d[1] = x
			}
		}, 1500, "too many pairs of one remainder by 13 in a hand: "},
		"never suited": {52, 2, func(d []int) {
			if d[0]/13 == d[1]/13 && r.IntN(2) == 0 {
				d[1] = (d[1] + 13) % 52
			}
		}, 3000, "too few pairs of one quarter (1 to 13, 14 to 26, 27 to 39, 40 to 52) in a hand: "},
		"a pair": {52, 5, func(d []int) {
			if i := slices.Index(d, 10); i >= 0 && !slices.Contains(d, 20) {
				d[(i+1)%len(d)] = 20
			}
		}, 3000, "item 11 and item 21 come together"},
		"no neighbours": {20, 4, func(d []int) {
			slices.Sort(d)
			for i := range d[1:] {
				if d[i+1] == d[i]+1 {
					for j, x := range r.Perm(20)[:4] {
						d[j] = x
					}
				}
			}
		}, 3000, "too few items next to each other: "},
		"seeds": {49, 6, func(d []int) {
			copy(d, rand.New(rand.NewPCG(uint64(r.IntN(4096)), 1)).Perm(49))
		}, 1000, "deals repeat"},
		"stale": {20, 4, nil, 600, "too many items of the deal before: "},
	} {
		a := New(c.n, Options{Take: c.k, Unordered: true})
		d := r.Perm(c.n)[:c.k]
		for range c.deals {
			if c.draw != nil {
				d = r.Perm(c.n)[:c.k]
				c.draw(d)
			} else if r.IntN(3) > 0 {
				d = r.Perm(c.n)[:c.k]
			}
			slices.Sort(d)
			if err := a.Observe(d); err != nil {
				t.Fatal(name, err)
			}
		}
		report := a.Report()
		if (c.want == "") != (report.Verdict == NothingFound) || !strings.Contains(report.String(), c.want) {
			t.Errorf("%s: want %q in %s", name, c.want, report)
		}
	}
}
