package bets

import (
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A Learner is a group that learns how often the outcomes of something come, by its first row:
// each of its players has a Dirichlet prior; see [table].
type Learner struct {
	Group  *fortune.Group
	Of     string        // the first outcome of the law, in words
	Law    laws.Outcomes // under a fair shuffle
	Deals  float64       // so far
	Priors [2]float64
	Least  float64 // the first outcome counts only if it came more often
}

// Learners returns all of them.
func (b *Book) Learners() []Learner {
	var all []Learner
	for _, t := range b.tallies {
		if t, ok := t.(*table); ok {
			all = append(all, t.learner())
		}
	}
	return all
}

func (t *table) learner() Learner {
	var l laws.Outcomes
	for x := range t.outcomesOf(0) {
		p := 1 / t.fair(0, x)
		if last := len(l) - 1; last >= 0 && l[last].P == p {
			l[last].Number++
		} else {
			l = append(l, laws.Outcome{P: p, Number: 1})
		}
	}
	of, one := "one of its outcomes", 0
	switch {
	case t.outcomesOf(0) == 2: // whether it happens
		of, one = "it", 1
		if len(l) == 1 {
			half := laws.Outcome{P: l[0].P, Number: 1}
			l = laws.Outcomes{half, half}
		}
	case len(l) > 1:
		of = "its commonest outcome"
		for i := range l {
			if l[i].P > l[one].P {
				one = i
			}
		}
	}
	l[0], l[one] = l[one], l[0]
	deals := t.counted()
	return Learner{t.Group, of, l, deals, t.strengths(0), deals * l[0].P}
}
