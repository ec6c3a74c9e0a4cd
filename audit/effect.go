package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// effects returns what the learners would have found by now, of the first row of their
// groups, with a probability of at least 1 − missed.
//
// A player with the prior a, who saw the outcome x in c(x) of t deals, has
//
//	ln E = Σ r(a·p(x), c(x)) − r(a, t),   r(b, c) = ln(b·(b+1)⋯(b+c−1) / bᶜ),
//
// as the product of its factors shows. So E depends on the counts alone. Each r is convex
// in c, as its steps ln((b+c)/b) grow. Given c of one outcome, E is thus at least what
// it is if the others share the remaining t − c in the way that makes the sum least: this
// is a bound for all that they may do. It grows with c, once c is above t·p, so there is a
// least count that makes an alarm of the player's part alone. An outcome with the
// probability q in each deal, whatever came before, comes less often than m + 1 times with
// the probability exp(−t·KL(m/t ‖ q)) at most (Chernoff); the least q for which that is
// missed is the effect. A player who saw batches learned somewhat later; for the few
// items that have them a test compares the bound with simulations.
//
// It takes a few milliseconds.
func (e *estimator) effects() map[*fortune.Group]*Effect {
	all := make(map[*fortune.Group]*Effect)
	for _, l := range e.of.book.Learners() {
		if e := effectOf(l, e.of.options.Alpha); e != nil {
			all[l.Group] = e
		}
	}
	return all
}

// effectOf returns what a learner would have found; nil if that is not known.
func effectOf(l bets.Learner, alpha float64) *Effect {
	deals := l.Deals
	if deals < 1 {
		return nil
	}
	p := l.Law[0].P
	rest := laws.Outcomes{{P: p, Number: l.Law[0].Number - 1}}
	if l.Law[0].Number == 1 {
		rest = nil
	}
	rest = append(rest, l.Law[1:]...)
	part := math.Log(l.Group.Weight / float64(len(l.Group.Wagers)))
	alarms := func(count float64) bool {
		ln := math.Inf(-1)
		for _, prior := range l.Priors {
			ln = fortune.LogSum(ln, laws.Rise(prior*p, count)+rest.Least(prior, deals-count)-laws.Rise(prior, deals))
		}
		return ln+part >= -math.Log(alpha)
	}
	low, high := math.Floor(l.Least), deals // low does not alarm, or does not count
	if !alarms(high) || high <= low {
		return nil
	}
	for high-low > 1 {
		if middle := math.Floor((low + high) / 2); alarms(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	short := (high - 1) / deals
	q := laws.Bisect(short, 1, func(q float64) bool { return deals*laws.Coins(short, q) >= -math.Log(missed) })
	if q < 1 {
		about := &l.Group.About
		return &Effect{about.Since + about.Text(0).Thing(), l.Of, p, q / p}
	}
	return nil
}
