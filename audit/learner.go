package audit

import "math"

// A learner is a group that learns how often the outcomes of something come, by its first row:
// each of its players has a Dirichlet prior; see [table].
type learner struct {
	group  *group
	of     string   // the first outcome of the law, in words
	law    outcomes // under a fair shuffle
	deals  float64  // so far
	priors [2]float64
	least  float64 // the first outcome counts only if it came more often
}

// Outcomes are the probabilities of outcomes, each with the number of those that have it.
type outcomes []struct{ p, number float64 }

// learners returns all of them.
func (b *book) learners() []learner {
	var all []learner
	add := func(deals float64, tables ...*table) {
		for _, t := range tables {
			all = append(all, t.learner(deals))
			if t.mirror != nil {
				all = append(all, t.mirror.learner(deals))
			}
		}
	}
	for _, bank := range b.banks {
		add(bank.deals, bank.tables...)
	}
	if b.sets != nil {
		add(b.sets.deals, b.sets.tables...)
		add(b.sets.deals-1, b.sets.again)
	}
	for _, t := range b.tallies {
		if s, ok := t.(*spots); ok {
			all = append(all, s.learner())
		}
	}
	return all
}

func (s *spots) learner() learner {
	least := s.deals()*s.p + math.Sqrt(negligible*s.deals()*s.p*(1-s.p))
	return learner{s.group, "it", outcomes{{s.p, 1}, {1 - s.p, 1}}, s.deals(), [2]float64{spotStrengths[0] / s.p, spotStrengths[1] / s.p}, least}
}

func (t *table) learner(deals float64) learner {
	var l outcomes
	for x := range t.outcomesOf(0) {
		p := 1 / t.fair(0, x)
		if last := len(l) - 1; last >= 0 && l[last].p == p {
			l[last].number++
		} else {
			l = append(l, struct{ p, number float64 }{p, 1})
		}
	}
	of, one := "one of its outcomes", 0
	switch {
	case t.outcomesOf(0) == 2: // whether it happens
		of, one = "it", 1
		if len(l) == 1 {
			l = outcomes{{l[0].p, 1}, {l[0].p, 1}}
		}
	case len(l) > 1:
		of = "its commonest outcome"
		for i := range l {
			if l[i].p > l[one].p {
				one = i
			}
		}
	}
	l[0], l[one] = l[one], l[0]
	return learner{t.group, of, l, deals, strengths, deals * l[0].p}
}
