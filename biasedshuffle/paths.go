package biasedshuffle

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// The most steps of all paths of one loop together, of which all that is tried
// with the loop may take twice as many, and the most draws on one path.
const (
	maxWork  = 1_000_000
	maxDraws = 14
)

// A path is a sequence of random choices. It is followed again from the start
// for each new one at its end.
type path struct {
	choices, bounds []int64
	at              int
}

// choose returns the next choice among k; it is false where the path is too long.
func (p *path) choose(k int64) (int64, bool) {
	if p.at == len(p.choices) {
		if p.at == maxDraws {
			return 0, false
		}
		p.choices = append(p.choices, 0)
		p.bounds = append(p.bounds, k)
	}
	c := p.choices[p.at]
	p.at++
	return c, true
}

// next moves to the next path; it is false after the last.
func (p *path) next() bool {
	d := len(p.choices)
	for d > 0 && p.choices[d-1]+1 == p.bounds[d-1] {
		d--
	}
	p.choices, p.bounds, p.at = p.choices[:d], p.bounds[:d], 0
	if d == 0 {
		return false
	}
	p.choices[d-1]++
	return true
}

// paths returns how many paths there are as likely as this.
func (p *path) paths() int64 {
	n := int64(1)
	for _, k := range p.bounds {
		if n > 1<<40 {
			return n
		}
		n *= k
	}
	return n
}

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

// A table is what a slice ends up as.
type table struct {
	rows map[string]*big.Rat
	has  map[string][]string
	bad  bool // on some path it has what is no item

	opaque bool // that is because what it has is not known

	weight *big.Rat // of the paths that have it
	gone   *big.Rat // of the paths on which one of its items is nowhere

	first []string // what it has where nothing touches it, if it is from outside

	whole *table // the same, with slices in it as items, if those keep what they have
}

func newTable() *table {
	return &table{rows: map[string]*big.Rat{}, has: map[string][]string{}, weight: new(big.Rat), gone: new(big.Rat)}
}

// note adds what a path ends with.
func (t *table) note(row []string, weight *big.Rat) {
	key := strings.Join(row, " ")
	if t.rows[key] == nil {
		t.rows[key] = new(big.Rat)
		t.has[key] = row
	}
	t.rows[key].Add(t.rows[key], weight)
}

// complete adds the paths on which nothing touches the slice.
func (t *table) complete(cut *big.Rat) {
	rest := new(big.Rat).Sub(big.NewRat(1, 1), t.weight)
	if rest.Sub(rest, cut); t.first != nil && rest.Sign() > 0 {
		t.weight.Add(t.weight, rest)
		t.note(t.first, rest)
		if t.whole != nil {
			t.whole.note(t.first, rest)
		}
	}
}

// empty reports whether there is nothing on any path.
func (t *table) empty() bool {
	return !t.bad && t.weight.Cmp(big.NewRat(1, 1)) == 0 && len(t.rows) == 1 && t.rows[""] != nil
}

// run goes through all the paths of a loop.
func (s *scope) run(n int, syms *symbols, changes map[ast.Expr]change) (*outcome, error) {
	o := &outcome{cut: new(big.Rat), failed: new(big.Rat), equal: true, places: map[string]*table{}}
	p := &path{}
	// What panics on one path may get through on others.
	onward := s.size == 0 && changes == nil && s.named()
	work, weight := 0, int64(0)
	for more := true; more; more = p.next() {
		m := &machine{scope: s, n: n, changes: changes, symbols: syms, path: p,
			nested: map[int64]*slice{}, given: map[*value]value{}, first: map[*[]value][]value{}, keys: map[string]bool{}}
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
	objs := slices.SortedFunc(maps.Keys(m.root.vars), func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, obj := range objs {
		walk(fmt.Sprint(obj.Name(), " ", obj.Pos()), m.root.vars[obj], obj.Type(), m.parameter(obj))
	}
	for _, s := range m.roots {
		put(fmt.Sprint(m.first[s.of][0]), s, s)
	}
	put(result, m.returned, nil)
}

// parameter reports whether the unit is a function and the variable one of its parameters,
// or its receiver.
func (m *machine) parameter(obj types.Object) bool {
	d, ok := m.unit.(*ast.FuncDecl)
	return ok && d.Pos() < obj.Pos() && obj.Pos() < d.Body.Pos() && (d.Type.Results == nil || obj.Pos() < d.Type.Results.Pos())
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
			first := slices.Clone(m.first[s.of])
			m.roots = slices.DeleteFunc(m.roots, func(root *slice) bool { return root.of == s.of })
			return &slice{of: &first, len: len(first)}
		}
	}
	return v
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
			for _, v := range (*v.of)[v.off : v.off+v.len] {
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

// after returns what was appended to a slice, if that had items of its own.
func (m *machine) after(row []string) []string {
	for _, s := range m.roots {
		first, _ := m.row(nil, &slice{of: new(m.first[s.of]), len: len(m.first[s.of])}, true)
		if n := len(first); n > 0 && n < len(row) && slices.Equal(row[:n], first) {
			return row[n:]
		}
	}
	return row
}

// keep reports whether there are slices in a slice, of which each has in any order what it
// had first: what is done to one has nothing to do with the others.
func (m *machine) keep(s *slice) (some bool) {
	for i := range s.len {
		v, ok := (*s.of)[s.off+i].(item)
		in := m.nested[v.v]
		if !ok || in == nil {
			continue
		}
		some = true
		first, now := m.first[in.of], (*in.of)[in.off:in.off+in.len]
		if len(first) != len(now) || slices.ContainsFunc(first, func(v value) bool { return !slices.Contains(now, v) }) {
			return false
		}
	}
	return some
}

// row lists what a slice has, and what the slices in it have if it goes deep; it is false if
// that is not known.
func (m *machine) row(row []string, s *slice, deep bool) ([]string, bool) {
	ok := true
	for i := range s.len {
		switch v := (*s.of)[s.off+i].(type) {
		case item:
			if in := m.nested[v.v]; in != nil && deep {
				row, ok = m.row(row, in, deep)
				continue
			}
			row = append(row, fmt.Sprint("i", v.v))
		case number:
			row = append(row, fmt.Sprint(v.v))
		case *slice:
			row, ok = m.row(row, v, deep)
		default:
			return nil, false
		}
	}
	return row, ok
}
