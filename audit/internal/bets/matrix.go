package bets

import (
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A matrix bets as a joint does, with weights from the probabilities M(x, i) of
// items at places under a suspect. The weight of item x for place i is
//
//	M(x, i) / Σ M(x, l), l ≥ i,
//
// the probability that x, which did not come to an earlier place, comes to this one. (It makes up for items that are
// likely elsewhere: for 52 items and the naive shuffle a deal gives 0.32 nats, and with M itself only 0.25.) The law of
// whole deals is not known, but the bets need none.
type matrix struct {
	n      int
	cells  []float64 // weights, row by place
	totals []float64 // of the rows
}

// newMatrix returns the bet on a suspect's position matrix.
func newMatrix(n int, s suspects.Suspect) *matrix {
	m := &matrix{n: n, totals: make([]float64, n)}
	if s.Steps != nil {
		m.cells = floatPositions(n, s.Steps(n))
	} else {
		stays := s.Stays(n)
		for cell := range n * n {
			m.cells = append(m.cells, (1-stays)/float64(n-1))
			if cell%(n+1) == 0 {
				m.cells[cell] = stays
			}
		}
	}
	for x := range n {
		rest := 0.0
		for i := n - 1; i >= 0; i-- {
			p := &m.cells[i*n+x]
			if rest += *p; rest > 0 {
				*p /= rest
			}
			m.totals[i] += *p
		}
	}
	return m
}

func (m *matrix) pay(players []fortune.Wager, u *undone) {
	product, deal := 1.0, u.deal
	for i, x := range deal {
		row := m.cells[i*m.n : (i+1)*m.n]
		var s float64
		if 2*i >= m.n && len(deal) == m.n {
			s = gather(row, deal[i:])
		} else {
			s = m.totals[i] - gather(row, deal[:i])
		}
		if s < 1e-9 { // the suspect never deals this
			product = 0
			break
		}
		product *= row[x] * float64(m.n-i) / s
		if i&63 == 63 {
			multiply(players, product)
			product = 1
		}
	}
	multiply(players, product)
}

// floatPositions returns the probability that each item comes to each place when the items 0, …, n−1, item i at place
// i, go through steps: element place·n + item. A swap of place p with each of a range leads what is at p to each place
// of the range alike, and what is elsewhere in the range to p or nowhere. How an item came to its place does not matter
// for its way on, so each step needs only the probabilities before it.
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
