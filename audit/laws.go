package audit

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// This file bets on the laws of the suspects. Where the law P of whole deals is
// known, the factor is P(deal)·n!, and the fortune is the likelihood ratio, which
// grows as fast as any can (Wald 1945).

// mostLaws is the most items for which suspects' laws are tabulated.
const mostLaws = 256

// leastInformation is the least information of a deal, in nats, that a suspect must
// give to be bet on: the others take more than 10¹⁰ deals.
const leastInformation = 1e-9

// A choiceLaw bets on the law of the choices of a form.
type choiceLaw struct {
	*group
	form   form
	ratios [][]float64 // by step: k·P(c)
}

func (l *choiceLaw) bet(choices []int32, times int) {
	if l.asleep() {
		return
	}
	product := 1.0
	for step, c := range choices {
		product *= l.ratios[step][c]
	}
	l.wagers[0].power(product, times)
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

// newChoiceLaw returns nil if the law is too near to the fair one.
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
	where := ""
	if f != backward {
		where = fmt.Sprintf(", %s", f)
	}
	l.group = newGroup("suspect", about{suspect: s.Name, plain: like(s) + where}, weight, 1, 1)
	return l
}

// A ratioLaw bets on the law of whole deals.
type ratioLaw struct {
	*group
	ratio func(deal []int) float64
}

func (l *ratioLaw) bet(deal []int, times int) {
	if !l.asleep() {
		l.wagers[0].add(l.ratio(deal) * float64(times))
	}
}

func newRatioLaw(n int, s suspects.Suspect, weight float64) *ratioLaw {
	return &ratioLaw{
		group: newGroup("suspect", about{suspect: s.Name, plain: like(s)}, weight, 1, 1),
		ratio: s.Ratio(n),
	}
}

// floatPositions is [Positions] in float64, place by item.
func floatPositions(n int, steps []suspects.Step) []float64 {
	cells := make([]float64, n*n)
	for i := range n {
		cells[i*n+i] = 1
	}
	meet := make([]float64, n)
	for _, s := range steps {
		p := 1 / float64(s.To-s.From)
		here := cells[s.Place*n : (s.Place+1)*n]
		clear(meet)
		for i := s.From; i < s.To; i++ {
			row := cells[i*n : (i+1)*n]
			for x, at := range row {
				meet[x] += p * at
				if i != s.Place {
					row[x] = at + p*(here[x]-at)
				}
			}
		}
		copy(here, meet)
	}
	return cells
}

func like(s suspects.Suspect) string { return "like the suspect " + s.Name + ": " + s.Title }
