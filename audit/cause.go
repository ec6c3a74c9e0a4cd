package audit

import (
	"cmp"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/generators"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// This file decides which mistake explains the deals.

// causeOdds are the odds by which the deals must be likelier under a mistake than under
// each other known mistake, and than any learner thinks, to be called its work: 1,000.
const causeOdds = fortune.ClearOdds

// mostApart is how many standard deviations a suspect's fortune may be from what it is
// if the suspect did deal. Beyond, another mistake dealt, which is only somewhat alike.
const mostApart = 2.5

// mostApartLate is the same where the deals are those since a change: where they begin and
// end was chosen by what the suspect won.
const mostApartLate = 4

// A cause is named after leastNamed deals at least, one that is told by a comparison with its own deals after
// leastFitted, and both from odds of 10^namedOdds on: what happened to raise the alarm is like many mistakes, and only
// one is like what comes next. (With twice the deals of the alarm, one cause in 50 that was named alone was wrong: 80%
// of the deals naive were called naive. With 32 deals, like sorts and riffles with a cut were taken for others.)
// Nobody need wait for a cause longer than mostWaited deals after the alarm.
const (
	leastNamed  = 32
	leastFitted = 64
	namedOdds   = 24
	mostWaited  = 1024
)

// early reports whether so many deals, or such odds, are too few to name a mistake.
func early(deals int64, bestLog10E float64) bool {
	return deals < leastFitted || bestLog10E < namedOdds
}

// Names of causes of deals that repeat, in [Report].
const (
	FewSeeds   = "few seeds"
	Period     = "a short period" // all deals come again in turn
	Unshuffled = bets.Unshuffled  // some have the order before the shuffle
	AsBefore   = bets.AsBefore    // some have the order of an earlier one

	InverseDeal = bets.InverseDeal // some are the inverse of the deal before
	ReverseDeal = bets.ReverseDeal
)

// An explanation is what may have caused the deals, and how much likelier than under a fair shuffle they are under it.
type explanation struct {
	kind Kind
	from From
	name string
	ln   float64
	best *fortune.Group
}

// causes returns what explains the deals, the likeliest first: the suspects, generators or
// few seeds that are within causeOdds of the likeliest of all. It returns nil if all deals are nearly the same, or in
// ascending order. If a suspect fits, but the deals are too few to tell, or a learner explains them as well, it returns
// that suspect apart. What was right when the alarm was explained and lost later is still the cause, but not a suspect:
// deals would have to be like its.
func (a reporter) causes() (all []explanation, alike string) {
	if a.obvious() != nil || a.of.deals() < leastNamed && a.of.broken == 0 {
		return nil, ""
	}
	a.of.book.Edited(a.of.recent.edited)
	all, alike = a.explanations(a.of.book.Likely)
	if all == nil && alike == "" && a.of.keeps > 1 {
		was, _ := a.explanations(func(g *fortune.Group) float64 { return a.of.means[g] })
		all = slices.DeleteFunc(was, func(e explanation) bool { return e.kind == KindSuspect })
	}
	return all, alike
}

// explanations is causes by the logarithms of what groups have or had.
func (a reporter) explanations(of func(*fortune.Group) float64) (all []explanation, alike string) {
	all, learned := a.possible(of)
	odds := math.Log(causeOdds)
	if len(all) == 0 || all[0].ln < odds {
		return nil, ""
	}
	suspect, best := all[0].kind == KindSuspect, all[0].ln >= learned+odds
	early := a.of.broken == 0 && early(a.of.deals(), a.of.course.bestLn/math.Ln10)
	if !best && (!suspect || early) {
		return nil, ""
	}
	gains, deals := map[*fortune.Group]float64(nil), a.since(0)
	if date := all[0].best.Date(); date > 0 {
		late, gained, dealt := a.possibleSince(date, all)
		if late[0].ln >= odds { // else the change is too long ago, and weak
			all, gains, deals = late, gained, dealt
		}
	}
	if end := slices.IndexFunc(all, func(e explanation) bool { return e.ln < all[0].ln-odds }); end >= 0 {
		all = all[:end]
	}
	few := !a.of.explained(leastNamed) && (a.of.book.Repeating() || !a.of.book.Undecided())
	fits := func(e explanation) bool { return a.fits(e, gains, deals) }
	switch {
	case suspect && !slices.ContainsFunc(all, fits):
		return nil, ""
	case suspect && best && !early:
		return all, ""
	case suspect && len(causeNames(all)) == 1:
		return nil, all[0].name
	case suspect || few || all[0].kind == KindRepeats && !a.fairElse(all[0].name):
		return nil, ""
	}
	return all, ""
}

// possible returns what may explain the deals, the likeliest first, and the most that learners have.
func (a reporter) possible(of func(*fortune.Group) float64) (all []explanation, learned float64) {
	learned = math.Inf(-1)
	for _, g := range a.of.book.Groups {
		ln := of(g)
		name := g.About.Suspect
		switch g.Kind {
		case fortune.Suspect:
		case fortune.Generator:
			name = g.About.Generator
		case fortune.Repeats:
			name = cmp.Or(name, FewSeeds)
			if w := a.of.book.Repeats(g); w != nil && w.Period() > 0 {
				name, ln = Period, w.Certain()
			}
		default:
			learned = max(learned, ln)
			continue
		}
		if !a.of.book.Explains(g) { // whoever wins otherwise has learned something else
			learned = max(learned, ln)
			continue
		}
		e := explanation{Kind(g.Kind), From(g.About.From), name, ln, g}
		i := slices.IndexFunc(all, func(f explanation) bool { return e.from == f.from && e.name == f.name })
		switch {
		case i < 0:
			all = append(all, e)
		case all[i].ln < ln:
			all[i] = e
		}
	}
	slices.SortStableFunc(all, likeliest)
	return all, learned
}

// possibleSince returns the suspects by what they have won since a deal, and by how much each player, in so many deals.
func (a reporter) possibleSince(date int64, all []explanation) (late []explanation, gains map[*fortune.Group]float64,
	deals int) {
	gains, deals = a.weighed(date - 1)
	for _, e := range all {
		if e.kind != KindSuspect {
			continue
		}
		e.ln = math.Inf(-1)
		for g, ln := range gains {
			if From(g.About.From) == e.from && g.About.Suspect == e.name {
				e.ln = max(e.ln, ln)
			}
		}
		late = append(late, e)
	}
	slices.SortStableFunc(late, likeliest)
	return late, gains, deals
}

// likeliest orders explanations.
func likeliest(e, f explanation) int { return cmp.Compare(f.ln, e.ln) }

// causeNames returns the names, each once.
func causeNames(causes []explanation) []string {
	var all []string
	for _, c := range causes {
		if !slices.Contains(all, c.name) {
			all = append(all, c.name)
		}
	}
	return all
}

// fits reports whether the fortune of one of the suspect's players is what it is if the
// suspect dealt: what they gained in so many deals, or if gains is nil, in all; and whether all else is.
func (a reporter) fits(e explanation, gains map[*fortune.Group]float64, gained int) bool {
	s, ok := suspects.Find(e.name)
	if !ok {
		return false
	}
	deals := min(simulatedItems/a.of.n, 4*int(a.of.deals())+100) // so that chance adds little
	for _, d := range a.of.book.Drifts(e.from == FromChange, s, measure(a.of, s, deals, 0.005)) {
		gain, played, apart := d.Group.Wagers[0].Ln(), d.Deals, mostApart
		if g, ok := gains[d.Group]; ok {
			gain, played, apart = g, float64(gained), mostApartLate
		}
		if gain >= e.ln-math.Log(causeOdds) && d.Fits(gain, played, apart) { // else another player explains them
			if !a.pure(e, d, gained) {
				return false
			}
			clearly, together := a.unlike(s, d.Forward(), e.from == FromChange, a.of.recent, gained)
			return !clearly && !together
		}
	}
	return false
}

// fairElse reports whether deals that did not come before, and were shuffled, and the changes between these are as from
// a fair shuffle: or else what repeats is not all. (Deals that are turned have the numbers of others.)
func (a reporter) fairElse(cause string) bool {
	if a.of.recent == nil || cause == bets.InverseDeal || cause == bets.ReverseDeal {
		return true
	}
	fresh := a.of.recent.fresh()
	clearly, _ := a.unlike(fair, false, false, fresh, fresh.count)
	return !clearly
}

// pure reports whether the last deals may all be the suspect's. It is false if they are likelier if some of them are
// fair, by odds that the suspect's own deals reach with a probability of 1/mixedOdds at most, as the ratio is an
// e-value; or if what they add to its fortune differs more or less than it does if the suspect deals.
func (a reporter) pure(e explanation, d bets.Drift, last int) bool {
	const mixedOdds = 10
	shares := [...]float64{0.4, 0.6, 0.8, 0.9} // of the suspect's deals
	var lns [len(shares)]float64
	var gains []float64
	change := e.from == FromChange
	a.of.book.Weigh(a.of.recent.last(last, change), change, func(g *fortune.Group) bool { return g == d.Group },
		func(_ *fortune.Group, ln float64) {
			gains = append(gains, ln)
			for i, share := range shares {
				lns[i] += fortune.LogSum(math.Log(share), math.Log1p(-share)-ln)
			}
		})
	mean := math.Inf(-1)
	for _, ln := range lns {
		mean = fortune.LogSum(mean, ln-math.Log(float64(len(lns))))
	}
	return mean < math.Log(mixedOdds) && d.Varies(gains, mostApart)
}

// weighed returns by how much, as a logarithm, the deals after that many are likelier under the suspects than under a
// fair shuffle, and how many of these deals there are: the last mostRecent at most. It is done between deals.
func (a reporter) weighed(after int64) (gains map[*fortune.Group]float64, deals int) {
	deals = a.since(after)
	gains = make(map[*fortune.Group]float64)
	for _, changes := range []bool{false, true} {
		a.of.book.Weigh(a.of.recent.last(deals, changes), changes, func(*fortune.Group) bool { return true },
			func(g *fortune.Group, ln float64) { gains[g] += ln })
	}
	return gains, deals
}

// since returns how many of the deals after that many are remembered.
func (a reporter) since(after int64) int {
	if a.of.recent == nil {
		return 0
	}
	return min(int(a.of.deals()-after), a.of.recent.count, mostRecent)
}

// Generators returns the names of the generators that are bet on, as findings and causes have
// them. Others are not looked for.
func Generators() []string { return generators.Names() }
