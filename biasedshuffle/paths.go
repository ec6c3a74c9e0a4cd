package biasedshuffle

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math/big"
	"slices"
)

// The most steps of all paths of one loop together, of which all that is tried
// with the loop may take twice as many, and the most draws on one path.
const (
	maxWork  = 1_000_000
	maxDraws = 14
)

// A program is a unit that machines run, and what its constants stand for.
type program struct {
	*scope
	size  int64             // the constant that stands for the number of items, or 0
	walk  bool              // larger constants are numbers of steps
	free  bool              // the size is of none of the items, but the largest constant
	exact map[ast.Expr]bool // bounds of draws that are divided, and by what: no number of items
	work  int               // steps of all machines so far
}

// setSize finds the constant that stands for the number of items: the length of
// an array, else the largest bound of a draw, else the largest constant.
func (p *program) setSize() {
	var array, bound, any int64
	p.exact = make(map[ast.Expr]bool)
	for n := range ast.Preorder(p.unit) {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.QUO || b.Op == token.AND || b.Op == token.SHR) {
			if call, ok := ast.Unparen(b.X).(*ast.CallExpr); ok && len(call.Args) == 1 {
				p.exact[call], p.exact[call.Args[0]], p.exact[b.Y] = true, true, true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		t := core(p.info.TypeOf(e))
		if to, ok := t.(*types.Pointer); ok {
			t = core(to.Elem())
		}
		if a, ok := t.(*types.Array); ok && !p.info.Types[e].IsType() {
			array = max(array, a.Len())
		}
		if v, ok := p.constantOf(e); ok && v < huge && !p.exact[e] {
			any = max(any, v)
		}
		if call, ok := e.(*ast.CallExpr); ok && !p.exact[e] {
			if fn := p.callee(call); fn != nil && isBounded(fn) {
				if v, ok := p.constantOf(call.Args[0]); ok && v < huge {
					bound = max(bound, v)
				}
			}
		}
	}
	p.walk = true
	switch {
	case array > 0:
		p.size = array
	case bound > 4 && any == bound+1: // Intn(51) for a deck of 52
		p.size = any
	case bound > 4:
		p.size = bound
	case any == 51:
		p.size, p.free = 52, true
	case any > 4:
		p.size, p.free = any, true
	}
}

// An outcome is what all the paths of a unit lead to.
type outcome struct {
	marks       mark // on any path
	tables      []*table
	places      map[string]*table
	cut         *big.Rat // the probability of paths that were not followed to their end
	paths       int64
	equal       bool // all paths are equally likely
	draws       int  // the most on a path
	swaps       int
	randomPairs int
	first       ast.Node
	failed      *big.Rat // the probability of paths that panic
	panics      reason
	partial     bool // there are paths that were not followed
	alone       bool // where a path panics, there was one slice
}

// result is the place of what a function returns.
const result = "what is returned"

// run goes through all the paths of a unit.
func (p *program) run(n int, syms *symbols, changes map[ast.Expr]change) (*outcome, error) {
	o := &outcome{cut: new(big.Rat), failed: new(big.Rat), equal: true, places: map[string]*table{}}
	way := &path{}
	// What panics on one path may get through on others.
	onward := p.size == 0 && changes == nil && p.named()
	work, weight := 0, int64(0)
	for more := true; more; more = way.next() {
		m := newMachine(p, n, changes, syms, way)
		m.follow()
		if o.first == nil {
			o.first = m.firstDraw
		}
		panics := m.err == outOfRange || m.err == fromNothing
		if m.err != nil && m.err != cut {
			o.alone = len(m.roots) == 1 && (o.alone || o.panics == "")
			if !panics || !onward || !o.alone || len(syms.index) > 0 {
				return o, m.err
			}
		}
		w := way.paths()
		share := big.NewRat(1, w)
		work += m.steps
		p.work += m.steps
		if work > maxWork || p.work > 2*maxWork || w > 1<<40 {
			if o.partial = true; o.panics != "" {
				return o, o.panics
			}
			return nil, tooMany
		}
		if panics {
			o.failed.Add(o.failed, share)
			if o.panics == "" {
				o.panics, _ = m.err.(reason)
			}
			continue
		}
		o.paths++
		o.equal = o.equal && (o.paths == 1 || w == weight)
		weight = w
		if m.err == cut {
			o.cut.Add(o.cut, share)
			continue
		}
		o.draws = max(o.draws, len(way.choices))
		o.swaps = max(o.swaps, m.swaps)
		o.randomPairs = max(o.randomPairs, m.randomPairs)
		o.add(m, share)
		o.marks |= m.marks
	}
	if o.panics != "" {
		return o, o.panics
	}
	for _, t := range o.tables {
		t.complete(o.cut)
		if t.whole != nil && !t.bad {
			t.rows, t.has = t.whole.rows, t.whole.has
		}
	}
	return o, nil
}

// follow runs the unit.
func (m *machine) follow() {
	switch u := m.unit.(type) {
	case *ast.FuncDecl:
		m.frame = newFrame(m.root)
		m.body(u.Body)
	case *ast.FuncLit:
		m.sort(u)
	case ast.Stmt:
		m.exec(u)
	case ast.Expr:
		m.eval(u)
	}
}

// add adds what the slices are at the end of a path.
func (o *outcome) add(m *machine, weight *big.Rat) {
	held := m.held()
	put := func(place string, v, given value) {
		if p, ok := v.(pointer); ok {
			v = *p.to
		}
		s, ok := v.(*slice)
		if !ok || s.drawn {
			return
		}
		t := o.places[place]
		if t == nil {
			t = newTable()
			t.whole = newTable()
			if g, ok := given.(*slice); ok {
				t.first, _ = m.row(nil, sliceOf(m.first[g.of]), false)
			}
			o.places[place] = t
			o.tables = append(o.tables, t)
		}
		t.weight.Add(t.weight, weight)
		if first, ok := m.first[s.of]; !ok || slices.ContainsFunc(first, func(v value) bool { return !held[v] }) {
			t.gone = true
		}
		row, ok := m.row(nil, s, true)
		if !ok {
			t.bad = true
			t.opaque = t.opaque || slices.Contains(s.values(), value(unknown{}))
			return
		}
		t.note(m.after(row), weight)
		if !m.keep(s) {
			t.whole = nil
		} else if row, ok := m.row(nil, s, false); ok && t.whole != nil {
			t.whole.note(m.after(row), weight)
		}
	}
	seen := make(map[*structure]bool)
	var walk func(place string, p *value, t types.Type, copy bool)
	walk = func(place string, p *value, t types.Type, copy bool) {
		v := *p
		if s, ok := v.(*slice); ok && v != m.given[p] {
			m.note(keeps, s.drawn)
		}
		if _, isPointer := core(t).(*types.Pointer); isPointer {
			copy = false
		} else if copy {
			v = m.kept(p, t)
			m.note(copied, v != *p)
		}
		put(place, v, m.given[p])
		if s, ok := v.(*structure); ok && !seen[s] {
			seen[s] = true
			for _, name := range slices.Sorted(maps.Keys(s.fields)) {
				within := types.Type(types.Typ[types.Invalid])
				if field, _, _ := types.LookupFieldOrMethod(t, true, m.pass.Pkg, name); field != nil {
					within = field.Type()
				}
				walk(place+"."+name, s.fields[name], within, copy)
			}
		}
	}
	objs := slices.SortedFunc(maps.Keys(m.root.vars),
		func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, obj := range objs {
		walk(fmt.Sprint(obj.Name(), " ", obj.Pos()), m.root.vars[obj], obj.Type(), m.parameter(obj))
	}
	for _, s := range m.roots {
		put(fmt.Sprint(m.first[s.of][0]), s, s)
	}
	put(result, m.returned, nil)
}

// row lists what a slice has, and what the slices in it have if it goes deep: items as they are,
// and numbers below all of them. It is false if that is not known.
func (m *machine) row(row []int64, s *slice, deep bool) ([]int64, bool) {
	ok := true
	for _, v := range s.values() {
		switch v := v.(type) {
		case item:
			if in := m.nested[v.v]; in != nil && deep {
				row, ok = m.row(row, in, deep)
				continue
			}
			row = append(row, v.v)
		case number:
			row = append(row, v.v-1<<60)
		case *slice:
			row, ok = m.row(row, v, deep)
		default:
			return nil, false
		}
	}
	return row, ok
}

// after returns what was appended to a slice, if that had items of its own.
func (m *machine) after(row []int64) []int64 {
	for _, s := range m.roots {
		first, _ := m.row(nil, sliceOf(m.first[s.of]), true)
		if n := len(first); n > 0 && n < len(row) && slices.Equal(row[:n], first) {
			return row[n:]
		}
	}
	return row
}

// keep reports whether there are slices in a slice, of which each has in any order what it
// had first: what is done to one has nothing to do with the others.
func (m *machine) keep(s *slice) (some bool) {
	for _, v := range s.values() {
		v, _ := v.(item)
		if in := m.nested[v.v]; in != nil {
			some = true
			for _, v := range m.first[in.of] {
				if !slices.Contains(in.values(), v) {
					return false
				}
			}
		}
	}
	return some
}

// held returns the items that are anywhere at the end of a path.
func (m *machine) held() map[value]bool {
	held := make(map[value]bool)
	var look func(v value)
	look = func(v value) {
		switch v := v.(type) {
		case item:
			held[v] = true
		case pointer:
			look(*v.to)
		case *slice:
			for _, v := range v.values() {
				look(v)
			}
		case *structure:
			for _, p := range v.fields {
				look(*p)
			}
		}
	}
	for _, p := range m.root.vars {
		look(*p)
	}
	for _, s := range m.roots {
		look(s)
	}
	return held
}

// kept returns what the caller keeps of a variable that is a copy: a slice with the elements
// that both have, or an array as it was.
func (m *machine) kept(p *value, t types.Type) value {
	v, ok := m.given[p]
	if !ok {
		return *p
	}
	if s, ok := v.(*slice); ok {
		if _, isArray := core(t).(*types.Array); isArray {
			m.roots = slices.DeleteFunc(m.roots, func(root *slice) bool { return root.of == s.of })
			return sliceOf(slices.Clone(m.first[s.of]))
		}
	}
	return v
}

// parameter reports whether the unit is a function and the variable one of its parameters,
// or its receiver.
func (m *machine) parameter(obj types.Object) bool {
	d, ok := m.unit.(*ast.FuncDecl)
	return ok && d.Pos() < obj.Pos() && obj.Pos() < d.Body.Pos() &&
		(d.Type.Results == nil || obj.Pos() < d.Type.Results.Pos())
}

// onlyPairs reports whether all swaps are of two random items each.
func (o *outcome) onlyPairs() bool { return o.randomPairs > 0 && o.randomPairs == o.swaps }

// idle reports whether all that the swaps do leaves each item in its place.
func (o *outcome) idle() bool {
	return (o.swaps > 0 || o.marks.has(copied)) && o.draws > 0 && !o.marks.has(handed|keeps) &&
		len(o.tables) > 0 &&
		!slices.ContainsFunc(o.tables, func(t *table) bool {
			return t.bad || t.whole != nil || len(t.rows) != 1 ||
				t.rows["[]"] != nil
		})
}

// loses reports whether a shuffle of n items loses some: a slice ends with others on
// some paths, and if it is the one that had them, they are nowhere else.
func (o *outcome) loses(l *law, n int) bool {
	return l.all == n && l.gone && !o.marks.has(handed|nested) &&
		(l.lost.Cmp(big.NewRat(1, 1)) < 0 || o.swaps > 0) &&
		!slices.ContainsFunc(o.tables, func(t *table) bool { return t.opaque })
}
