package audit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// effects returns what the learners would have found by now.
func effects(a *Auditor) map[*fortune.Group]*Effect {
	all := make(map[*fortune.Group]*Effect)
	for _, l := range a.book.Learners() {
		if e := effectOf(l, a.options.Alpha); e != nil {
			all[l.Group] = e
		}
	}
	return all
}

// A bias of the stated effect is found in at least 95 of 100 audits. The seeds are fixed;
// audits of a bias that is found with 95% would fail 3 of 10 in one of 90 runs of others.
func TestEffects(t *testing.T) {
	audits := 10
	if testing.Short() {
		audits = 5
	}
	// toFront puts item 0 to place 0 with a probability.
	toFront := func(d []int, r *rand.Rand, p float64) {
		n := len(d)
		d[0], d[slices.Index(d, 0)] = 0, d[0]
		if r.Float64() >= p {
			j := 1 + r.IntN(n-1)
			d[0], d[j] = d[j], d[0]
		}
	}
	for name, c := range map[string]struct {
		n, deals int
		o        Options
		bet      string
		bias     func(d []int, r *rand.Rand, p float64)
	}{
		"place of 6":  {6, 3000, Options{}, "place 1 has favourite items", toFront},
		"place of 20": {20, 1000, Options{}, "place 1 has favourite items", toFront},
		"order": {5, 4000, Options{}, "the order 1, 2, 3, 4, 5 comes too often or too seldom",
			func(d []int, r *rand.Rand, p float64) {
				sorted := r.Float64() < p
				for slices.IsSorted(d) != sorted {
					if slices.Sort(d); !sorted {
						r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
					}
				}
			}},
		"neighbours": {10, 3000, Options{}, "item 1 and item 2 are too often or too seldom neighbours",
			func(d []int, r *rand.Rand, p float64) {
				next := r.Float64() < p
				for near := func() bool {
					x := slices.Index(d, 0) - slices.Index(d, 1)
					return x*x == 1
				}; near() != next; {
					r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
				}
			}},
		"lottery": {49, 1500, Options{Take: 6, Unordered: true}, "item 1 comes too often or too seldom",
			func(d []int, r *rand.Rand, p float64) {
				in := r.Float64() < p
				for (slices.Index(d, 0) < 6) != in {
					r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
				}
			}},
	} {
		fair := New(c.n, c.o)
		r := rand.New(rand.NewPCG(1, 9))
		for range c.deals {
			fair.Observe(r.Perm(c.n)[:fair.k])
		}
		var e *Effect
		for g, effect := range effects(fair) {
			if g.About.Words(0) == c.bet && g.About.From == "deal" && effect.Times < 9 {
				e = effect
			}
		}
		if e == nil {
			t.Errorf("%s: there is no effect", name)
			continue
		}
		a, found := fair, 0
		for range audits {
			a.reset()
			for d := 0; d < c.deals && !a.alarm(); d++ {
				d := r.Perm(c.n)
				c.bias(d, r, e.Fair*e.Times)
				a.Observe(d[:a.k])
			}
			if a.Report().Verdict.Alarm() {
				found++
			}
		}
		t.Logf("%s: %s comes %.3f times as often: found in %d of %d audits", name, e.Of, e.Times, found, audits)
		if float64(found) < 0.9*float64(audits)-1 {
			t.Errorf("%s: %.3f times as often is found in %d of %d audits", name, e.Times, found, audits)
		}
	}
}

// All learners of outcomes that are as likely as each other have an effect after enough deals, and none after one.
func TestAllEffects(t *testing.T) {
	for _, c := range []struct {
		n int
		o Options
	}{{6, Options{}}, {20, Options{}}, {49, Options{Take: 6, Unordered: true}}, {10, Options{Take: 3}}} {
		a := New(c.n, c.o)
		r := rand.New(rand.NewPCG(1, 10))
		for i := range 3000 {
			a.Observe(r.Perm(c.n)[:a.k])
			if i == 0 && len(effects(a)) > 0 {
				t.Errorf("one deal of %d of %d would show %v", a.k, c.n, effects(a))
			}
		}
		effects := effects(a)
		for _, g := range a.book.Groups {
			e := effects[g]
			if slices.Contains([]Kind{KindPlace, KindItem, KindStep, KindOrders}, Kind(g.Kind)) &&
				!strings.Contains(g.About.Words(0), "repeat") && e == nil {
				t.Errorf("%d of %d: no effect of %q", a.k, c.n, g.About.Words(0))
			}
			if e != nil && (e.Times <= 1 || e.Fair*e.Times > 1) {
				t.Errorf("%d of %d: the effect of %q is %+v", a.k, c.n, g.About.Text(0), e)
			}
		}
	}
}
