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
	for _, l := range a.book.learners() {
		if e := effectOf(l, a.options.Alpha); e != nil {
			all[l.group] = e
		}
	}
	return all
}

// effectOf returns what a learner would have found; nil if that is not known.
func effectOf(l learner, alpha float64) *Effect {
	deals := l.deals
	if deals < 1 {
		return nil
	}
	p := l.law[0].p
	rest := outcomes{{p, l.law[0].number - 1}}
	if l.law[0].number == 1 {
		rest = nil
	}
	rest = append(rest, l.law[1:]...)
	part := math.Log(l.group.weight / float64(len(l.group.wagers)))
	alarms := func(count float64) bool {
		ln := math.Inf(-1)
		for _, prior := range l.priors {
			ln = logSum(ln, riseBy(prior*p, count)+leastOf(rest, prior, deals-count)-riseBy(prior, deals))
		}
		return ln+part >= -math.Log(alpha)
	}
	low, high := math.Floor(l.least), deals // low does not alarm, or does not count
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
	q := bisect(short, 1, func(q float64) bool { return deals*coinDivergence(short, q) >= -math.Log(missed) })
	if q < 1 {
		return &Effect{l.of, p, q / p}
	}
	return nil
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

// leastOf returns a lower bound of the sum of r(prior·p, c) for all c ≥ 0 that add up to
// count. For equal outcomes that is equal shares. Else, for any slope, the sum of the least
// values of r(prior·p, c) − slope·c, plus slope·count, is a bound; the best slope is that
// at which they add up to count.
func leastOf(l outcomes, prior, count float64) float64 {
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
