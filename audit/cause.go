package audit

import (
	"cmp"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// This file decides which mistake explains the deals.

// CauseOdds are the odds by which the deals must be likelier under a mistake than under
// each other known mistake, and than any learner thinks, to be called its work: 1,000.
const CauseOdds = clearOdds

// LeastNamed is how many deals it takes at least to name a cause, 16: a single deal is like
// many mistakes.
const LeastNamed = leastTold

// mostApart is how many standard deviations a suspect's fortune may be from what it is
// if the suspect did deal. Beyond, another mistake dealt, which is only somewhat alike.
const mostApart = 2.5

// mostApartLate is the same where the deals are those since a change: where they begin and
// end was chosen by what the suspect won.
const mostApartLate = 4

// FewSeeds names the cause of deals that repeat, in [Report].
const FewSeeds = "few seeds"

// An explanation is what may have caused the deals, and how much likelier than under a
// fair shuffle they are under it.
type explanation struct {
	kind, from, name string
	ln               float64
	best             *group
}

// causes returns what explains the deals, the likeliest first: the suspects, generators or
// few seeds that are within CauseOdds of the likeliest of all. It returns nil if a learner
// explains the deals as well, or if all deals are nearly the same, or in ascending order. If the
// deals are like those of a suspect, but not its own, it returns that suspect apart.
func (a *Auditor) causes() (all []explanation, alike string) {
	if a.monotone() || a.ascending() {
		return nil, ""
	}
	learned := math.Inf(-1)
	for _, g := range a.book.groups {
		ln := g.mean()
		name := g.about.suspect
		switch g.kind {
		case "suspect":
		case "generator":
			name = g.about.generator
		case "repeats":
			name = FewSeeds
		default:
			learned = max(learned, ln)
			continue
		}
		e := explanation{g.kind, g.about.from, name, ln, g}
		i := slices.IndexFunc(all, func(f explanation) bool { return e.from == f.from && e.name == f.name })
		switch {
		case i < 0:
			all = append(all, e)
		case all[i].ln < ln:
			all[i] = e
		}
	}
	likeliest := func(e, f explanation) int { return cmp.Compare(f.ln, e.ln) }
	slices.SortStableFunc(all, likeliest)
	odds := math.Log(CauseOdds)
	if len(all) == 0 || all[0].ln < learned+odds || all[0].ln < odds {
		return nil, ""
	}
	gains, deals := map[*group]float64(nil), 0
	if date := all[0].best.date(); date > 0 {
		gains, deals = a.weighed(date - 1)
		since := slices.DeleteFunc(slices.Clone(all), func(e explanation) bool { return e.kind != "suspect" })
		for i := range since {
			since[i].ln = math.Inf(-1)
			for g, ln := range gains {
				if g.about.from == since[i].from && g.about.suspect == since[i].name {
					since[i].ln = max(since[i].ln, ln)
				}
			}
		}
		slices.SortStableFunc(since, likeliest)
		if since[0].ln >= odds {
			all = since
		} else {
			gains, deals = nil, 0 // the change is too long ago, and weak
		}
	}
	if end := slices.IndexFunc(all, func(e explanation) bool { return e.ln < all[0].ln-odds }); end >= 0 {
		all = all[:end]
	}
	switch {
	case all[0].kind != "suspect":
		return all, ""
	case a.deals < LeastNamed:
		return nil, ""
	case !slices.ContainsFunc(all, func(e explanation) bool { return a.fits(e, gains, deals) }):
		return nil, all[0].name
	}
	return all, ""
}

// names returns the names, each once.
func names(causes []explanation) []string {
	var all []string
	for _, c := range causes {
		if !slices.Contains(all, c.name) {
			all = append(all, c.name)
		}
	}
	return all
}

// fits reports whether the fortune of one of the suspect's players is what it is if the
// suspect dealt: what they gained in so many deals, or if gains is nil, in all.
func (a *Auditor) fits(e explanation, gains map[*group]float64, gained int) bool {
	s, ok := suspects.Find(e.name)
	if !ok {
		return false
	}
	if e.from == "deal" && !a.placed(s, gained) {
		return false
	}
	deals := min(simulatedItems/a.n, 4*int(a.deals)+100) // so that chance adds little
	for _, d := range a.book.drifts(e.from == "change", s, a.measure(s, deals)) {
		if gains != nil {
			if gain, ok := gains[d.group]; ok && gain >= e.ln-math.Log(CauseOdds) && d.fits(gain, float64(gained), mostApartLate) {
				return true
			}
			continue
		}
		if d.group.ln(0) < e.ln-math.Log(CauseOdds) {
			continue // another player, or form, explains them
		}
		if d.fits(d.group.wagers[0].ln(), d.deals, mostApart) {
			return true
		}
		if ln, played, ok := d.group.sinceStake(d.deals); ok && d.fits(ln, played, mostApart) {
			return true
		}
	}
	return false
}

// Generators returns the names of the generators that are bet on, as findings and causes have
// them. Others are not looked for.
func Generators() []string { return generatorNames() }
