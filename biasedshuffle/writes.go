package biasedshuffle

import (
	"go/ast"
)

// drew notes where the loop draws first.
func (m *machine) drew(e *ast.CallExpr) {
	switch {
	case m.firstDraw != nil:
	case m.inUnit(e):
		m.firstDraw = e
	case m.site != nil:
		m.firstDraw = m.site
	}
}

func (m *machine) inUnit(e ast.Node) bool { return m.unit.Pos() <= e.Pos() && e.End() <= m.unit.End() }

// swapAt swaps two elements.
func (m *machine) swapAt(s *slice, i, j number) {
	p, q := m.at(s, i.v), m.at(s, j.v)
	*p, *q = *q, *p
	m.wrote(i, j)
}

// wrote counts a swap of the elements at two indices.
func (m *machine) wrote(i, j number) {
	if pair := [2]int64{i.v, j.v}; m.swaps > 0 && pair == m.lastPair {
		return // of another slice, in step
	} else {
		m.lastPair = pair
	}
	m.swaps++
	m.randomIndex = m.randomIndex || i.random || j.random
	if i.random && j.random {
		m.randomPairs++
	}
}
