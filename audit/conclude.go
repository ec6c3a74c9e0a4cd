package audit

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// Conclude is [Auditor.Report], but if nothing was found, it says what would have been:
// the report has the Power, and the verdict is TooFew unless all targets would have been
// found. The targets are names of suspects, or by default those of [CommonMistakes] for
// which the number of deals is known. It panics if there is no such suspect, and takes as
// long as Power.
func (a *Auditor) Conclude(targets ...string) *Report { return a.conclude(a.Report(), targets) }

// conclude ends a report.
func (a *Auditor) conclude(r *Report, targets []string) *Report {
	if r.Verdict != NothingFound {
		return r
	}
	r.Power = a.Power()
	for g, effect := range a.effects() {
		r.Bets[slices.Index(a.book.Groups, g)].Effect = effect
	}
	known := func(name string) Power {
		i := slices.IndexFunc(r.Power, func(p Power) bool { return p.Suspect == name })
		if i >= 0 {
			return r.Power[i]
		}
		s, ok := suspects.Find(name)
		if !ok {
			panic("audit: there is no suspect " + name)
		}
		r.Power = append(r.Power, a.power(s))
		return r.Power[len(r.Power)-1]
	}
	for _, name := range targets {
		known(name)
	}
	if r.Targets = targets; len(targets) == 0 {
		r.Targets = slices.DeleteFunc(CommonMistakes(), func(name string) bool {
			// What is known must not depend on the deals, or more of them could be too few.
			needed := known(name).Needed
			return needed == math.MaxInt64 || a.options.Unordered && needed > simulatedLeast
		})
		if len(r.Targets) == 0 {
			r.Targets = []string{"seed-8"}
		}
	}
	if slices.ContainsFunc(r.Targets, func(name string) bool { return !known(name).Found }) {
		r.Verdict = TooFew
	}
	return r
}
