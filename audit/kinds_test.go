package audit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Several decks, with random numbers: fair ones pass, and those from few seeds or with a
// card that sticks are found. The seeds are fixed.
func TestDecks(t *testing.T) {
	kinds := make([]int, 2*52)
	var names []string
	for x := range kinds {
		kinds[x] = x % 52
		names = append(names, "card "+string(rune('A'+x%52)))
	}
	r := rand.New(rand.NewPCG(1, 11))
	for name, c := range map[string]struct {
		o     Options
		deal  func(d []int)
		deals int
		want  string
	}{
		"fair":      {Options{}, func([]int) {}, 300, ""},
		"fair hand": {Options{Take: 2}, func([]int) {}, 2000, ""},
		"fair sets": {Options{Take: 2, Unordered: true}, func([]int) {}, 2000, ""},
		"seeds": {Options{}, func(d []int) {
			copy(d, rand.New(rand.NewPCG(uint64(r.IntN(256)), 1)).Perm(104))
		}, 300, "deals repeat"},
		"ace first": {Options{}, func(d []int) {
			if i := slices.Index(d, 0); r.IntN(3) == 0 {
				d[0], d[i] = d[i], d[0]
			}
		}, 300, "card A"},
	} {
		c.o.Kinds, c.o.Names = kinds, names
		a := New(104, c.o)
		for range c.deals {
			d := r.Perm(104)
			c.deal(d)
			a.number(d, r)
			if err := a.Observe(d[:a.k]); err != nil {
				t.Fatal(name, err)
			}
		}
		if report := a.Report(); (c.want == "") == report.Verdict.Alarm() ||
			!strings.Contains(report.String(), c.want) {
			t.Errorf("%s: want %q in %s", name, c.want, report)
		}
	}
	a := New(104, Options{Kinds: kinds})
	for range 60 {
		d := r.Perm(104)
		a.Observe(d)
	}
	for _, p := range a.Power() {
		if p.Suspect == "seed-8" && (p.Needed > 100 || !p.Found) {
			t.Errorf("few seeds would be found by %d deals", p.Needed)
		}
		if p.Suspect == "sattolo" && p.Found {
			t.Errorf("sattolo would be found by %d deals, as if the cards had numbers", p.Needed)
		}
	}
}

// number numbers the items of each kind at random, as the caller does with deals.
func (a *Auditor) number(deal []int, r *rand.Rand) {
	if a.options.Kinds == nil {
		return
	}
	items := make([][]int, a.n) // of a kind
	for x, kind := range a.options.Kinds {
		items[kind] = append(items[kind], x)
	}
	number := make([]int, a.n)
	for _, of := range items {
		for i, j := range r.Perm(len(of)) {
			number[of[i]] = of[j]
		}
	}
	for i, x := range deal {
		if x >= 0 && x < a.n {
			deal[i] = number[x]
		}
	}
}
