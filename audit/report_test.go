package audit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Deals that are written in ascending order say so, before all that follows from it.
func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for name, c := range map[string]struct {
		n, k, deals int
		sorted      bool
		want        bool
	}{
		"lottery":       {49, 6, 200, true, true},
		"pairs":         {10, 2, 100, true, true},
		"in order":      {49, 6, 200, false, false},
		"one item each": {6, 1, 200, true, false},
	} {
		a := New(c.n, Options{Take: c.k})
		for range c.deals {
			d := r.Perm(c.n)[:c.k]
			if c.sorted {
				slices.Sort(d)
			}
			a.Observe(d)
		}
		report := a.Report()
		if got := len(report.Findings) > 0 && report.Findings[0].Kind == "ascending"; got != c.want {
			t.Errorf("%s: ascending is %v in %s", name, got, report)
		}
		if c.want && (len(report.Causes) > 0 || len(report.Findings) < 2 || report.Found < len(report.Findings) ||
			!strings.Contains(report.Remedy, "as sets")) {
			t.Errorf("%s: %s", name, report)
		}
	}
}

// Weak findings, of which there are thousands beside strong ones, are not counted either.
func TestFound(t *testing.T) {
	r := &Report{}
	r.list([]Finding{{Log10E: 90}, {Log10E: suspicious}, {Log10E: suspicious - 0.1}, {Log10E: -1}})
	if r.Found != 2 || len(r.Findings) != 2 {
		t.Errorf("%d are found, and %d of them listed", r.Found, len(r.Findings))
	}
}

// Odds that are high, but no alarm, are not passed over.
func TestSuspicion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	a := New(20, Options{Take: 4, Unordered: true})
	seen := 0
	for range 2000 {
		d := r.Perm(20)[:4]
		if r.IntN(3) == 0 && !slices.Contains(d, 16) {
			d[0] = 16
		}
		a.Observe(d)
		report := a.Report()
		if a.Alarm() {
			if report.Suspicion != nil {
				t.Errorf("a suspicion of %q beside an alarm", report.Suspicion.Text)
			}
			break
		}
		if want := report.Log10E >= 3; want != (report.Suspicion != nil) {
			t.Fatalf("odds of 10^%v, and the suspicion %v", report.Log10E, report.Suspicion)
		} else if want {
			seen++
			if text := report.String(); !strings.HasPrefix(report.Suspicion.Text, "item 17 comes too often: ") &&
				!strings.HasPrefix(report.Suspicion.Text, "some items come too often: ") ||
				!strings.Contains(text, "suspicion") || !strings.Contains(text, report.Suspicion.Text) ||
				report.Suspicion.Log10E > report.Log10E {
				t.Errorf("after %d deals: %s", a.Deals(), text)
			}
		}
	}
	if seen == 0 || !a.Alarm() {
		t.Errorf("%d suspicions, and the alarm is %v", seen, a.Alarm())
	}
	for _, deal := range [][]int{{0, 1, 2, 2}, {0, 1, 2, -1}} {
		a := New(20, Options{Take: 4})
		a.Observe(deal)
		if got, want := strings.Contains(a.Report().Remedy, "with replacement"), deal[3] == 2; got != want {
			t.Errorf("%v: %s", deal, a.Report().Remedy)
		}
	}
}
