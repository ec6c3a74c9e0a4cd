package audit

import (
	"math"
	"strconv"
)

// An Effect is a bias that would have been found: one outcome of a bet comes so many times
// as often as in a fair shuffle, whatever becomes of the others.
type Effect struct {
	Of    string  `json:"of"`    // which outcome
	Fair  float64 `json:"fair"`  // its probability under a fair shuffle
	Times float64 `json:"times"` // from which on it would have been found
}

// String returns how often it comes: "1.32 times".
func (e *Effect) String() string {
	return strconv.FormatFloat(math.Ceil(100*e.Times)/100, 'f', 2, 64) + " times"
}

// effects returns what the learners would have found by now, of the first row of their
// groups, with a probability of at least 1 − missed.
//
// A player of a [table] with the prior a, who saw the outcome x in c(x) of t deals, has
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
func (a *Auditor) effects() map[*group]*Effect {
	all := make(map[*group]*Effect)
	for _, b := range a.banks {
		for _, t := range b.tables {
			a.tableEffect(all, t, b.deals)
			if t.mirror != nil {
				a.tableEffect(all, t.mirror, b.deals)
			}
		}
	}
	if a.sets != nil {
		for _, t := range a.sets.tables {
			a.tableEffect(all, t, a.sets.deals)
		}
		a.tableEffect(all, a.sets.again, a.sets.deals-1)
	}
	for _, t := range a.tallies {
		if s, ok := t.(*spots); ok {
			least := s.deals()*s.p + math.Sqrt(negligible*s.deals()*s.p*(1-s.p))
			a.effect(all, s.group, "it", outcomes{{s.p, 1}, {1 - s.p, 1}}, s.deals(), [2]float64{spotStrengths[0] / s.p, spotStrengths[1] / s.p}, least)
		}
	}
	return all
}

// Outcomes are the probabilities of outcomes, each with the number of those that have it.
type outcomes []struct{ p, number float64 }

func (a *Auditor) tableEffect(all map[*group]*Effect, t *table, deals float64) {
	var l outcomes
	for x := range t.outcomesOf(0) {
		p := 1 / t.fair(0, x)
		if last := len(l) - 1; last >= 0 && l[last].p == p {
			l[last].number++
		} else {
			l = append(l, struct{ p, number float64 }{p, 1})
		}
	}
	of, one := "one of its outcomes", 0
	switch {
	case t.outcomesOf(0) == 2: // whether it happens
		of, one = "it", 1
		if len(l) == 1 {
			l = outcomes{{l[0].p, 1}, {l[0].p, 1}}
		}
	case len(l) > 1:
		of = "its commonest outcome"
		for i := range l {
			if l[i].p > l[one].p {
				one = i
			}
		}
	}
	l[0], l[one] = l[one], l[0]
	a.effect(all, t.group, of, l, deals, strengths, deals*l[0].p)
}

// effect adds what a group would have found: the first outcome of a law, in those deals,
// of which it must be more than least.
func (a *Auditor) effect(all map[*group]*Effect, g *group, of string, l outcomes, deals float64, priors [2]float64, least float64) {
	if deals < 1 {
		return
	}
	p := l[0].p
	rest := outcomes{{p, l[0].number - 1}}
	if l[0].number == 1 {
		rest = nil
	}
	rest = append(rest, l[1:]...)
	part := math.Log(g.weight / float64(len(g.wagers)))
	alarms := func(count float64) bool {
		ln := math.Inf(-1)
		for _, prior := range priors {
			ln = logSum(ln, riseBy(prior*p, count)+rest.least(prior, deals-count)-riseBy(prior, deals))
		}
		return ln+part >= -math.Log(a.options.Alpha)
	}
	low, high := math.Floor(least), deals // low does not alarm, or does not count
	if !alarms(high) || high <= low {
		return
	}
	for high-low > 1 {
		if middle := math.Floor((low + high) / 2); alarms(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	short := (high - 1) / deals
	q := bisect(short, 1, func(q float64) bool { return deals*coinDivergence(short, q) >= -math.Log(missed) })
	if q < 1 {
		all[g] = &Effect{of, p, q / p}
	}
}

// coinDivergence returns the divergence of a coin with the probability p from one with q.
func coinDivergence(p, q float64) float64 {
	sum := 0.0
	if p > 0 {
		sum += p * math.Log(p/q)
	}
	if p < 1 {
		sum += (1 - p) * math.Log((1-p)/(1-q))
	}
	return sum
}

// bisect returns the least number in [low, high] from which on something holds, a little
// above it.
func bisect(low, high float64, holds func(x float64) bool) float64 {
	for range 60 {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// least returns a lower bound of the sum of r(prior·p, c) for all c ≥ 0 that add up to
// count. For equal outcomes that is equal shares. Else, for any slope, the sum of the least
// values of r(prior·p, c) − slope·c, plus slope·count, is a bound; the best slope is that
// at which they add up to count.
func (l outcomes) least(prior, count float64) float64 {
	switch len(l) {
	case 0:
		return 0
	case 1:
		return l[0].number * riseBy(prior*l[0].p, count/l[0].number)
	}
	at := func(slope float64) (sum, counts float64) {
		for _, o := range l {
			b := prior * o.p
			c := max(0, inverseDigamma(slope+math.Log(b))-b)
			sum += o.number * (riseBy(b, c) - slope*c)
			counts += o.number * c
		}
		return sum, counts
	}
	slope := bisect(-2, math.Log1p(count/prior)+2, func(slope float64) bool { _, counts := at(slope); return counts >= count })
	sum, _ := at(slope)
	return sum + slope*count
}

// riseBy is [rise] for real n.
func riseBy(x, n float64) float64 {
	above, _ := math.Lgamma(x + n)
	below, _ := math.Lgamma(x)
	return above - below - n*math.Log(x)
}

// digamma returns the derivative of the logarithm of the gamma function at x > 0, and the
// second derivative.
func digamma(x float64) (first, second float64) {
	for ; x < 10; x++ {
		first -= 1 / x
		second += 1 / (x * x)
	}
	y := 1 / (x * x)
	first += math.Log(x) - 0.5/x - y*(1./12-y*(1./120-y*(1./252-y/240)))
	second += 1/x + y/2 + y/x*(1./6-y*(1./30-y*(1./42-y/30)))
	return first, second
}

// inverseDigamma returns the x > 0 at which digamma is y, by Newton's method.
func inverseDigamma(y float64) float64 {
	x := -1 / (y + 0.5772156649015329)
	if y >= -2.22 {
		x = math.Exp(y) + 0.5
	}
	for range 6 {
		first, second := digamma(x)
		x -= (first - y) / second
	}
	return x
}
