package biasedshuffle

import (
	"cmp"
	"fmt"
	"go/ast"
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

// An outcome is what all the paths of a loop lead to.
type outcome struct {
	tables      []*table
	places      map[string]*table
	cut         *big.Rat // the probability of paths that were not followed to their end
	paths       int64
	equal       bool // all paths are equally likely
	draws       int  // the most on a path
	swaps       int
	randomPairs int
	randomIndex bool // of a swap, on some path
	nested      bool // items are slices
	arithmetic  bool
	trivial     bool // it draws among one on some path
	permuted    bool
	mapped      bool
	handed      bool
	copied      bool
	removes     bool
	keeps       bool // a permutation that was drawn is in a variable from outside
	uncounted   bool // a constant stands for fewer steps than the program takes
	first       ast.Node
	failed      *big.Rat // the probability of paths that panic
	panics      reason
	partial     bool // there are paths that were not followed
	alone       bool // where a path panics, there was one slice
}

// result is the place of what a function returns.
const result = "what is returned"

// run goes through all the paths of a loop.
func (s *scope) run(n int, syms *symbols, changes map[ast.Expr]change) (*outcome, error) {
	o := &outcome{cut: new(big.Rat), failed: new(big.Rat), equal: true, places: map[string]*table{}}
	p := &path{}
	// What panics on one path may get through on others.
	onward := s.size == 0 && changes == nil && s.named()
	work, weight := 0, int64(0)
	for more := true; more; more = p.next() {
		m := &machine{scope: s, n: n, changes: changes, symbols: syms, path: p,
			nested: map[int64]*slice{}, given: map[*value]value{},
			first: map[*[]value][]value{}, keys: map[string]bool{}}
		m.root = &frame{vars: map[types.Object]*value{}}
		m.frame = m.root
		m.follow()
		panics := m.err == outOfRange || m.err == fromNothing
		if m.err != nil && m.err != cut {
			o.alone = len(m.roots) == 1 && (o.alone || o.panics == "")
			if o.first == nil {
				o.first = m.firstDraw
			}
			if !panics || !onward || !o.alone || len(syms.index) > 0 {
				return o, m.err
			}
		}
		w := p.paths()
		work += m.steps
		s.work += m.steps
		if work > maxWork || s.work > 2*maxWork || w > 1<<40 {
			if o.partial = true; o.panics != "" {
				return o, o.panics
			}
			return nil, tooMany
		}
		if panics {
			o.failed.Add(o.failed, big.NewRat(1, w))
			if o.panics == "" {
				o.panics, _ = m.err.(reason)
			}
			continue
		}
		if o.paths++; o.paths > 1 && w != weight {
			o.equal = false
		}
		weight = w
		if m.err == cut {
			o.cut.Add(o.cut, big.NewRat(1, w))
			continue
		}
		o.draws = max(o.draws, len(p.choices))
		o.swaps = max(o.swaps, m.swaps)
		o.randomPairs = max(o.randomPairs, m.randomPairs)
		o.arithmetic = o.arithmetic || m.arithmetic
		o.trivial = o.trivial || m.trivial
		o.permuted = o.permuted || m.permuted
		o.mapped = o.mapped || m.mapped
		o.handed = o.handed || m.handed
		o.copied = o.copied || m.copied
		o.removes = o.removes || m.removes
		o.nested = o.nested || len(m.nested) > 0
		o.uncounted = o.uncounted || m.uncounted
		o.randomIndex = o.randomIndex || m.randomIndex
		if o.first == nil {
			o.first = m.firstDraw
		}
		o.add(m, big.NewRat(1, w))
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

// follow runs the loop.
func (m *machine) follow() {
	switch u := m.unit.(type) {
	case *ast.FuncDecl:
		m.frame = &frame{vars: map[types.Object]*value{}, parent: m.root}
		m.body(u.Body)
	case *ast.FuncLit:
		m.sort(u)
	case ast.Stmt:
		m.exec(u, "")
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
				first := m.first[g.of]
				t.first, _ = m.row(nil, &slice{of: &first, len: len(first)}, false)
			}
			o.places[place] = t
			o.tables = append(o.tables, t)
		}
		t.weight.Add(t.weight, weight)
		if first, ok := m.first[s.of]; !ok || slices.ContainsFunc(first, func(v value) bool { return !held[v] }) {
			t.gone.Add(t.gone, weight)
		}
		row, ok := m.row(nil, s, true)
		row = m.after(row)
		if !ok {
			t.bad = true
			t.opaque = t.opaque || slices.Contains((*s.of)[s.off:s.off+s.len], value(unknown{}))
			return
		}
		t.note(row, weight)
		if !m.keep(s) {
			t.whole = nil
		}
		if row, ok := m.row(nil, s, false); ok && t.whole != nil {
			t.whole.note(m.after(row), weight)
		}
	}
	seen := make(map[*structure]bool)
	var walk func(place string, p *value, t types.Type, copy bool)
	walk = func(place string, p *value, t types.Type, copy bool) {
		v := *p
		if s, ok := v.(*slice); ok && s.drawn && v != m.given[p] {
			o.keeps = true
		}
		if _, isPointer := core(t).(*types.Pointer); isPointer {
			copy = false
		} else if copy {
			v = m.kept(p, t)
			o.copied = o.copied || v != *p
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
