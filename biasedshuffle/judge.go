package biasedshuffle

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"
)

// A change is what to evaluate in place of an expression: another one, plus add.
type change struct {
	expr ast.Expr
	add  int64
}

type verdict int

const (
	nothing verdict = iota // no shuffle, or not understood
	fair
	biased
)

// A finding is what the paths of a loop with n items come to.
type finding struct {
	verdict verdict
	law     *law
	outcome *outcome
	stuck   bool // the place at an end always gets the same item
	dealt   bool // some places at an end get any items, as a deal gives them
	counted bool // as many as the code takes from there
	idle    bool // no item ever moves
	sampled bool // only some of the items are drawn
	empty   bool // what is returned has none of the items
	panics  string
	always  bool // whatever is drawn
	outer   bool // it depends on a variable of a loop around this one
	long    bool // there are too many paths
}

// fairAtLast reports whether the declaration leaves all that it moves in fair order, such as by
// a shuffle after one that is not fair.
func (s *scope) fairAtLast() bool {
	for n := range 2 {
		o, err := s.run(n+3, newSymbols(nil, nil, n+3), nil)
		if err != nil || o.draws == 0 {
			return false
		}
		moved := false
		for _, t := range o.tables {
			if t.bad || len(t.rows) > 1 {
				l, ok := t.law(o.cut, o.arithmetic)
				if moved = true; !ok || l.lost.Sign() > 0 || len(l.still) > 0 || !l.fair() {
					return false
				}
			}
		}
		if !moved {
			return false
		}
	}
	return true
}

// setSize finds the constant that stands for the number of items: the length of
// an array, else the largest bound of a draw, else the largest constant.
func (s *scope) setSize() {
	var array, bound, any int64
	s.exact = make(map[ast.Expr]bool)
	for n := range ast.Preorder(s.unit) {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.QUO || b.Op == token.AND || b.Op == token.SHR) {
			if call, ok := ast.Unparen(b.X).(*ast.CallExpr); ok && len(call.Args) == 1 {
				s.exact[call], s.exact[call.Args[0]], s.exact[b.Y] = true, true, true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok || s.info.Types[e].Type == nil {
			continue
		}
		tv := s.info.Types[e]
		t := core(tv.Type)
		if p, ok := t.(*types.Pointer); ok {
			t = core(p.Elem())
		}
		if a, ok := t.(*types.Array); ok && !tv.IsType() {
			array = max(array, a.Len())
		}
		if v, ok := s.constantOf(e); ok && v < huge && !s.exact[e] {
			any = max(any, v)
		}
		if call, ok := e.(*ast.CallExpr); ok && !s.exact[e] {
			if fn := s.callee(call); fn != nil && isBounded(fn) && len(call.Args) == 1 {
				if v, ok := s.constantOf(call.Args[0]); ok && v < huge {
					bound = max(bound, v)
				}
			}
		}
	}
	switch {
	case array > 0:
		s.size = array
	case bound > 4:
		s.size = bound
		if any == bound+1 { // Intn(51) for a deck of 52
			s.size = any
		}
	case any > 4:
		s.size, s.free = any, true
		if any == 51 {
			s.size = 52
		}
	}
	s.walk = true
}

// constantOf returns the integer that an expression is, if it is constant.
func (s *scope) constantOf(e ast.Expr) (int64, bool) {
	if e == nil || s.info.Types[e].Value == nil {
		return 0, false
	}
	v := constant.ToInt(s.info.Types[e].Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// judge runs the loop with 3 and 4 items.
func (s *scope) judge() finding {
	s.setSize()
	f := s.judgeAt(3)
	if f.verdict == nothing && s.onBoard() {
		f = s.judgeAt(2) // of the rows and in each
		if f.law == nil || f.law.all < 4 {
			return finding{}
		}
		return f
	}
	if f.verdict == nothing && f.outcome != nil && (s.named() || s.samples()) {
		return s.judgeWindow()
	}
	if f.verdict == nothing {
		return f
	}
	// What holds for 3 items must not be an accident of so few.
	more := s.judgeAt(4)
	if f.law == nil || more.verdict != nothing && more.law == nil {
		if more.idle != f.idle || more.empty != f.empty || more.panics != f.panics {
			return finding{}
		}
		f.always = f.always && more.always
		return f
	}
	if more.verdict != nothing && more.verdict != f.verdict {
		return finding{}
	}
	if f.verdict == biased && more.verdict == biased && f.law.deals(f.outcome.draws) && more.law.deals(more.outcome.draws) {
		f.counted = s.takes()
		f.dealt = f.counted || f.outcome.draws == more.outcome.draws
	}
	return f
}

// takes reports whether the declaration takes as many items from an end, or leaves as
// many there, as its loop counts to: a deal.
func (s *scope) takes() bool {
	loop, ok := s.unit.(*ast.ForStmt)
	if !ok {
		return false
	}
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	limit, ok := s.constantOf(cond.Y)
	return ok && holds(s.decl, func(n ast.Node) bool {
		part, ok := n.(*ast.SliceExpr)
		if !ok {
			return false
		}
		to, high := s.constantOf(part.High)
		from, low := s.constantOf(part.Low)
		return high && to == limit || low && from > 0 && (from == limit || from == limit+1) // i >= 47, i > 46
	})
}

// onBoard reports whether the unit writes to elements of elements.
func (s *scope) onBoard() bool {
	return holds(s.unit, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool {
			x, ok := ast.Unparen(e).(*ast.IndexExpr)
			return ok && isElement(x.X)
		})
	})
}

// judgeAt runs the loop with n items and with several values of the integers that
// are not known, and judges by the ones with which it draws most: it must be
// biased with all of them.
func (s *scope) judgeAt(n int) finding {
	var best finding
	seen := false
	consider := func(f finding) {
		switch {
		case f.outcome == nil || f.verdict == nothing:
		case f.verdict == fair && f.law != nil && f.law.all < 3 && n > 2: // an accident of two items
		case !seen || f.outcome.draws > best.outcome.draws:
			best, seen = f, true
		case f.outcome.draws == best.outcome.draws && f.verdict == fair:
			best = f
		}
	}
	syms := newSymbols(nil, nil, n)
	all := s.once(n, syms, nil)
	if all.long {
		return finding{} // the other values of what is not known may be those that do not occur
	}
	consider(all)
	for _, values := range trials(n, len(syms.index)) {
		consider(s.once(n, newSymbols(values, syms.index, n), nil))
	}
	if !seen {
		best.panics, best.outcome = all.panics, all.outcome
	}
	// A deal of all items draws from none, and one of all but the last never has that.
	if l := best.law; best.verdict == fair && all.panics != "" && len(syms.index) == 1 && l.all == n && slices.Equal(l.still, []int{n - 1}) {
		best.verdict, best.stuck, l.silent = biased, true, true
	}
	for key := range syms.index {
		if obj := syms.vars[key]; obj != nil && obj.Pos() > s.decl.Pos() && obj.Pos() < s.unit.Pos() && len(s.defs[obj]) > 1 {
			best.outer = true
		}
	}
	return best
}

// trials returns the values to try for k integers that are not known, but for the
// first, where all are n.
func trials(n, k int) (all [][]int64) {
	if k == 0 || k > 3 {
		return nil
	}
	tries := []int64{int64(n), int64(n) - 1, 0, 1}
	total := 1
	for range k {
		total *= len(tries)
	}
	for t := 1; t < total; t++ {
		values := make([]int64, k)
		for i, rest := 0, t; i < k; i, rest = i+1, rest/len(tries) {
			values[i] = tries[rest%len(tries)]
		}
		all = append(all, values)
	}
	return all
}

// once runs the loop with n items.
func (s *scope) once(n int, syms *symbols, changes map[ast.Expr]change) finding {
	o, err := s.run(n, syms, changes)
	if err != nil {
		// Which slices are longer than others, and what the code makes sure of before,
		// is not known: only what is certain is said.
		if o != nil && o.alone && s.size == 0 && len(syms.index) == 0 && (err == outOfRange || err == fromNothing) && s.named() {
			return finding{verdict: biased, outcome: o, panics: err.Error(), always: o.failed.Cmp(big.NewRat(1, 1)) == 0}
		}
		if err == fromNothing {
			return finding{panics: err.Error()}
		}
		return finding{long: err == tooMany}
	}
	f := finding{outcome: o}
	if t := o.places[result]; t != nil && s.named() && o.draws > 0 && o.swaps > 0 && !o.handed && t.empty() {
		f.verdict, f.empty = biased, true
		return f
	}
	swaps := o.randomPairs > 0 && o.randomPairs == o.swaps
	for _, t := range o.tables {
		l, ok := t.law(o.cut, o.arithmetic)
		if ok {
			l.silent = o.uncounted || swaps && (s.free || len(syms.index) > 0)
		}
		switch {
		case !ok:
		case l.lost.Sign() > 0 && l.sample.within(n) && s.samples():
			if !l.sample.even(n) {
				f.verdict, f.law, f.sampled = biased, l, true
				return f
			}
		case l.lost.Sign() > 0:
			if f.verdict == nothing && (o.arithmetic || o.loses(l, n) && s.named()) {
				f.verdict, f.law = biased, l
			}
		case l.n < 2, l.all > n && !o.nested && !l.fromOne(n): // such as items put between others
		case l.n == n && l.all > n && !l.fair(): // a column of a board, or items that are counted from 1
			l.all, l.still, l.kept = n, nil, nil
			f.verdict, f.law = biased, l
		case l.fair():
			stuck := len(syms.index) == 0 && len(l.still) == 1 && l.all == n && (l.still[0] == 0 || l.still[0] == n-1)
			if f.verdict = fair; stuck {
				f.verdict, f.stuck = biased, true
			} else if len(l.still) == 1 && l.all == n && l.still[0] > 0 && l.still[0] < n-1 && s.named() {
				f.verdict = biased // both ends are swapped, and the middle never is
			}
			f.law = l
			return f
		default:
			f.verdict, f.law = biased, l
		}
	}
	if f.verdict == nothing && o.idle() && (!s.returns() || o.copied && o.places[result] != nil) && s.named() {
		f.verdict, f.idle = biased, true
	}
	return f
}

// samples reports whether the function says that it takes a sample.
func (s *scope) samples() bool { return s.means(meansSample) }

// returns reports whether the unit is a function with results, where the order may be.
func (s *scope) returns() bool {
	d, ok := s.unit.(*ast.FuncDecl)
	return ok && d.Type.Results != nil
}

// idle reports whether all that the swaps do leaves each item in its place.
func (o *outcome) idle() bool {
	return (o.swaps > 0 || o.copied) && o.draws > 0 && !o.handed && !o.keeps && len(o.tables) > 0 &&
		!slices.ContainsFunc(o.tables, func(t *table) bool { return t.bad || t.whole != nil || len(t.rows) != 1 || t.rows[""] != nil })
}

// loses reports whether a shuffle of n items loses some: a slice ends with others on
// some paths, and if it is the one that had them, they are nowhere else.
func (o *outcome) loses(l *law, n int) bool {
	return l.all == n && l.gone && !o.handed && !o.nested && (l.lost.Cmp(big.NewRat(1, 1)) < 0 || o.swaps > 0) &&
		!slices.ContainsFunc(o.tables, func(t *table) bool { return t.opaque })
}

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
