package bets

import "github.com/yates-shuffle/yates/audit/internal/fortune"

// A Learner is a group that learns how often outcomes come that are all as likely, or how often something happens, by
// its first row: each of its players has a Dirichlet prior; see [table].
type Learner struct {
	Group  *fortune.Group
	P      float64 // of an outcome, or that it happens, under a fair shuffle
	Others float64 // how many outcomes share the rest alike
	Deals  float64 // so far
	Priors [learners]float64
}

// Learners returns all of them.
func (b *Book) Learners() (all []Learner) {
	for _, t := range b.tallies {
		if t, ok := t.(*table); ok && (t.of == nil || t.spots != nil) {
			outcomes := t.outcomesOf(0)
			all = append(all, Learner{t.Group, 1 / t.fair(0, outcomes-1), float64(outcomes - 1), t.deals,
				t.chanceOf(0, 0).priors})
		}
	}
	return all
}
