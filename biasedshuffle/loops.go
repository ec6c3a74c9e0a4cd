package biasedshuffle

import (
	"fmt"
	"go/ast"
	"go/constant"
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
	panics  string
	outer   bool // it depends on a variable of a loop around this one
}

// loops looks at the loops of a declaration from the inside out, and at functions
// that call themselves, as a whole.
func (c *checker) loops(d ast.Decl) {
	var stack []ast.Node // of loops
	settled := make(map[ast.Node]bool)
	words := ""
	all := c.scope(d, d)
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(child ast.Node) bool {
			switch child := child.(type) {
			case *ast.CallExpr:
				if fn := all.callee(child); fn != nil && isRand(fn) && fn.Name() == "Shuffle" && len(child.Args) == 2 {
					s := c.scope(d, child)
					if f := s.judge(); f.verdict == biased && (f.idle || f.stuck || f.law != nil && f.law.lost.Sign() > 0) {
						c.tell(s, f, c.words(d))
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
					c.judged = append(c.judged, child)
					for _, around := range stack {
						settled[around] = true
					}
				}
				if f.verdict == biased {
					if words == "" {
						words = c.words(d)
					}
					c.tell(s, f, words)
				}
				return false
			}
			return true
		})
	}
	fd, _ := d.(*ast.FuncDecl)
	if fd == nil || fd.Body == nil || !all.draws(fd.Body) && !all.named() {
		visit(d)
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
	visit(d)
	if !itself && len(c.told) == before && all.named() {
		whole = all.judge()
	}
	if whole.verdict == biased {
		c.tell(all, whole, c.words(d))
	}
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
	for n := range ast.Preorder(s.unit) {
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
		if v, ok := s.constantOf(e); ok && v < huge {
			any = max(any, v)
		}
		if call, ok := e.(*ast.CallExpr); ok {
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
		s.size = any
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
	if f.verdict == nothing {
		return f
	}
	// What holds for 3 items must not be an accident of so few.
	more := s.judgeAt(4)
	if f.law == nil || more.verdict != nothing && more.law == nil {
		if more.idle != f.idle || more.panics != f.panics {
			return finding{}
		}
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
		case !seen || f.outcome.draws > best.outcome.draws:
			best, seen = f, true
		case f.outcome.draws == best.outcome.draws && f.verdict == fair:
			best = f
		}
	}
	syms := &symbols{index: map[symbolKey]int{}, first: int64(n)}
	consider(s.once(n, syms, nil))
	for _, values := range trials(n, len(syms.index)) {
		consider(s.once(n, &symbols{values: values, index: syms.index, first: int64(n)}, nil))
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
			return finding{verdict: biased, outcome: o, panics: err.Error()}
		}
		return finding{}
	}
	f := finding{outcome: o}
	for _, t := range o.tables {
		l, ok := t.law(o.cut)
		switch {
		case !ok:
		case l.lost.Sign() > 0:
			if f.verdict == nothing && (o.arithmetic || o.loses(l, n) && s.named()) {
				f.verdict, f.law = biased, l
			}
		case l.n < 2, l.all > n && !o.nested: // such as items put between others
		case l.n == n && l.all > n && !l.fair(): // a column of a board
			l.all, l.still, l.kept = n, nil, nil
			f.verdict, f.law = biased, l
		case l.fair():
			stuck := len(syms.index) == 0 && len(l.still) == 1 && l.all == n && (l.still[0] == 0 || l.still[0] == n-1)
			if f.verdict = fair; stuck {
				f.verdict, f.stuck = biased, true
			}
			f.law = l
			return f
		default:
			f.verdict, f.law = biased, l
		}
	}
	if f.verdict == nothing && o.idle() && !s.returns() && s.named() {
		f.verdict, f.idle = biased, true
	}
	return f
}

// returns reports whether the unit is a function with results, where the order may be.
func (s *scope) returns() bool {
	d, ok := s.unit.(*ast.FuncDecl)
	return ok && d.Type.Results != nil
}

// idle reports whether all that the swaps do leaves each item in its place.
func (o *outcome) idle() bool {
	return o.swaps > 0 && o.draws > 0 && !o.handed && len(o.tables) > 0 &&
		!slices.ContainsFunc(o.tables, func(t *table) bool { return t.bad || len(t.rows) != 1 })
}

// loses reports whether a shuffle of n items loses some: a slice ends with others on
// some paths, and if it is the one that had them, they are nowhere else.
func (o *outcome) loses(l *law, n int) bool {
	return l.all == n && l.gone && !o.handed && !o.nested && l.lost.Cmp(big.NewRat(1, 1)) < 0 &&
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
	remedy := "use rand.Shuffle"
	switch category {
	case "naive", "cycle", "off-by-one":
		if edit, what, ok := s.fix(); ok {
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

// describe returns the category and the message of a biased loop, or nothing if
// its words say that it is meant.
func (f finding) describe(words string) (category, message string) {
	l, o := f.law, f.outcome
	claims := claims(words)
	switch {
	case f.panics != "":
		return "lost", "this always panics: " + f.panics
	case f.idle && o.copied:
		return "lost", "a copy is shuffled and dropped: the items themselves stay in their places"
	case f.idle:
		return "lost", "the swap changes nothing: each item stays in its place"
	case f.dealt && (f.counted || !shuffling.MatchString(words)):
		return "", ""
	case l.lost.Sign() > 0 && !o.arithmetic && (keeping.MatchString(words) || replacing.MatchString(words)):
		return "", ""
	case !o.randomIndex && l.lost.Sign() == 0 && (!claims || nearly.MatchString(words) || neighbouring.MatchString(words)):
		return "", "" // such as a coin for each pair of neighbours
	case l.lost.Sign() > 0 && !o.arithmetic:
		return "lost", fmt.Sprintf("items are lost, and others are there twice: for %d items the chance of that is %s", l.all, l.lost.RatString())
	case l.lost.Sign() > 0:
		return "xor", fmt.Sprintf("a swap by XOR or sums clears an item that is swapped with itself: for %d items the chance that at least one is lost is %s",
			l.all, l.lost.RatString())
	case o.randomPairs > 0 && o.randomPairs == o.swaps:
		if !claims || walking.MatchString(words) || nearly.MatchString(words) {
			return "", ""
		}
		if o.randomCount {
			return "random-swaps", fmt.Sprintf("a random number of swaps of two random items each is no shuffle: for %d items and %s %s",
				l.all, count(o.swaps, "swap"), strings.TrimPrefix(l.String(), fmt.Sprintf("for %d items ", l.all)))
		}
		return "random-swaps", fmt.Sprintf("swaps of two random items each are no shuffle, however many: for %d items and %s %s",
			l.all, count(o.swaps, "swap"), strings.TrimPrefix(l.String(), fmt.Sprintf("for %d items ", l.all)))
	case f.stuck:
		end, items := "first", l.items()
		if l.still[0] > 0 {
			end = "last"
		}
		if which := slices.Index(items, l.kept[0]); which != l.still[0] {
			return "off-by-one", fmt.Sprintf("off by one: the %s place always gets the same item, number %d: %s", end, which+1, l)
		}
		if keeping.MatchString(words) {
			return "", ""
		}
		return "off-by-one", fmt.Sprintf("off by one: the %s item never moves: %s", end, l)
	case l.cut.Sign() == 0 && l.cycles():
		if cycling.MatchString(words) {
			return "", ""
		}
		return "cycle", fmt.Sprintf("this makes a single cycle (Sattolo), no shuffle: %s, and no item stays in its place", l)
	case o.permuted && o.first == nil:
		return "reuse", fmt.Sprintf("swaps by a permutation, one after the other, are not that permutation: %s", l)
	case o.draws < o.swaps && !o.arithmetic:
		if !claims && o.draws == 1 || rotating.MatchString(words) {
			return "", ""
		}
		return "reuse", fmt.Sprintf("one random number serves several swaps: %s", l)
	case o.first == nil: // drawn before the loop
		if !claims || rotating.MatchString(words) {
			return "", ""
		}
		return "reuse", fmt.Sprintf("%s random choices are too few: %s", numeral(o.draws), l)
	case o.equal && o.draws >= l.all && len(l.rows) == int(falling(l.all, l.all)):
		message = "a naive shuffle: "
		if o.paths%falling(l.all, l.all) != 0 {
			message += fmt.Sprintf("%d equally likely paths cannot fall evenly on %d orders: ", o.paths, falling(l.all, l.all))
		}
		return "naive", message + l.String()
	}
	return "off-by-one", "not every item gets its fair choice of places: " + l.String()
}
