package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
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
	short   bool // a constant number of the items is drawn
	outer   bool // it depends on a variable of a loop around this one
	long    bool // there are too many paths
}

// loops looks at the loops of a declaration from the inside out, and at functions
// that call themselves, as a whole.
func (c *checker) loops(d ast.Decl) {
	var stack []ast.Node // of loops
	settled := make(map[ast.Node]bool)
	words := ""
	var pending []func()
	all := c.scope(d, d)
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(child ast.Node) bool {
			switch child := child.(type) {
			case *ast.CallExpr:
				if fn := all.callee(child); fn != nil && isRand(fn) && fn.Name() == "Shuffle" && len(child.Args) == 2 {
					s := c.scope(d, child)
					if f := s.judge(); f.verdict == biased && (f.idle || f.stuck && !s.writesElsewhere() || f.law != nil && f.law.lost.Sign() > 0) {
						f.among(stack, s)
						pending = append(pending, func() { c.tell(s, f, c.words(d)) })
					}
				}
			case *ast.ForStmt, *ast.RangeStmt:
				if child == n {
					return true
				}
				stack = append(stack, child)
				visit(child)
				stack = stack[:len(stack)-1]
				if settled[child] {
					for _, around := range stack {
						settled[around] = true
					}
					return false
				}
				s := c.scope(d, child)
				if !s.draws(child) && !(writes(child) && s.indexedByDraw()) {
					return false
				}
				f := s.judge()
				if f.outer && len(stack) > 0 {
					return false // the loop around it tells
				}
				if f.verdict != nothing {
					if f.law == nil || f.law.all > 2 { // all items
						c.judged = append(c.judged, child)
					}
					for _, around := range stack {
						settled[around] = true
					}
				}
				if f.verdict == biased {
					f.among(stack, s)
					if words == "" {
						words = c.words(d)
						if s.keepsShuffled() {
							words += "shuffled. "
						}
					}
					pending = append(pending, func() { c.tell(s, f, words) })
				}
				return false
			}
			return true
		})
	}
	visitAll := func() {
		visit(d)
		if len(pending) > 0 && all.fairAtLast() {
			pending = nil
		}
		for _, tell := range pending {
			tell()
		}
	}
	fd, _ := d.(*ast.FuncDecl)
	if fd == nil || fd.Body == nil || !all.draws(fd.Body) && !all.named() {
		visitAll()
		return
	}
	var whole finding
	itself := c.callsItself(fd)
	if itself {
		whole = all.judge()
	}
	if whole.verdict == fair {
		return // whatever its loops would come to alone
	}
	before := len(c.told)
	visitAll()
	if !itself && len(c.told) == before && (all.named() || swapsInLoop(fd) && all.samples()) {
		whole = all.judge()
	}
	if whole.verdict == biased {
		c.tell(all, whole, c.words(d))
	} else if whole.verdict == nothing && len(c.told) == before && all.named() {
		c.few(all, fd)
	}
}

// fairAtLast reports whether the declaration leaves all that it moves in fair order, such as by
// a shuffle after one that is not fair.
func (s *scope) fairAtLast() bool {
	for n := range 2 {
		o, err := s.run(n+3, &symbols{index: map[symbolKey]int{}, first: int64(n + 3)}, nil)
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

// few reports a shuffle that isn't understood, but whose random choices, which stand outside
// of its loops, are so few that most orders cannot come out.
func (c *checker) few(s *scope, d *ast.FuncDecl) {
	var loops []ast.Node
	var first *ast.CallExpr
	orders := int64(1)
	for n := range ast.Preorder(d.Body) {
		if loopBody(n) != nil {
			loops = append(loops, n)
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn := s.callee(call)
		if fn == nil {
			if s.info.Types[call.Fun].IsBuiltin() || s.info.Types[call.Fun].IsType() {
				continue
			}
			return // it may draw
		}
		if !isRand(fn) {
			if c.namedShuffle(fn) || s.drawers[fn.Origin()] || s.bodies[fn.Origin()] == nil && fn.Pkg() != nil && fn.Pkg().Path() != "fmt" {
				return
			}
			continue
		}
		if !isBounded(fn) || within(loops, call) {
			return
		}
		k, known := s.constantOf(call.Args[0])
		if orders *= k; !known || k < 2 || orders > 1000 {
			return
		}
		if first == nil {
			first = call
		}
	}
	if first != nil && len(loops) > 0 {
		c.report(analysis.Diagnostic{Pos: first.Pos(), End: first.End(), Category: "reuse",
			Message: fmt.Sprintf("the random choices are too few for a shuffle: they give %d orders at most; use %s", orders, c.shuffleOf())})
	}
}

// keepsShuffled reports whether a variable that the declaration makes is called shuffled.
func (s *scope) keepsShuffled() bool {
	return holds(s.decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && s.info.Defs[id] != nil && strings.HasPrefix(strings.ToLower(id.Name), "shuffled")
	})
}

func (c *checker) callsItself(d *ast.FuncDecl) bool {
	s := c.scope(d, d)
	return holds(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := s.callee(call)
		return fn != nil && fn.Origin() == s.info.Defs[d.Name]
	})
}

// indexedByDraw reports whether the unit has an index that was drawn before it, or
// elements of what was.
func (s *scope) indexedByDraw() bool {
	drawn := func(id *ast.Ident) bool {
		obj, ok := s.info.Uses[id].(*types.Var)
		if !ok || obj.Pos() >= s.unit.Pos() && obj.Pos() <= s.unit.End() {
			return false
		}
		def, ok := s.definition(obj)
		return ok && def != nil && s.draws(def)
	}
	if loop, ok := s.unit.(*ast.RangeStmt); ok {
		if id, ok := loop.X.(*ast.Ident); ok && drawn(id) {
			return true // a permutation
		}
	}
	return holds(s.unit, func(n ast.Node) bool {
		x, ok := n.(*ast.IndexExpr)
		return ok && holds(x, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			return ok && drawn(id)
		})
	})
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
		if any == 51 && playing.MatchString(s.words(s.decl)) {
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

// judge runs the loop with 3 and 4 items. A function whose bound may be the largest of
// its numbers, or the first that is too large, must be biased with both.
func (s *scope) judge() finding {
	f := s.judgeSizes()
	if s.loose && f.verdict == biased {
		s.inclusive = true
		if s.judgeSizes().verdict == fair {
			f = finding{}
		}
		s.inclusive = false
	}
	return f
}

func (s *scope) judgeSizes() finding {
	s.setSize()
	f := s.judgeAt(3)
	if f.verdict == nothing && s.onBoard() {
		f = s.judgeAt(2) // of the rows and in each
		if f.law == nil || f.law.all < 4 {
			return finding{}
		}
		return f
	}
	if f.verdict == nothing && s.free && f.panics != "" {
		s.less = 1
		f, more := s.judgeAt(3), s.judgeAt(4)
		s.less = 0
		if f.verdict == biased && f.law != nil && f.law.cycles() && more.verdict == biased && more.law != nil && more.law.cycles() {
			f.short = true
			return f
		}
		return finding{}
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
	syms := &symbols{index: map[symbolKey]int{}, first: int64(n)}
	all := s.once(n, syms, nil)
	if all.long {
		return finding{} // the other values of what is not known may be those that do not occur
	}
	consider(all)
	for _, values := range trials(n, len(syms.index)) {
		consider(s.once(n, &symbols{values: values, index: syms.index, first: int64(n)}, nil))
	}
	if !seen {
		best.panics, best.outcome = all.panics, all.outcome
	}
	// A deal of all items draws from none, and one of all but the last never has that.
	if l := best.law; best.verdict == fair && all.panics != "" && len(syms.index) == 1 && l.all == n && slices.Equal(l.still, []int{n - 1}) {
		best.verdict, best.stuck, l.silent = biased, true, true
	}
	for key := range syms.index {
		if key.obj.Pos() > s.decl.Pos() && key.obj.Pos() < s.unit.Pos() && len(s.defs[key.obj]) > 1 {
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
			l.silent = o.uncounted || swaps && (s.free || len(syms.index) > 0 || o.randomCount)
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

// samples reports whether the declaration says that it takes a sample, by a reservoir.
func (s *scope) samples() bool {
	words := s.words(s.decl)
	return sampling.MatchString(words) && !weighting.MatchString(words)
}

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

// tell reports a biased loop.
func (c *checker) tell(s *scope, f finding, words string) {
	category, message := f.describe(words)
	if category == "" {
		return
	}
	d := analysis.Diagnostic{Pos: s.unit.Pos(), Category: category, Message: message}
	if f.outcome.first != nil {
		d.Pos, d.End = f.outcome.first.Pos(), f.outcome.first.End()
	}
	remedy := "use " + c.shuffleOf()
	if _, ok := s.unit.(*ast.CallExpr); ok { // of Shuffle itself
		remedy = "swap a[i] and a[j], and give Shuffle the number of all items"
	}
	switch category {
	case "naive", "cycle", "off-by-one":
		if edit, what, ok := s.fix(); ok && !s.loose {
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: what + ", which makes all orders equally likely", TextEdits: []analysis.TextEdit{edit}}}
			remedy += ", or " + lower(what)
		}
	case "lost":
		if f.idle && f.outcome.copied {
			remedy = "shuffle the items themselves, or return the copy"
		}
	case "xor":
		d.SuggestedFixes = c.plainSwap(s)
		remedy = "swap by assignment"
	}
	d.Message += "; " + remedy
	c.told = append(c.told, s.unit)
	c.report(d)
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// among takes the numbers from what is found in a loop that others repeat.
func (f finding) among(loops []ast.Node, s *scope) {
	if f.law != nil && s.repeated(loops) {
		f.law.silent, f.law.rounds = true, true
	}
}

// repeated reports whether the unit is run again, on the same items, by a loop around it:
// its numbers are those of one round. What belongs to a round of that loop is declared or
// assigned in it and used in the unit as more than a number.
func (s *scope) repeated(around []ast.Node) bool {
	return slices.ContainsFunc(around, func(loop ast.Node) bool {
		ofRound := make(map[types.Object]bool)
		for n := range ast.Preorder(loop) {
			if s.unit.Pos() <= n.Pos() && n.End() <= s.unit.End() {
				continue
			}
			switch n := n.(type) {
			case *ast.Ident:
				ofRound[s.info.Defs[n]] = true
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					ofRound[s.object(e)] = true
				}
			}
		}
		delete(ofRound, nil)
		own := func(n ast.Node, number bool) bool {
			return holds(n, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || !ofRound[s.info.Uses[id]] {
					return false
				}
				_, basic := core(s.info.TypeOf(id)).(*types.Basic)
				return number || !basic
			})
		}
		return !own(s.unit, false) && !holds(s.unit, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				return own(n.Index, true)
			case *ast.SliceExpr:
				return n.Low != nil && own(n.Low, true) || n.High != nil && own(n.High, true)
			}
			return false
		})
	})
}
