package audit

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// This file decides which mistake explains the deals.

// CauseOdds are the odds by which the deals must be likelier under a mistake than under
// each other known mistake, and than any learner thinks, to be called its work.
const CauseOdds = 1000

// LeastNamed is how many deals it takes at least to name a cause: a single deal is like
// many mistakes.
const LeastNamed = 16

// mostApart is how many standard deviations a suspect's fortune may be from what it is
// if the suspect did deal. Beyond, another mistake dealt, which is only somewhat alike.
const mostApart = 2.5

// An explanation is a suspect and how much likelier than under a fair shuffle the deals
// are under its law.
type explanation struct {
	from, suspect string
	ln            float64
}

// causes returns the suspects that explain the deals, the likeliest first: those that
// are within CauseOdds of the likeliest of all. It returns nil if a learner explains the
// deals as well, if the deals are not those of the likeliest suspect, and if all deals
// are the same, or in ascending order.
func (a *Auditor) causes() []explanation {
	var all []explanation
	learned := math.Inf(-1)
	for _, g := range a.groups {
		ln := g.mean()
		if g.kind != "suspect" {
			learned = max(learned, ln)
			continue
		}
		i := slices.IndexFunc(all, func(e explanation) bool { return e.from == g.about.from && e.suspect == g.about.suspect })
		if i < 0 {
			all = append(all, explanation{g.about.from, g.about.suspect, ln})
		} else {
			all[i].ln = max(all[i].ln, ln)
		}
	}
	slices.SortStableFunc(all, func(e, f explanation) int {
		if e.ln > f.ln {
			return -1
		}
		return 1
	})
	odds := math.Log(CauseOdds)
	if len(all) == 0 || all[0].ln < learned+odds || all[0].ln < odds || a.deals < LeastNamed || a.same.constant(a.deals) || a.ascending() {
		return nil
	}
	end := slices.IndexFunc(all, func(e explanation) bool { return e.ln < all[0].ln-odds })
	if end < 0 {
		end = len(all)
	}
	if !slices.ContainsFunc(all[:end], a.fits) {
		return nil
	}
	return all[:end]
}

// fits reports whether the fortune of one of the suspect's players is what it is if the
// suspect dealt.
func (a *Auditor) fits(e explanation) bool {
	s, ok := suspects.Find(e.suspect)
	if !ok {
		return false
	}
	deals := min(simulatedItems/a.n, 4*int(a.deals)+100) // so that chance adds little
	for _, b := range a.banks {
		if (b.lag > 0) != (e.from == "change") {
			continue
		}
		for _, d := range a.drifts(b, s, deals) {
			if d.group.ln(0) < e.ln-math.Log(CauseOdds) {
				continue // another player, or form, explains them
			}
			if d.fits(d.group.wagers[0].ln(), b.deals) {
				return true
			}
			if l := d.group.late; l != nil && l.stake > 0 && d.fits(d.group.wagers[1].ln()-math.Log(l.stake), l.sinceLead(b.deals)) {
				return true
			}
		}
	}
	return false
}

// fits reports whether a fortune is what it is if the suspect dealt so many deals.
func (d *drift) fits(ln, deals float64) bool {
	spread := math.Max(d.variance, 0) * (deals + deals*deals/d.measured)
	return math.Abs(ln-deals*d.mean) <= mostApart*math.Sqrt(spread)+1e-6
}

// mean returns the logarithm of the mean of the group's wagers.
func (g *group) mean() float64 {
	ln := math.Inf(-1)
	for row := range g.rows() {
		ln = logSum(ln, g.ln(row))
	}
	return ln - math.Log(float64(g.rows()))
}

// A sameness is what all deals have in common.
type sameness struct {
	first  []int32 // deal
	as     int64   // deals that are the same as it
	sorted int64   // deals in ascending order
}

func (s *sameness) note(deal []int32, deals int64) {
	if slices.IsSorted(deal) {
		s.sorted++
	}
	switch {
	case deals == 0:
		s.first, s.as = append(s.first[:0], deal...), 1
	case s.as == deals && slices.Equal(s.first, deal):
		s.as++
	}
}

// constant reports whether that many deals were all the same: two or more, or one that
// left all items in place.
func (s *sameness) constant(deals int64) bool {
	return deals > 0 && s.as == deals && (deals > 1 || s.unmoved())
}

// unmoved reports whether the first deal left all items in place.
func (s *sameness) unmoved() bool {
	for i, x := range s.first {
		if int(x) != i {
			return false
		}
	}
	return true
}
