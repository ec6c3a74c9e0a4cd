package audit

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A drift is the mean and the variance of what a deal of a suspect adds to the logarithm
// of one of its players' fortune.
type drift struct {
	group          *group
	form           form // of a player who bets on choices
	weight         float64
	mean, variance float64
	measured       float64 // deals, +Inf if it is exact
	deals          float64 // on which it has bet
}

// fits reports whether a fortune is what it is if the suspect dealt so many deals.
func (d *drift) fits(ln, deals, apart float64) bool {
	spread := math.Max(d.variance, 0) * (deals + deals*deals/d.measured)
	return math.Abs(ln-deals*d.mean) <= apart*math.Sqrt(spread)+1e-6
}

// A measure returns mean and variance of a gain from deals of a suspect.
type measure func(gain func(deal []int) float64) moments

// drifts returns the drifts of the players of a suspect who bet on deals, or on changes
// between them.
func (b *book) drifts(change bool, s suspects.Suspect, m measure) []drift {
	var all []drift
	for _, bank := range b.banks {
		if (bank.lag > 0) == change {
			all = append(all, bank.drifts(s, m)...)
		}
	}
	return all
}

// drifts returns the drifts of the players of a suspect.
func (b *bank) drifts(s suspects.Suspect, m measure) []drift {
	var all []drift
	add := func(g *group, f form, mean, variance, measured float64) {
		if g.about.suspect == s.Name {
			all = append(all, drift{g, f, g.weight, mean, variance, measured, b.deals})
		}
	}
	exact := math.Inf(1)
	for _, l := range b.choiceLaws {
		mean, variance := l.information()
		add(l.group, l.form, mean, variance, exact)
	}
	for _, t := range b.tallies {
		if w, ok := t.(*wordLaw); ok {
			add(w.group, w.form, w.mean, w.variance, exact)
		}
	}
	for _, l := range b.ratioLaws {
		switch {
		case l.about.suspect != s.Name:
		case b.n <= mostSummed && !s.Bound:
			of := sumUp(b.n, l.ratio)
			add(l.group, 0, of.mean, of.variance(), exact)
		default:
			of := m(l.ratio)
			add(l.group, 0, of.mean, of.variance(), of.weight)
		}
	}
	for _, x := range b.matrices {
		if x.about.suspect == s.Name {
			numbers := make([]int32, b.k)
			of := m(func(deal []int) float64 {
				for i, x := range deal[:b.k] {
					numbers[i] = int32(x)
				}
				w := []wager{begin}
				x.pay(w, numbers)
				return w[0].ln()
			})
			add(x.group, 0, of.mean, of.variance(), of.weight)
		}
	}
	return all
}

// usual returns the drift of the player who bets on deals in the form that the suspect has
// in this package, and false if there is none.
func (b *book) usual(s suspects.Suspect, m measure) (drift, bool) {
	drifts := b.drifts(false, s, m)
	if s.Choices != nil {
		f := backward
		if b.take < b.items {
			f = forward
		}
		drifts = slices.DeleteFunc(drifts, func(d drift) bool { return d.form != f })
		if len(drifts) == 0 {
			// The bets leave it out, as there is too little to see. With as much
			// weight as the least, the deals would be at least these.
			mean, variance := tinyInformation(b.items, b.take, s, f)
			return drift{weight: 1e-3, mean: mean, variance: variance}, true
		}
	}
	if len(drifts) == 0 {
		return drift{}, false
	}
	return drifts[0], true
}

// mostSummed is the most items of which all orders are summed up.
const mostSummed = 8

// sumUp the logarithm of the ratio itself, over all orders.
func sumUp(n int, ratio func(deal []int) float64) moments {
	orders := factorial(n)
	var m moments
	for rank := range orders {
		ln := ratio(yates.Unrank(n, uint64(rank)))
		m.add(ln, math.Exp(ln)/float64(orders))
	}
	return m
}

// tinyInformation is [choiceLaw.information] for laws so near to the fair one that
// the sums of logarithms would cancel: with x = k·P(c) − 1, whose mean under the
// fair law is 0, the mean of (1+x)·ln(1+x) − x is about that of x²/2, and the
// variance twice that.
func tinyInformation(n, k int, s suspects.Suspect, f form) (mean, variance float64) {
	for step := range min(k, n-1) {
		among := n - step
		self := 0
		if f == backward {
			self = among - 1
		}
		sum := 0.0
		for _, p := range s.Choices(n, among, self) {
			x := p*float64(among) - 1
			sum += x * x / 2
		}
		mean += sum / float64(among)
	}
	return mean, 2 * mean
}
