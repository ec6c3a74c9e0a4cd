package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// A tally is a bet whose fortune follows from how often things have happened. It costs
// nothing until somebody looks, and then it is computed from the counts. So the alarm
// looks at tallies less often than at other bets, and takes them for nothing in
// between, which is never too much.
type tally interface {
	count() // computes the fortunes
}

// A wordLaw bets on the law of the choices of a form, as a [choiceLaw] does: on biases
// so weak that they take many deals.
type wordLaw struct {
	*group
	form           form
	steps          *table
	logs           []float64 // of k·P(c)
	mean, variance float64   // of what a deal adds if the suspect deals
}

// mostWeak is the most information that a deal gives of a weak bias, in nats.
const mostWeak = 3e-2

// newWords returns the bets on remainders and fractions of words of all widths.
func (b *bank) newWords(weight float64) {
	sum := 0.0
	var all []*wordLaw
	for bits := 1; bits <= 24; bits++ {
		for _, s := range []suspects.Suspect{suspects.Modulo(bits), suspects.Scaled(bits)} {
			l := newChoiceLaw(b.n, b.k, s, forward, 0)
			if l == nil || !l.weak() {
				continue
			}
			mean, variance := l.information()
			var logs []float64 // the same for each form
			for _, ratios := range l.ratios {
				for _, r := range ratios {
					logs = append(logs, math.Log(r))
				}
			}
			for f, share := range formShares(s, b.n, b.k, false) {
				if steps := b.steps[f]; share > 0 && steps != nil {
					about := about{suspect: s.Name, text: plainly(like(s) + inForm(form(f)))}
					all = append(all, &wordLaw{newGroup("suspect", about, share, 1, 1), form(f), steps, logs, mean, variance})
					sum += share
				}
			}
		}
	}
	for _, w := range all {
		w.weight, w.tallied = weight*w.weight/sum, true
		b.add(w.group)
		b.tallies = append(b.tallies, w)
	}
}

func (w *wordLaw) count() {
	w.wagers[0] = begin
	w.wagers[0].add(w.steps.cells.dot(w.logs))
}

// Spots are many things that each happen in a deal with the probability p, or do not. The
// players of a spot bet on that alone, as a [table] with two outcomes does: after c of t
// deals their fortunes are
//
//	r(a·p, c)·r(a·(1−p), t−c) / r(a, t),   r(x, n) = x·(x+1)⋯(x+n−1) / xⁿ,
//
// whatever the order of the deals. A table of all spots finds a
// bias that is everywhere; this one finds a bias of one spot among many.
type spots struct {
	*group
	p     float64
	deals func() float64
	times func(row int) int64 // how often it has happened in them
}

// spotStrengths are the strengths a·p of the priors.
var spotStrengths = [2]float64{4, 64}

// negligible is the square of the standard deviations within which a spot is not worth
// computing. Its fortune is taken for nothing, which is never too much.
var negligible = 9.0

func newSpots(kind string, about about, weight float64, rows int, p float64, deals func() float64, times func(row int) int64) *spots {
	s := &spots{newGroup(kind, about, weight, rows, len(spotStrengths)), p, deals, times}
	s.tallied = true
	return s
}

func (s *spots) count() {
	deals := s.deals()
	p, q := s.p, 1-s.p
	var all [len(spotStrengths)]float64
	for i, strength := range spotStrengths {
		all[i] = rise(strength/p, deals)
	}
	for row := range s.rows() {
		c := float64(s.times(row))
		w := s.wagers[row*len(spotStrengths):][:len(spotStrengths)]
		if excess := c - deals*p; excess*excess < negligible*deals*p*q {
			clear(w)
			continue
		}
		for i, strength := range spotStrengths {
			w[i] = begin
			w[i].add(rise(strength, c) + rise(strength/p*q, deals-c) - all[i])
		}
	}
}

// excess returns by how many standard errors a spot has come too often.
func (s *spots) excess(row int) float64 {
	fair := s.deals() * s.p
	return (float64(s.times(row)) - fair) / math.Sqrt(fair*(1-s.p))
}

// rise returns the logarithm of x·(x+1)⋯(x+n−1) / xⁿ. It is a difference of logarithms of
// gamma functions, by Stirling's series; to subtract them would lose the digits.
func rise(x, n float64) float64 {
	sum := 0.0
	for i := 0.0; i < n && x+i < 16; i++ {
		sum += math.Log1p(i / x)
	}
	if done := math.Ceil(math.Max(16-x, 0)); done < n {
		y, m := x+done, n-done
		sum += m*math.Log1p(done/x) + (y+m-0.5)*math.Log1p(m/y) - m + stirling(y+m) - stirling(y)
	}
	return sum
}

// stirling is what Stirling's formula lacks.
func stirling(x float64) float64 {
	y := 1 / (x * x)
	return (1./12 - y*(1./360-y*(1./1260-y*(1./1680-y/1188)))) / x
}
