package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

// This file bets on the laws of the suspects. Where the law P of whole deals is
// known, the factor is P(deal)·n!, and the fortune is the likelihood ratio, which
// grows as fast as any can (Wald 1945).

// mostLaws is the most items for which suspects' laws are tabulated.
const mostLaws = 256

// mostWords is the most items for which words of all widths are tabulated: 10 MB.
const mostWords = 128

// leastInformation is the least information, in nats, that a deal of a suspect must give
// to bet on it: the others take more than 10¹⁰ deals.
const leastInformation = 1e-9

// known are the suspects with the laws that a bank bets on, and how much of
// weightSuspects each has, in proportion.
func known() []bettor {
	all := []bettor{
		{suspects.Naive(), 7}, {suspects.NaiveBackward(), 7}, {suspects.NaiveShort(), 3}, {suspects.Sattolo(), 3},
		{suspects.SkipFirst(), 2}, {suspects.SkipLast(), 5}, {suspects.Round(), 2},
		{suspects.Modulo(8), 8}, {suspects.Modulo(15), 1}, {suspects.Modulo(16), 1}, {suspects.Scaled(8), 2}, {suspects.Scaled(15), 1},
		{suspects.InsertionSort(), 1}, {suspects.TimSort(), 1}, {suspects.MergeSort(), 1}, {suspects.MergeSortWord(), 1}, {suspects.QuickSort(), 1}, {suspects.TopToRandom(), 1},
	}
	for riffles := 1; riffles <= 12; riffles++ {
		share := 1.0
		if riffles == 7 || riffles == 8 {
			share = 6
		}
		all = append(all, bettor{suspects.Riffle(riffles), share})
	}
	return all
}

type bettor struct {
	suspects.Suspect
	share float64
}

// formShares is how a suspect's share is split among the forms that its choices
// may have.
func formShares(s suspects.Suspect, n, k int, change bool) [forms]float64 {
	switch {
	case k == 1: // the first choice is the item in each
		return [forms]float64{forward: 1}
	case k < n:
		return [forms]float64{forward: 0.7, strikeOut: 0.3}
	case s.Name == "sattolo": // forward, it gives the same deals
		return [forms]float64{backward: 1}
	case change, !strings.HasPrefix(s.Name, "modulo-") && !strings.HasPrefix(s.Name, "scaled-"):
		return [forms]float64{backward: 0.6, forward: 0.4}
	}
	return [forms]float64{backward: 0.5, forward: 0.25, insideOut: 0.15, strikeOut: 0.1}
}

func (b *bank) newLaws(weight float64) {
	shares := 0.0
	for _, s := range known() {
		shares += s.share
	}
	for _, s := range known() {
		w := weight * s.share / shares
		var groups []*group
		switch {
		case s.Choices != nil:
			for f, share := range formShares(s.Suspect, b.n, b.k, b.lag > 0) {
				if share == 0 {
					continue
				}
				if l := newChoiceLaw(b.n, b.k, s.Suspect, form(f), w*share); l != nil && !(b.n <= mostWords && l.weak()) {
					b.choices(l.form)
					b.choiceLaws = append(b.choiceLaws, l)
					groups = append(groups, l.group)
				}
			}
		case s.Ratio != nil && b.full():
			l := newRatioLaw(b.n, s.Suspect, w)
			b.ratioLaws = append(b.ratioLaws, l)
			groups = append(groups, l.group)
		case s.Steps != nil:
			m := newMatrix(b.n, s.Suspect, w)
			b.matrices = append(b.matrices, m)
			groups = append(groups, m.group)
		}
		for _, g := range groups {
			b.add(g)
		}
	}
}

const sinceDeal = "; since about deal "

// newSuspect returns the group of the two players who bet on a suspect.
func newSuspect(s suspects.Suspect, where string, weight float64) *group {
	g := newGroup("suspect", about{suspect: s.Name}, weight, 1, 2)
	every := 16
	if s.Ratio != nil && !byRising(s) {
		every = 64 // it takes longer to compute, and fewer deals to see
	}
	g.split(every)
	g.about.text = func(int) string {
		text := like(s) + where
		if date := g.date(); date > 0 {
			text += sinceDeal + label.Number(date)
		}
		return text
	}
	return g
}

// times multiplies the fortunes of players by a factor.
func times(players []wager, factor float64) {
	for i := range players {
		players[i].times(factor)
	}
}

// A choiceLaw bets on the law of the choices of a form.
type choiceLaw struct {
	*group
	form   form
	ratios [][]float64 // by step: k·P(c)
}

// pay multiplies the fortunes of players who bet on the choices.
func (l *choiceLaw) pay(players []wager, choices []int32) {
	if len(players) == 0 {
		return
	}
	product := 1.0
	for step, c := range choices {
		product *= l.ratios[step][c]
	}
	times(players, product)
}

// information returns mean and variance of the logarithm of the factor under the
// suspect itself: choices are independent, so both add up.
func (l *choiceLaw) information() (mean, variance float64) {
	for _, r := range l.ratios {
		m, square := 0.0, 0.0
		for _, x := range r {
			if x > 0 {
				p, ln := x/float64(len(r)), math.Log(x)
				m += p * ln
				square += p * ln * ln
			}
		}
		mean += m
		variance += square - m*m
	}
	return mean, variance
}

// weak reports whether a deal tells so little that a [wordLaw] bets on it instead.
func (l *choiceLaw) weak() bool {
	mean, _ := l.information()
	return mean < mostWeak
}

// newChoiceLaw returns nil if the law is too close to the fair one.
func newChoiceLaw(n, k int, s suspects.Suspect, f form, weight float64) *choiceLaw {
	l := &choiceLaw{form: f}
	for step := 0; step < min(k, n-1); step++ {
		among := n - step
		self := 0
		if f == backward || f == insideOut {
			self = among - 1
		}
		p := s.Choices(n, among, self)
		for c := range p {
			p[c] *= float64(among)
		}
		l.ratios = append(l.ratios, p)
	}
	if mean, _ := l.information(); mean < leastInformation {
		return nil
	}
	l.group = newSuspect(s, inForm(f), weight)
	return l
}

// inForm adds the form to a text about a suspect.
func inForm(f form) string {
	if f == backward {
		return ""
	}
	return fmt.Sprintf("; in the %s form", f)
}

// A ratioLaw bets on the law of whole deals.
type ratioLaw struct {
	*group
	ratio  func(deal []int) float64
	rising []float64 // the ratio by the number of rising sequences; nil if it depends on more
}

// pay multiplies the fortunes of players who bet on the deal.
func (l *ratioLaw) pay(players []wager, deal []int, rising int) {
	switch {
	case len(players) == 0:
	case l.rising != nil:
		times(players, l.rising[rising])
	default:
		ln := l.ratio(deal)
		for i := range players {
			players[i].add(ln)
		}
	}
}

// byRising reports whether the law depends on the number of rising sequences alone.
func byRising(s suspects.Suspect) bool { return strings.HasPrefix(s.Name, "riffle-") }

func newRatioLaw(n int, s suspects.Suspect, weight float64) *ratioLaw {
	l := &ratioLaw{group: newSuspect(s, "", weight), ratio: s.Ratio(n)}
	if byRising(s) {
		// One deal for each number: the first items in reverse order, the others in
		// order.
		l.rising = make([]float64, n+1)
		deal := make([]int, n)
		for rising := 1; rising <= n; rising++ {
			for i := range deal {
				deal[i] = i
			}
			slices.Reverse(deal[:rising])
			l.rising[rising] = math.Exp(l.ratio(deal))
		}
	}
	return l
}

func like(s suspects.Suspect) string { return "like the suspect " + s.Name + ": " + s.Title }
