package audit

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A Power is the number of deals that an audit needs to find a suspect.
type Power struct {
	Suspect string `json:"suspect"` // the name in the museum
	Title   string `json:"title"`

	// Needed is the number of deals that find the suspect with a probability of 99%.
	// It is math.MaxInt64 if no number up to 2⁶² is known to suffice: there may be
	// none, or it is not computed, as for more than 256 items.
	Needed int64 `json:"needed"`

	// Found reports whether that many deals were observed, so that a shuffle with this
	// mistake would have been found.
	Found bool `json:"found"`
}

// quantile99 is the 99% quantile of the normal distribution.
const quantile99 = 2.3263478740408408

// Shuffles without a formula are simulated with a fixed seed, so the same auditor always
// gives the same answer.
const (
	simulatedItems  = 1 << 19 // in all deals on which a law is measured
	simulatedAudits = 100
	simulatedMost   = 1000 // deals an audit
)

// Power computes, for each suspect of the museum, the number of deals that this audit
// needs to find it, and whether there were that many. In deals of a part of the items,
// suspects that choose as Fisher and Yates do draw from the front; of the others the
// first places count.
//
//   - A suspect whose law is known gains on average μ in the logarithm of its
//     fortune with each deal, with variance σ². It is found when the sum reaches
//     ln(1/(weight·α)), by then nearly a normal variable. Where choices are
//     independent, μ and σ² are sums; else they are measured on 2¹⁹/n
//     shuffles, or summed over all orders of up to 8 items.
//   - A seed is found by a repeat, unless fair deals repeat as well: of S seeds, D
//     deals have none with the probability Π (1 − i/S), i < D.
//   - Of the others, 100 audits are simulated, and the longest counts.
//
// It takes a second for 52 items, and some seconds for deals of a part of them.
func (a *Auditor) Power() []Power {
	var all []Power
	for _, s := range suspects.All() {
		needed := a.needed(s)
		p := Power{Suspect: s.Name, Title: s.Title, Needed: math.MaxInt64}
		if needed <= 1<<62 {
			p.Needed = int64(math.Ceil(needed))
		}
		p.Found = a.deals >= p.Needed
		all = append(all, p)
	}
	return all
}

func (a *Auditor) needed(s suspects.Suspect) float64 {
	switch {
	case s.Seeds > 0:
		if needed := a.neededSeeds(s.Seeds); !math.IsInf(needed, 1) {
			return needed
		}
		return a.simulate(s)
	case s.Choices != nil:
		f := backward
		if a.k < a.n {
			f = forward
		}
		for _, l := range a.banks[0].choiceLaws {
			if l.about.suspect == s.Name && l.form == f {
				mean, variance := l.information()
				return a.neededDrift(mean, variance, l.weight)
			}
		}
		// The bets leave it out, as there is too little to see. With as much
		// weight as the least, the deals would be at least these.
		if a.n > mostLaws {
			return math.Inf(1)
		}
		mean, variance := tinyInformation(a.n, a.k, s, f)
		return a.neededDrift(mean, variance, 1e-3)
	case a.n <= mostLaws:
		for _, l := range a.banks[0].ratioLaws {
			if l.about.suspect == s.Name {
				mean, variance := 0.0, 0.0
				if a.n <= mostSummed && !s.Bound {
					mean, variance = sumUp(a.n, l.ratio)
				} else {
					mean, variance = a.measure(s, l.ratio)
				}
				return a.neededDrift(mean, variance, l.weight)
			}
		}
		for _, m := range a.banks[0].matrices {
			if m.about.suspect == s.Name {
				twin := &matrix{group: newGroup("", about{}, 1, 1, 1), n: m.n, cells: m.cells, totals: m.totals}
				mean, variance := a.measure(s, func(deal []int) float64 {
					for i, x := range deal[:a.k] {
						a.deal[i] = int32(x)
					}
					twin.wagers[0] = begin
					twin.bet(a.deal, 1)
					return twin.wagers[0].ln()
				})
				return a.neededDrift(mean, variance, m.weight)
			}
		}
	}
	return a.simulate(s)
}

// neededDrift solves d·μ − z·σ·√d = ln(1/(weight·α)).
func (a *Auditor) neededDrift(mean, variance, weight float64) float64 {
	if !(mean > 0) {
		return math.Inf(1)
	}
	goal := -math.Log(weight / 2 * a.options.Alpha) // the other half is kept for later
	spread := quantile99 * math.Sqrt(math.Max(variance, 0))
	root := (spread + math.Sqrt(spread*spread+4*mean*goal)) / (2 * mean)
	return root * root
}

// neededSeeds returns the deals that repeat with a probability of 99%, or +Inf if one
// repeat is no alarm because deals of few items repeat by themselves.
func (a *Auditor) neededSeeds(seeds float64) float64 {
	if len(a.windows) == 0 {
		return math.Inf(1)
	}
	w := a.windows[0]
	i := slices.Index(w.seeds, seeds)
	if i < 0 || w.orders/seeds*w.weight/float64(len(w.seeds)) < 2/a.options.Alpha {
		return math.Inf(1)
	}
	remember := float64(a.options.Remember)
	goal := math.Log(100)
	// −ln Π (1 − i/S) = D(D−1)/2S + D(D−1)(2D−1)/12S² + …; the first term is
	// enough beyond a few thousand seeds, and below the product is short.
	if seeds <= 1<<16 {
		sum, d := 0.0, 0.0
		for sum < goal && d < seeds && d < remember {
			sum -= math.Log1p(-d / seeds)
			d++
		}
		if sum >= goal || d >= seeds {
			return d
		}
		return d + (goal-sum)/(d/seeds)
	}
	d := 0.5 + math.Sqrt(0.25+2*seeds*goal)
	if d <= remember {
		return d
	}
	return remember + (goal-remember*(remember-1)/2/seeds)/(remember/seeds)
}

// moments gathers mean and variance of numbers with weights.
type moments struct{ weight, mean, square float64 }

func (m *moments) add(x, weight float64) {
	if weight == 0 {
		return
	}
	m.weight += weight
	d := x - m.mean
	m.mean += d * weight / m.weight
	m.square += d * (x - m.mean) * weight
}

func (m *moments) variance() float64 { return m.square / m.weight }

// measure returns mean and variance of a function of the suspect's deals.
func (a *Auditor) measure(s suspects.Suspect, f func(deal []int) float64) (mean, variance float64) {
	r := rand.New(rand.NewPCG(1, 0))
	deal := make([]int, a.n)
	var m moments
	for range simulatedItems / a.n {
		a.shuffle(deal, s, r)
		m.add(f(deal), 1)
	}
	return m.mean, m.variance()
}

// mostSummed is the most items of which all orders are summed up.
const mostSummed = 8

// sumUp is measure for the logarithm of the ratio itself, over all orders.
func sumUp(n int, ratio func(deal []int) float64) (mean, variance float64) {
	orders := factorial(n)
	var m moments
	for rank := range orders {
		ln := ratio(yates.Unrank(n, uint64(rank)))
		m.add(ln, math.Exp(ln)/float64(orders))
	}
	return m.mean, m.variance()
}

// simulate returns the longest of audits of the suspect.
func (a *Auditor) simulate(s suspects.Suspect) float64 {
	if a.n > mostLaws {
		return math.Inf(1)
	}
	r := rand.New(rand.NewPCG(2, 0))
	deal := make([]int, a.n)
	longest := 0.0
	b := New(a.n, a.options)
	for range simulatedAudits {
		b.reset()
		for !b.Alarm() {
			if b.deals == simulatedMost {
				return math.Inf(1)
			}
			a.shuffle(deal, s, r)
			b.Observe(deal[:a.k]) // a broken deal is an alarm
		}
		longest = math.Max(longest, float64(b.deals+b.broken))
	}
	return longest
}

// shuffle has the suspect deal.
func (a *Auditor) shuffle(deal []int, s suspects.Suspect, r *rand.Rand) {
	for i := range deal {
		deal[i] = i
	}
	if a.k < a.n {
		s.Draw(deal, a.k, r.IntN)
	} else {
		s.Shuffle(deal, r.IntN)
	}
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
