// Package fortune keeps what players have who bet on deals against a fair shuffle. It knows
// nothing of deals: whoever bets says by which factor a fortune grows.
package fortune

import "math"

// A Wager is one e-process: the fortune of a player who began with 1 and bets all
// of it on each deal, at odds that are fair if the shuffle is. If a deal's outcome
// x has the probability p(x) under a fair shuffle, and the player puts the share
// q(x) on it, where q is a law that was chosen before the deal, the fortune is
// multiplied by q(x)/p(x). Its expectation is then Σ p(x)·q(x)/p(x) = 1 times what
// it was: the fortune is a martingale that is never negative, so whatever the
// player does, and whenever one looks,
//
//	P(the fortune ever reaches 1/α) ≤ α
//
// (Ville, Étude critique de la notion de collectif, 1939; Shafer and Vovk, Game-
// Theoretic Foundations for Probability and Finance, 2019). The only thing to prove
// about a wager is that its factor is such a q(x)/p(x). A player may also stop, by any
// rule that depends only on the past: the factor is then 1.
type Wager struct {
	m     float64 // the fortune is m·scale
	scale float64 // exp(log), which may be +Inf
	log   float64
}

// What a player begins with, and what one has who does not play yet.
var (
	Begin   = Wager{m: 1, scale: 1}
	Nothing = Wager{scale: 1}
)

// Times multiplies the fortune by a factor.
func (w *Wager) Times(factor float64) {
	w.m *= factor
	if w.m < 1e-100 || w.m > 1e100 {
		w.fold()
	}
}

// Add is Times(exp(ln)).
func (w *Wager) Add(ln float64) {
	if math.Abs(ln) < 200 {
		w.Times(math.Exp(ln))
		return
	}
	w.fold()
	w.log += ln
	w.scale = math.Exp(w.log)
}

// fold moves m to log, before it leaves the range of a float64.
func (w *Wager) fold() {
	w.log += math.Log(w.m) // −Inf at 0
	w.m = 1
	w.scale = math.Exp(w.log)
}

// Ruined reports whether nothing is left.
func (w *Wager) Ruined() bool { return w.m == 0 || w.scale == 0 && math.IsInf(w.log, -1) }

// Ln returns the logarithm of the fortune.
func (w *Wager) Ln() float64 { return w.log + math.Log(w.m) }

// Value returns the fortune; it is +Inf above the range of a float64.
func (w *Wager) Value() float64 { return w.m * w.scale }

// LogSum returns ln(exp(a) + exp(b)).
func LogSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
