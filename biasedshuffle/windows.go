package biasedshuffle

import "go/ast"

// judgeWindow runs the loop with 5 and 6 items: one that leaves out some at both ends, or that begins
// after a sample is full, draws too few times with 3.
func (s *scope) judgeWindow() finding {
	f, more := s.judgeAt(5), s.judgeAt(6)
	if f.verdict != biased || more.verdict != biased || f.law == nil || more.law == nil || f.sampled != more.sampled || f.law.deals(f.outcome.draws) {
		return finding{}
	}
	return f
}

// writesElsewhere reports whether the declaration assigns to elements outside of the unit, such as
// to one that the unit leaves where it is.
func (s *scope) writesElsewhere() bool {
	return holds(s.decl, func(n ast.Node) bool {
		_, ok := n.(*ast.AssignStmt)
		return ok && !(s.unit.Pos() <= n.Pos() && n.End() <= s.unit.End()) && writes(n)
	})
}
