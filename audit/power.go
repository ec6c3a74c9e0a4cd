package audit

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// Shuffles without a formula are simulated with a fixed seed, so the same auditor always gives the same answer.
const (
	simulatedAudits = 8
	nextOfThem      = 2.01    // t(0.95; 7)·√(1 + 1/8): the standard deviations that one more stays below in 95%
	simulatedLeast  = 1000    // deals an audit, or twice those observed
	simulatedDeals  = 20_000  // at most
	simulatedMost   = 1 << 20 // items in them
)

// all computes, for each known mistake, the number of deals that this audit needs to find it, and whether there
// were that many. In deals of a part of the items, suspects that choose as Fisher and Yates do draw from the
// front; of the others the first places count.
//
//   - A suspect whose law is known gains on average μ in the logarithm of its
//     fortune with each deal, with variance σ². It is found when the sum reaches
//     ln(1/(weight·α)), by then nearly a normal variable. Where choices are
//     independent, μ and σ² are sums; else they are measured on up to 2¹⁷/n
//     shuffles, fewer if μ is known to seven percent before, or summed over all
//     orders of up to 8 items.
//   - A seed is found by a repeat, unless fair deals repeat as well: of S seeds, D
//     deals have none with the probability Π (1 − i/S), i < D.
//   - Of the others, a few audits are simulated. As if what they take were normal, one more would
//     take less than this in 95%: the prediction limit. An audit is simulated for up to twice the
//     deals that were observed, and at least 1,000.
//
// Those that are found with the fewest deals come first.
func (e *estimator) all() []Power {
	var all []Power
	for _, s := range suspects.All() {
		all = append(all, e.power(s))
	}
	// 0 − 1 is the greatest number, so those of which nothing is known come last.
	slices.SortStableFunc(all, func(p, q Power) int { return cmp.Compare(uint64(p.Needed)-1, uint64(q.Needed)-1) })
	return all
}

func (e *estimator) power(s suspects.Suspect) Power {
	p := Power{Suspect: s.Name, Title: s.Title}
	if needed := e.needed(s); !math.IsInf(needed, 1) {
		p.Needed = int64(math.Min(math.Ceil(needed), 1<<62))
	} else if e.of.n <= bets.MostLaws && e.of.options.Kinds == nil {
		p.Tried = e.simulatedDeals()
	}
	p.Found = p.Needed > 0 && e.of.deals() >= p.Needed
	return p
}

func (e *estimator) needed(s suspects.Suspect) float64 {
	switch {
	case s.Seeds > 0:
		if needed := e.neededSeeds(s.Seeds); !math.IsInf(needed, 1) {
			return needed
		}
		if e.of.options.Kinds != nil {
			return e.simulateShoe(s)
		}
		return e.simulate(s)
	case e.of.options.Kinds != nil: // the numbers hide the law, and to simulate them takes long
		return math.Inf(1)
	case e.of.n > bets.MostLaws || e.of.options.Unordered:
		return e.simulate(s)
	}
	d, ok := e.of.book.Usual(s, measure(e.of, s, simulatedItems/4/e.of.n, 0.07))
	if !ok {
		return e.simulate(s)
	}
	return e.neededDrift(d.Mean, d.Variance, d.Weight)
}

// neededDrift solves d·μ − z·σ·√d = ln(1/(weight·α)).
func (e *estimator) neededDrift(mean, variance, weight float64) float64 {
	if !(mean > 0) {
		return math.Inf(1)
	}
	goal := -math.Log(weight / 2 * e.of.options.Alpha) // the other half is kept for later
	spread := quantile * math.Sqrt(math.Max(variance, 0))
	root := (spread + math.Sqrt(spread*spread+4*mean*goal)) / (2 * mean)
	return root * root
}

// neededSeeds returns the deals that repeat with a probability of 95%, or +Inf if one
// repeat is no alarm because deals of few items repeat by themselves.
func (e *estimator) neededSeeds(seeds float64) float64 {
	if e.of.book.RepeatPays(seeds) < 2/e.of.options.Alpha {
		return math.Inf(1)
	}
	remember := float64(e.of.options.Remember)
	goal := -math.Log(missed)
	// −ln Π (1 − i/S) = D(D−1)/2S + D(D−1)(2D−1)/12S² + …; the first term is enough.
	d := 0.5 + math.Sqrt(0.25+2*seeds*goal)
	if d <= remember {
		return d
	}
	return remember + (goal-remember*(remember-1)/2/seeds)/(remember/seeds)
}

// simulatedDeals returns how many deals a simulated audit has at most.
func (e *estimator) simulatedDeals() int64 {
	return min(max(simulatedLeast, 2*e.of.deals()), simulatedDeals, simulatedMost/int64(e.of.n))
}

// simulate returns how many deals audits of the suspect take.
func (e *estimator) simulate(s suspects.Suspect) float64 {
	if e.of.n > bets.MostLaws {
		return math.Inf(1)
	}
	if e.sim == nil {
		e.sim = New(e.of.n, e.of.options)
		e.sim.book.Rest() // they have another generator, and would ruin those who bet on it in the first deals
	}
	return e.longest(s, e.sim.reset, func(deal []int) bool {
		e.sim.Observe(deal)
		return e.sim.alarm()
	})
}

// simulateShoe is simulate for few seeds, by the bet on kinds alone: the others see numbers.
func (e *estimator) simulateShoe(s suspects.Suspect) float64 {
	b, numbers, deals := e.of.book.NewShoe(), make([]int32, e.of.k), int64(0)
	begin := func() {
		b.Reset()
		deals = 0
	}
	return e.longest(s, begin, func(deal []int) bool {
		for i, x := range deal {
			numbers[i] = int32(x)
		}
		b.Bet(deals, numbers)
		deals++
		return b.Value() >= 1/e.of.options.Alpha
	})
}

// longest returns how many deals nearly every audit of the suspect takes until alarm reports one.
func (e *estimator) longest(s suspects.Suspect, begin func(), alarm func(deal []int) bool) float64 {
	r := rand.New(rand.NewPCG(2, 0))
	deal := make([]int, e.of.n)
	var taken laws.Moments
	for range simulatedAudits {
		begin()
		deals, over := int64(0), false
		for ; !over && deals < e.simulatedDeals(); deals++ {
			s.Deal(deal, e.of.k, r.IntN)
			over = alarm(deal[:e.of.k])
		}
		if !over {
			return math.Inf(1)
		}
		taken.Add(float64(deals), 1)
	}
	return taken.Mean + nextOfThem*math.Sqrt(taken.Variance()*simulatedAudits/(simulatedAudits-1))
}

// mostDealt is how many deals anyone may deal.
const mostDealt = 1e12

// Twice is what an audit of single draws should be able to find, in place of shuffles.
const Twice = "an item that comes twice as often"

// twice returns how many draws find that.
func (e *estimator) twice() Power {
	p := Power{Suspect: Twice, Title: "as is fair, wherever the others come"}
	for _, l := range e.of.book.Learners() {
		if l.Group.Kind != fortune.Item || l.Group.About.From != fortune.Deal {
			continue
		}
		finds := func(deals float64) bool {
			l.Deals = math.Ceil(deals)
			effect := effectOf(l, e.of.options.Alpha)
			return effect != nil && effect.Times <= 2
		}
		if finds(mostDealt) {
			p.Needed = int64(math.Ceil(laws.Bisect(1, mostDealt, finds)))
		}
	}
	p.Found = p.Needed > 0 && e.of.deals() >= p.Needed
	return p
}

// conclude adds to a report that found nothing what would have been found.
func (e *estimator) conclude(r *Report, targets []string) {
	if e.of.k == 1 && len(targets) == 0 {
		r.Power, targets = []Power{e.twice()}, []string{Twice}
	} else {
		r.Power = e.all()
	}
	for _, l := range e.of.book.Learners() {
		r.Bets[slices.Index(e.of.book.Groups, l.Group)].Effect = effectOf(l, e.of.options.Alpha)
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
		r.Power = append(r.Power, e.power(s))
		return r.Power[len(r.Power)-1]
	}
	for _, name := range targets {
		known(name)
	}
	if r.Targets = targets; len(targets) == 0 {
		r.Targets = slices.DeleteFunc(commonMistakes(), func(name string) bool {
			// What is known must not depend on the deals, or more of them could be too few.
			needed := known(name).Needed
			return needed == 0 || e.of.options.Unordered && needed > simulatedLeast
		})
		if len(r.Targets) == 0 {
			r.Targets = []string{"seed-8"}
		}
	}
	missed := func(name string) bool { return !known(name).Found }
	if r.Verdict == NothingFound && slices.ContainsFunc(r.Targets, missed) {
		r.Verdict = TooFew
	}
}

// Missing returns the targets that would not have been found.
func (r *Report) Missing() (names []string) {
	for _, p := range r.Power {
		if !p.Found && slices.Contains(r.Targets, p.Suspect) {
			names = append(names, p.Suspect)
		}
	}
	return names
}

// Needed returns the number of deals that would find all targets, or 0 if that is not known.
func (r *Report) Needed() (deals int64) {
	for _, p := range r.Power {
		if target := slices.Contains(r.Targets, p.Suspect); target && p.Needed == 0 {
			return 0
		} else if target {
			deals = max(deals, p.Needed)
		}
	}
	return deals
}
