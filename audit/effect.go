package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// effectOf returns what a learner would have found by now, in the first row of its group, with a probability of at
// least 1 − missed; nil if that is not known.
//
// A player with the prior a, who saw the outcome x in c(x) of t deals, has
//
//	ln E = Σ r(a·p(x), c(x)) − r(a, t),   r(b, c) = ln(b·(b+1)⋯(b+c−1) / bᶜ),
//
// as the product of its factors shows. So E depends on the counts alone. Each r is convex in c, as its steps
// ln((b+c)/b) grow. Given c of one outcome, E is thus at least what it is if the others, which are as likely as each
// other, share the remaining t − c alike: this is a bound for all that they may do. It grows with c, once c is above
// t·p, so there is a least count that makes an alarm of the player's part alone. An outcome with the probability q in
// each deal, whatever came before, comes less often than m + 1 times with the probability exp(−t·KL(m/t ‖ q)) at most
// (Chernoff); the least q for which that is missed is the effect.
func effectOf(l bets.Learner, alpha float64) *Effect {
	deals, p := l.Deals, l.P
	part := math.Log(l.Group.Weight / float64(len(l.Group.Wagers)))
	alarms := func(count float64) bool {
		ln, each := math.Inf(-1), math.Floor((deals-count)/l.Others)
		for _, prior := range l.Priors {
			ln = fortune.LogSum(ln, laws.Rise(prior*p, count)+l.Others*laws.Rise(prior*(1-p)/l.Others, each)-
				laws.Rise(prior, deals))
		}
		return ln+part >= -math.Log(alpha)
	}
	low, high := math.Floor(deals*p), deals // low does not alarm, or does not count
	if deals < 1 || !alarms(high) || high <= low {
		return nil
	}
	least := math.Ceil(laws.Bisect(low, high, func(count float64) bool { return alarms(math.Ceil(count)) }))
	short := (least - 1) / deals
	q := laws.Bisect(short, 1, func(q float64) bool { return deals*laws.Coins(short, q) >= -math.Log(missed) })
	if q < 1 {
		about, of := &l.Group.About, "one of its outcomes"
		if about.Text(0).Scale == fortune.Often {
			of = "it"
		}
		return &Effect{about.Since + about.Text(0).Thing(), of, p, q / p}
	}
	return nil
}
