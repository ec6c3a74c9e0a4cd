package bets

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

// This file bets on the laws of the suspects. Where the law P of whole deals is known, the factor is P(deal)·n!, and
// the fortune is the likelihood ratio, which grows as fast as any can (Wald 1945).

// MostLaws is the most items for which suspects' laws are tabulated.
const MostLaws = 256

// mostWords is the most items for which words of all widths are tabulated: 10 MB.
const mostWords = 128

// leastInformation is the least information, in nats, that a deal of a suspect must give
// to bet on it: the others take more than 10¹⁰ deals.
const leastInformation = 1e-9

// bettors are the suspects with the laws that a bank of n items bets on, and how much of
// their part each has, in proportion.
func bettors(n int) []bettor {
	var all []bettor
	for _, b := range []struct {
		name  string
		share float64
		forms shares
	}{
		{"naive", 7, oneForm}, {"naive-backward", 7, oneForm}, {"naive-mirrored", 3, oneForm}, {"sattolo", 3, oneForm},
		{"skip-first", 2, twoForms}, {"skip-last", 5, twoForms}, {"round", 2, twoForms}, {"modulo-8", 8, anyForm},
		{"modulo-15", 1, anyForm}, {"modulo-16", 1, anyForm}, {"scaled-8", 2, anyForm}, {"clamped-8", 1, anyForm},
		{"scaled-15", 1, anyForm}, {"sort-insertion", 1, oneForm}, {"sort-tim", 1, oneForm}, {"sort-merge", 1, oneForm},
		{"transpositions", 1, oneForm},
	} {
		s, _ := suspects.Find(b.name) // as a test of all bets sees
		all = append(all, bettor{s, b.share, b.forms})
	}
	for _, values := range []int{n, 100, 1000} {
		all = append(all, bettor{suspects.Keys(values), 1, oneForm})
	}
	for i, share := range []float64{1, 1, 1, 1, 1, 1, 6, 6} {
		all = append(all, bettor{suspects.Riffle(i + 1), share, oneForm})
	}
	return all
}

type bettor struct {
	suspects.Suspect
	share float64
	forms shares
}

// Shares are how a suspect's share is split among the forms that its choices may have.
type shares [undo.Forms]float64

var (
	oneForm  = shares{undo.Backward: 1} // forward, sattolo gives the same deals
	twoForms = shares{undo.Backward: 0.6, undo.Forward: 0.4}
	anyForm  = shares{undo.Backward: 0.5, undo.Forward: 0.25, undo.InsideOut: 0.15, undo.StrikeOut: 0.1}
)

// in returns the shares of deals of k of n items, or of changes.
func (s shares) in(n, k int, change bool) shares {
	switch {
	case k == 1: // the first choice is the item in each
		return shares{undo.Forward: 1}
	case k < n:
		return shares{undo.Forward: 0.7, undo.StrikeOut: 0.3}
	case change && s == anyForm:
		return twoForms
	}
	return s
}

// newSuspect returns the group of the two players who bet on a suspect.
func newSuspect(s suspects.Suspect, where string, weight float64) *fortune.Group {
	about := fortune.About{Suspect: s.Name, Text: fortune.Plainly(like(s) + where)}
	g := fortune.NewGroup(fortune.Suspect, about, weight, 1, 2)
	g.Split(16)
	g.About.Found = func(row int) string {
		text := g.About.Words(row)
		if date := g.Date(); date > 0 {
			text += "; since about deal " + label.Number(date)
		}
		return text
	}
	return g
}

// multiply multiplies the fortunes of players by a factor.
func multiply(players []fortune.Wager, factor float64) {
	for i := range players {
		players[i].Times(factor)
	}
}

// A law is the bet on the law of a suspect.
type law struct {
	*fortune.Group
	likelihood
	form undo.Form // of the choices that it bets on
}

// A likelihood is that of deals under a suspect, beside that under a fair shuffle.
type likelihood interface {
	// pay multiplies the fortunes of players who bet on the deal that was undone.
	pay(players []fortune.Wager, u *undone)
}

// drift returns mean and variance of the logarithm of the factor if the suspect deals, and on how
// many deals that was measured: +Inf if it is exact.
func (l *law) drift(n, k int, measure Measure) (mean, variance, measured float64) {
	if of, ok := l.likelihood.(*choiceLaw); ok {
		mean, variance = of.information()
		return mean, variance, math.Inf(1)
	}
	u, dealt := newUndone(n, k), make([]int32, k)
	of := measure(func(deal []int) float64 {
		for i := range dealt {
			dealt[i] = int32(deal[i])
		}
		u.look(dealt)
		return l.gain(&u)
	})
	return of.Mean, of.Variance(), of.Weight
}

// gain returns what the deal that was undone adds to the logarithm of the fortune.
func (l *law) gain(u *undone) float64 {
	w := []fortune.Wager{fortune.Begin}
	l.pay(w, u)
	return w[0].Ln()
}

// A Measure returns mean and variance of a gain from deals of a suspect.
type Measure func(gain func(deal []int) float64) laws.Moments

// A choiceLaw is the law of the choices of a form.
type choiceLaw struct {
	form undo.Form
	ratios
}

func (l *choiceLaw) pay(players []fortune.Wager, u *undone) {
	product := 1.0
	for step, c := range u.of[l.form] {
		product *= l.ratios[step][c]
	}
	multiply(players, product)
}

// Ratios are k·P(c) of each choice c among k, by step.
type ratios [][]float64

func ratiosOf(n, k int, s suspects.Suspect, f undo.Form) ratios {
	var all ratios
	for step := range min(k, n-1) {
		among := n - step
		self := 0
		if f == undo.Backward || f == undo.InsideOut {
			self = among - 1
		}
		p := s.Choices(n, among, self)
		for c := range p {
			p[c] *= float64(among)
		}
		all = append(all, p)
	}
	return all
}

// information returns mean and variance of the logarithm of the factor under the
// suspect itself: choices are independent, so both add up. The mean of x·ln x is that of
// x·ln x − (x−1), as the mean of the ratios x is 1; so it keeps its digits where they are near to 1.
func (r ratios) information() (mean, variance float64) {
	for _, ratios := range r {
		m, square, ln := 0.0, 0.0, 0.0
		for c, x := range ratios {
			if c == 0 || x != ratios[c-1] { // few differ
				ln = math.Log1p(x - 1)
			}
			if m -= x - 1; x > 0 {
				m += x * ln
				square += x * ln * ln
			}
		}
		k := float64(len(ratios))
		mean += m / k
		variance += square/k - m/k*m/k
	}
	return mean, variance
}

// mostWeak is the most information that a deal gives of a weak bias, in nats.
const mostWeak = 3e-2

// tells reports whether a deal gives enough information to bet on it at all, and so little that
// a [wordLaw] bets on it instead.
func (r ratios) tells() (enough, weak bool) {
	mean, _ := r.information()
	return mean >= leastInformation, mean < mostWeak
}

// inForm adds the form to a text about a suspect.
func inForm(f undo.Form) string {
	if f == undo.Backward {
		return ""
	}
	return fmt.Sprintf("; in the %s form", f)
}

// A ratioLaw is the law of whole deals.
type ratioLaw func(deal []int) float64

func (l ratioLaw) pay(players []fortune.Wager, u *undone) {
	ln := l(u.ints)
	for i := range players {
		players[i].Add(ln)
	}
}

func like(s suspects.Suspect) string { return "like the known mistake " + s.Name + ": " + s.Title }
