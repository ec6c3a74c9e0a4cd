package audit

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Draws that are put back, each as likely as the others, but not whatever came before.
// The seeds are fixed.
func TestRelations(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for name, c := range map[string]struct {
		n, deals int
		next     func(before int) int
		want     string
	}{
		"fair":             {37, 3000, func(int) int { return r.IntN(37) }, ""},
		"odd after even":   {36, 400, func(x int) int { return 2*r.IntN(18) + (x+1)%2 }, "odd or even depends"},
		"of an odd number": {37, 400, func(x int) int { return 2*r.IntN(19-(x+1)%2) + (x+1)%2 }, "odd or even depends"},
		"halves in turn":   {10, 400, func(x int) int { return (x/5+1)%2*5 + r.IntN(5) }, "first half depends"},
		"near": {100, 400, func(x int) int {
			return min(max(x+r.IntN(25)-12, 0), 99)
		}, "favourite distances"},
		"never again": {37, 1500, func(x int) int {
			return (x + 1 + r.IntN(36)) % 37
		}, "the same item comes again at once too seldom"},
		"again": {1000, 300, func(x int) int {
			return []int{x, r.IntN(1000)}[min(r.IntN(10), 1)]
		}, "the same item comes again at once too often"},
		"classes": {6, 400, func(x int) int {
			return []int{0, 3, 4, 1, 2, 5}[([]int{0, 1, 1, 0, 0, 1}[x]+r.IntN(10)/9)%2*3+r.IntN(3)]
		}, "which item comes depends"},
		"copied":         {6, 3000, copied(r), "the item of 50 draws before comes again too often"},
		"forced to come": {10, 9000, forced(r), "whether item 4 comes depends on how long it has not come"},
	} {
		a := New(c.n, Options{Take: 1})
		x := 0
		for range c.deals {
			x = c.next(x)
			a.Observe([]int{x})
		}
		report := a.Report()
		if (c.want == "") != (report.Verdict == NothingFound) || !strings.Contains(report.String(), c.want) {
			t.Errorf("%s: want %q in %s", name, c.want, report)
		}
	}
}

// Draws of which one item is likelier do not depend on each other, however long the audit runs.
func TestUneven(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for _, chance := range []int{12, 30} {
		a := New(37, Options{Take: 1})
		for range 3000 {
			x := r.IntN(37)
			if r.IntN(chance) == 0 {
				x = 0
			}
			a.Observe([]int{x})
		}
		report := a.Report()
		if report.Verdict != Biased || !strings.HasPrefix(report.Findings[0].Text, "item 1 comes too often") {
			t.Errorf("%s", report)
		}
		for _, f := range report.Findings {
			if f.From == FromChange {
				t.Errorf("1 of %d: %+v", chance, f)
			}
		}
	}
}

// copied returns rolls of a die of which one in ten is that of 50 before.
func copied(r *rand.Rand) func(int) int {
	var all []int
	return func(int) int {
		x := r.IntN(6)
		if len(all) >= 50 && r.IntN(10) == 0 {
			x = all[len(all)-50]
		}
		all = append(all, x)
		return x
	}
}

// forced returns draws of one of ten, the fourth of which comes after 30 misses.
func forced(r *rand.Rand) func(int) int {
	gap := 0
	return func(int) int {
		x := r.IntN(10)
		if gap == 30 {
			x = 3
		}
		if gap++; x == 3 {
			gap = 0
		}
		return x
	}
}

// Single draws are enough if they would show an item that comes twice as often: as many as are said to be needed do.
func TestTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 5))
	audited := func(draws int64, item func() int) *Report {
		a := New(6, Options{Take: 1})
		for range draws {
			a.Observe([]int{item()})
		}
		return a.Conclude()
	}
	fair := audited(100, func() int { return r.IntN(6) })
	needed := fair.Needed()
	if fair.Verdict != TooFew || needed > 4000 {
		t.Fatalf("%s: %d", fair, needed)
	}
	if more := audited(needed, func() int { return r.IntN(6) }); more.Verdict != NothingFound {
		t.Errorf("%s", more)
	}
	missed := 0
	for range 20 {
		if report := audited(needed, func() int { return (r.IntN(3) + 2) / 3 * (1 + r.IntN(5)) }); report.Verdict != Biased {
			missed++
		}
	}
	if missed > 1 {
		t.Errorf("%d of 20 are missed", missed)
	}
}
