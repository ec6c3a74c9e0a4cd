package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The laws of sets, against all sets.
func TestSetLaws(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for k := 1; k < n; k++ {
			half, neighbours := make([]float64, k+1), make([]float64, k+1)
			all := 0.0
			for _, d := range deals(n, k) {
				slices.Sort(d)
				low, next := 0, 0
				for i, x := range d {
					if x < n/2 {
						low++
					}
					if i > 0 && d[i-1] == x-1 {
						next++
					}
				}
				half[low]++
				neighbours[next]++
				all++
			}
			for v := range k + 1 {
				at := func(law []float64) float64 {
					if v < len(law) {
						return law[v]
					}
					return 0
				}
				if p := at(hypergeometric(n, n/2, k)); math.Abs(p-half[v]/all) > 1e-12 {
					t.Errorf("%d of %d: %d of the first half with %v, not %v", k, n, v, p, half[v]/all)
				}
				if p := at(consecutiveLaw(n, k)); math.Abs(p-neighbours[v]/all) > 1e-12 {
					t.Errorf("%d of %d: %d next to each other with %v, not %v", k, n, v, p, neighbours[v]/all)
				}
			}
		}
	}
}

// Sets of cards: after any deals, the mean of each fortune over all next hands is what it
// was.
func TestFairHands(t *testing.T) {
	hands := deals(deckItems, 2)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 2))
		x := r.IntN(deckItems)
		before := [][]int{{x, (x + 13) % deckItems}, hands[r.IntN(len(hands))], hands[r.IntN(len(hands))]}
		after := func(sequence ...[]int) (all []*group) {
			s := newSets(deckItems, 2, func(int) string { return "" })
			for _, d := range sequence {
				s.bet(0, []int32{int32(min(d[0], d[1])), int32(max(d[0], d[1]))})
				s.settle()
			}
			return s.groups()
		}
		var mean []float64
		for _, d := range hands {
			i := 0
			for _, g := range after(append(slices.Clone(before), d)...) {
				for _, v := range fortunes(g) {
					if i == len(mean) {
						mean = append(mean, 0)
					}
					mean[i] += v / float64(len(hands))
					i++
				}
			}
		}
		for _, g := range after(before...) {
			for _, v := range fortunes(g) {
				if math.Abs(mean[0]-v) > 1e-11*v {
					t.Fatalf("%s: after %v, the fortune is %v, and the mean of the next is %v", g.about.text(0), before, v, mean[0])
				}
				mean = mean[1:]
			}
		}
	}
}

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
		}, 2000, "item 7 comes too often ("},
		"ball 7 is heavy": {49, 6, func(d []int) {
			if i := slices.Index(d, 6); i >= 0 && r.IntN(3) > 0 && !slices.Contains(d, 7) {
				d[i] = 7
			}
		}, 3000, "item 7 comes too seldom ("},
		"low balls": {20, 4, func(d []int) {
			slices.Sort(d)
			if d[1] >= 10 && !slices.Contains(d, d[1]-10) {
				d[1] -= 10
			}
		}, 2000, "too many items of the first half, item 1 to item 10 ("},
		"pocket pairs": {52, 2, func(d []int) {
			if x := (d[0] + 13) % 52; r.IntN(6) == 0 {
				d[1] = x
			}
		}, 1500, "two of a hand have the same rank too often ("},
		"never suited": {52, 2, func(d []int) {
			if d[0]/13 == d[1]/13 && r.IntN(2) == 0 {
				d[1] = (d[1] + 13) % 52
			}
		}, 3000, "two of a hand have the same suit too seldom ("},
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
		}, 3000, "too few items next to each other ("},
		"seeds": {49, 6, func(d []int) {
			copy(d, rand.New(rand.NewPCG(uint64(r.IntN(4096)), 1)).Perm(49))
		}, 1000, "deals repeat"},
		"stale": {20, 4, nil, 600, "too many items of the deal before ("},
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
	defer func() {
		if e, ok := recover().(string); !ok || e != "audit: sets of 5 of 5 items" {
			t.Errorf("recovered %v", e)
		}
	}()
	New(5, Options{Unordered: true})
}
