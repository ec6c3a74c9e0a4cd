package loops

import (
	"go/ast"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// needs says what the name of a function must say at least for a fault to be one: without it the
// same code may mean something else, such as draws with replacement. All other faults are read off
// the code alone, and no name makes one.
var needs = map[fault]code.Intent{
	lossy:  code.MeansShuffle,
	coins:  code.MeansMixing,
	pairs:  code.MeansMixing,
	single: code.MeansMixing,
	skewed: code.MeansSample,
}

// may reports whether the name of the function lets a fault be one.
func (s unit) may(be fault) bool {
	least, some := needs[be]
	return !some || s.Means(least) || least == code.MeansMixing && s.Named() || be == pairs && s.Means(code.MeansSample)
}

// cyclesOnPurpose reports whether a single cycle is what is meant: the function says so, or
// follows it from item to item.
func (s unit) cyclesOnPurpose() bool {
	return s.Means(code.MeansCycle) || code.Has(s.Decl, func(a *ast.AssignStmt) bool {
		next, ok := s.Unconverted(a.Rhs[0]).(*ast.IndexExpr)
		at := s.Object(a.Lhs[0])
		return ok && at != nil && !code.IsElement(a.Lhs[0]) && s.Object(s.Unconverted(next.Index)) == at
	})
}
