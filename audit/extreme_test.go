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
		for seed := range uint64(2) {
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
		for _, n := range []int{3, 6} {
			a := audit.New(n, audit.Options{Remember: 1000})
			observe(a, n, n, 10_000, 1, s.Shuffle)
			report := a.Report()
			if _, err := json.Marshal(report); err != nil || !(report.BestLog10E > 6) {
				t.Errorf("%s of %d: best %v, %v", s.Name, n, report.BestLog10E, err)
			}
		}
	}
}
