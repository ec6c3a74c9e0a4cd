package draws

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// An index is what is known of x[i]: how many items x has, and which i are drawn.
type index struct {
	at    *ast.IndexExpr
	draw  machine.Draw
	items int64
	name  string // of x
}

// index looks at x[i], and reports whether it is known.
func (s *reading) index(x *ast.IndexExpr) (i index, ok bool) {
	g := s.Glance(some, x.Index, x.X)
	return index{x, g.Draws[0], g.Draws[1].Low, types.ExprString(x.X)}, g.Known[0] && g.Known[1]
}

// is reports whether the indices begin with from, and end with the one that is past after all.
func (i index) is(from, past int64) bool {
	return i.draw.Low == from && i.draw.Low+int64(i.draw.Most) == i.items-1+past
}

// picks looks for x[rand.Intn(len(x)-1)], which never is the last item. The same bound is
// right for a pivot, a place between two items, or where the last is treated apart: so it is
// reported only where the item is read, in code that is no test, does not put items in
// order, does not cut there, and takes neither the last item by itself nor the one after.
func (s *reading) picks() {
	var short []index
	apart := make(map[string]bool)     // what is drawn from as a whole, or whose last item is taken
	moved := make(map[ast.Expr]bool)   // to another place of the same
	changed := make(map[ast.Node]bool) // where it is, as in x[i] = !x[i]
	for n := range ast.Preorder(s.Decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				from := n.Rhs[min(i, len(n.Rhs)-1)]
				moved[from] = code.IsElement(e) && code.IsElement(from) && s.Object(from) == s.Object(e)
			}
			for e := range code.All[*ast.IndexExpr](n) {
				changed[e] = len(n.Lhs) == 1 && types.ExprString(e) == types.ExprString(n.Lhs[0])
			}
		case *ast.IndexExpr:
			i, known := s.index(n)
			drawn := i.draw.At != nil
			switch {
			case !known:
			case !drawn && i.is(i.items-1, 0): // x[len(x)-1]
				apart[i.name] = apart[i.name] || !moved[n]
			case !drawn || s.Testing():
			case i.draw.From.Ticks(): // one by the second may be whose turn it is
				if i.draw.From == machine.Clock || s.Named() || s.Means(code.MeansDraw) {
					s.ReportAt(i.draw.At, "modulo", "the clock is no random number: calls within one tick get the same")
				}
			case i.is(0, 0):
				apart[i.name] = true
			case i.is(0, -1) && !changed[n]:
				short = append(short, i)
			}
		}
	}
	for _, i := range short {
		if apart[i.name] || s.puts(i.name) || s.precedes(i) {
			continue
		}
		var fixes []analysis.SuggestedFix
		for less := range code.All[*ast.BinaryExpr](i.draw.At) {
			if s.IsLess(less) {
				fixes = []analysis.SuggestedFix{code.Replacing("Draw from all items", less, s.Source(less.X))}
			}
		}
		s.ReportAt(i.draw.At, "off-by-one", code.Say("off-by-one",
			"the last item is never drawn; draw below the length", " of "+i.name), fixes...)
	}
}

// always reports what is drawn below 1.
func (s *reading) always(call *ast.CallExpr) {
	if fn := s.Callee(call); fn != nil && code.IsRand(fn) && code.IsBounded(fn) && !s.Testing() {
		if one, _ := s.ConstantOf(call.Args[0]); one == 1 {
			s.ReportAt(call, "off-by-one", "a number that is drawn below 1 is always 0")
		}
	}
}

// ranges looks at loops over maps, of which the first one is taken, and over permutations.
func (s *reading) ranges(n *ast.RangeStmt) {
	_, isMap := code.Core(s.Info.TypeOf(n.X)).(*types.Map)
	_, returns := append(slices.Clip(n.Body.List), nil)[0].(*ast.ReturnStmt)
	if isMap && returns && n.Key != nil && s.Means(code.MeansDraw) && !s.Testing() {
		s.ReportAt(n.X, "off-by-one", "a map has no order, but no random one: some come first more often")
	}
	if !isBlank(n.Key) && isBlank(n.Value) && s.Called(n.X) == "rand.Perm" {
		s.ReportAt(n.X, "lost", "the permutation is not used: take its values, with for _, i := range")
	}
}

// letters reports 'a' + rand.Intn(25).
func (s *reading) letters(sum *ast.BinaryExpr) {
	of := s.Glance(some, sum).Draws[0]
	if of.At != nil && (of.Low == 'a' || of.Low == 'A') && of.Most == 'y'-'a' && !s.Testing() {
		s.ReportAt(of.At, "off-by-one", "the last letter is never drawn; draw below 26")
	}
}

// digits reports fmt.Sprintf("%06d", rand.Intn(999999)).
func (s *reading) digits(call *ast.CallExpr) {
	if s.Called(call) != "fmt.Sprintf" || len(call.Args) != 2 || s.Testing() {
		return
	}
	of := s.Glance(some, call.Args[1]).Draws[0]
	nines := fmt.Sprint(of.Low + int64(of.Most) + 1)
	format := fmt.Sprintf(`"%%0%dd"`, len(nines))
	if of.At != nil && strings.Trim(nines, "9") == "" && s.Source(call.Args[0]) == format {
		s.ReportAt(of.At, "off-by-one", nines+" is never drawn; draw below one more")
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// precedes reports whether the declaration uses the place after an index that a variable has, but for
// the rest of a slice without the item, as x[i+1:], or cuts after x[k-1], as into x[:k] and x[k:].
func (s *reading) precedes(i index) bool {
	obj := s.Object(s.Unconverted(i.at.Index))
	var cut types.Object
	if less, ok := ast.Unparen(i.at.Index).(*ast.BinaryExpr); ok {
		cut = s.Object(less.X)
	}
	rest := make(map[ast.Expr]bool)
	return code.Has(s.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SliceExpr:
			rest[n.Low] = true
			return cut != nil && s.Object(n.Low) == cut
		case *ast.BinaryExpr:
			one, _ := s.ConstantOf(n.Y)
			return obj != nil && one == 1 && n.Op == token.ADD && !rest[n] && s.Object(n.X) == obj
		}
		return false
	})
}

// puts reports whether items of x, or the item that is drawn, are put in order, by an operator or by a
// function of two of them, as a sort does with its pivot.
func (s *reading) puts(x string) bool {
	item := func(e ast.Expr) bool {
		i, ok := ast.Unparen(s.Meant(e)).(*ast.IndexExpr)
		return ok && types.ExprString(i.X) == x
	}
	return code.Has(s.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return code.Ordered[n.Op] && (item(n.X) || item(n.Y))
		case *ast.CallExpr:
			of := n.Args
			if method, ok := n.Fun.(*ast.SelectorExpr); ok && len(of) == 1 {
				of = []ast.Expr{method.X, of[0]}
			}
			return len(of) == 2 && item(of[0]) && item(of[1]) &&
				code.Is(s.Info.TypeOf(n), types.IsBoolean|types.IsInteger)
		}
		return false
	})
}
