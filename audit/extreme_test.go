package audit_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A strong bias that comes late, or goes on for long, is beyond float64, and must
// be seen.
func TestExtremes(t *testing.T) {
	for name, late := range map[string]func(r *rand.Rand) []int{
		"one order":  func(*rand.Rand) []int { return []int{2, 0, 4, 1, 5, 3} },
		"two orders": func(r *rand.Rand) []int { return [][]int{{2, 0, 4, 1, 5, 3}, {1, 0, 2, 5, 4, 3}}[r.IntN(2)] },
	} {
		a := audit.New(6, audit.Options{Remember: 1000})
		for seed := range uint64(3) {
			a.Reset()
			r := rand.New(rand.NewPCG(33, seed))
			for range 7_000 {
				a.Observe(r.Perm(6))
			}
			for range 5_000 {
				a.Observe(late(r))
			}
			if r := a.Report(); r.Verdict != audit.Biased || !(r.Log10E > 6) {
				t.Errorf("%s, seed %d: %s, log10 E = %v after %d deals", name, seed, r.Verdict, r.Log10E, r.Deals)
			}
		}
	}
	for _, s := range []suspects.Suspect{museum.Suspect("sattolo"), museum.Suspect("skip-first"), museum.Suspect("skip-last"),
		museum.Suspect("sort-tim")} {
		for n := 3; n <= 6; n++ {
			a := audit.New(n, audit.Options{Remember: 1000})
			observe(a, n, n, 50_000, 1, s.Shuffle)
			report := a.Report()
			if _, err := json.Marshal(report); err != nil || !(report.BestLog10E > 6) {
				t.Errorf("%s of %d: best %v, %v", s.Name, n, report.BestLog10E, err)
			}
		}
	}
}

// No shuffle at all is seen at any size.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and has no goroutines of its own")
	}
	for _, n := range []int{300, 60_000, 1 << 21} {
		if n > 1<<20 && testing.Short() {
			continue // seconds
		}
		a := audit.New(n, audit.Options{})
		deal := make([]int, n)
		for i := range deal {
			deal[i] = i
		}
		for range 4 {
			a.Observe(deal)
		}
		if !a.Alarm() || math.IsNaN(a.LogE()) {
			t.Errorf("the identity of %d items: alarm %v, ln E = %v", n, a.Alarm(), a.LogE())
		}
	}
}

// The evidence over the deals has the alarm, and ends with the last deal.
func TestCourse(t *testing.T) {
	a := audit.New(5, audit.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for alarm := int64(0); a.Deals() < 40_000 && (alarm == 0 || a.Deals() < alarm+5); {
		deal := []int{0, 1, 2, 3, 4}
		suspects.Riffle(6).Shuffle(deal, r.IntN)
		a.Observe(deal)
		if a.Alarm() && alarm == 0 {
			alarm = a.Deals()
		}
	}
	report := a.Report()
	points := report.Evidence
	found := false
	for i, p := range points {
		found = found || p.Deals == report.AlarmAt && p.Log10E >= 6
		if i > 0 && p.Deals <= points[i-1].Deals {
			t.Errorf("point %d is %+v after %+v", i, p, points[i-1])
		}
	}
	if last := points[len(points)-1]; !found || last.Deals != report.Deals || last.Log10E != report.Log10E {
		t.Errorf("alarm at deal %d of %d with 10^%v: %v", report.AlarmAt, report.Deals, report.Log10E, points)
	}
}

// Repeated says how many deals had been dealt before.
func TestRepeated(t *testing.T) {
	for n := 2; n < 6; n++ {
		a := audit.New(n, audit.Options{})
		r := rand.New(rand.NewPCG(1, 2))
		seen, repeated := make(map[[5]int]bool), int64(0)
		for range 1000 {
			deal := r.Perm(n)
			key := [5]int{}
			copy(key[:], deal)
			if seen[key] {
				repeated++
			}
			seen[key] = true
			a.Observe(deal)
		}
		if got := a.Report().Repeated; got != repeated {
			t.Errorf("%d items: %d deals repeat, not %d", n, got, repeated)
		}
	}
}

// What is found of a part of the deal is not beyond what power tells.
func TestPartialPower(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and has no goroutines of its own")
	}
	a := audit.New(20, audit.Options{Take: 5})
	needed := make(map[string]int64)
	for _, p := range a.Power() {
		needed[p.Suspect] = p.Needed
	}
	for name, most := range map[string]int64{"naive": 1000, "sort-insertion": 20, "transpositions": 100, "seed-8": 100,
		"sattolo": 100} {
		if n := needed[name]; n < 2 || n > most {
			t.Errorf("%s needs %d deals of 5 of 20, not at most %d", name, n, most)
		}
	}
	small := audit.New(6, audit.Options{})
	for _, p := range small.Power() {
		if p.Suspect == "seed-8" && (p.Needed < 50 || p.Needed > 300) {
			t.Errorf("a seed of 8 bits needs %d deals of 6", p.Needed)
		}
	}
}
