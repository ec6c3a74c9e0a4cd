package audit_test

import (
	"encoding/json"
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
			observe(a, n, n, 10_000, 1, s.Shuffle)
			report := a.Report()
			if _, err := json.Marshal(report); err != nil || !(report.BestLog10E > 6) {
				t.Errorf("%s of %d: best %v, %v", s.Name, n, report.BestLog10E, err)
			}
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
