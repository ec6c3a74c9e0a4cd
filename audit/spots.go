package audit

import "math"

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
	s := &spots{p: p, deals: deals, times: times}
	about.found = func(row int) string { return directed(s.about.words(row), s.excess(row)) }
	s.group = newGroup(kind, about, weight, rows, len(spotStrengths))
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
