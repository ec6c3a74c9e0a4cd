package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/suspects"
)

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
