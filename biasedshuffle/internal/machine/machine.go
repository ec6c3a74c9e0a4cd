package machine

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// The most that a machine does on a path, and how deep its calls go.
const (
	maxSteps = 4000
	maxCalls = 12
)

// A machine runs a unit once, along one path of the random choices.
type machine struct {
	*Program
	choices
	n       int                   // items in a slice
	changes map[ast.Expr]ast.Expr // of what one more is the value of expressions
	symbols *Symbols

	root  *frame
	frame *frame
	roots []*slice             // with new items, in the order of their making
	first map[*[]value][]value // what they had first
	given map[*value]value     // what variables and fields from outside had first
	keys  map[string]bool      // of the slices that have been made
	count any                  // what the number of items was last taken from: a slice or a constant
	steps int
	calls int

	returned value
}

func newMachine(p *Program, n int, changes map[ast.Expr]ast.Expr, syms *Symbols, path *path) *machine {
	root := newFrame(nil)
	return &machine{Program: p, n: n, changes: changes, symbols: syms, choices: choices{path: path},
		root: root, frame: root, given: map[*value]value{}, first: map[*[]value][]value{}, keys: map[string]bool{}}
}

func (m *machine) step() {
	if m.steps++; m.steps > maxSteps {
		m.giveUp("the loop is too long")
	}
}

// newItems returns a slice of n new items.
func (m *machine) newItems(n int, key string) *slice {
	if m.lazy {
		return unknowns(n)
	}
	for m.keys[key] {
		key += "'"
	}
	m.keys[key] = true
	from, known := m.symbols.items[key]
	if !known {
		from = m.symbols.made
		m.symbols.items[key] = from
		m.symbols.made += max(n, 0)
	}
	if n < 0 || from+n > 50 {
		m.giveUp("too many items")
		n = 0
	}
	s := sliceOf(make([]value, n))
	for i := range n {
		(*s.of)[i] = item{1 << (from + i)}
	}
	if n > 0 {
		m.roots = append(m.roots, s)
	}
	m.first[s.of] = slices.Clone(*s.of)
	return s
}

// fresh returns the value of a variable of which only the type is known.
func (m *machine) fresh(t types.Type, key string) value {
	switch u := code.Core(t).(type) {
	case *types.Slice:
		if m.lazy { // longer than any number from outside, so that a part can be taken off
			return unknowns(longer + int(m.symbols.of(key)))
		}
		return m.newItems(m.n, key)
	case *types.Array:
		return m.newItems(int(m.scaled(u.Len())), key)
	case *types.Map:
		if code.IsInteger(u.Key()) && !m.lazy {
			s := m.newItems(m.n, key)
			s.elem = u.Elem()
			return s
		}
	case *types.Pointer:
		to := m.fresh(u.Elem(), key)
		if s, ok := to.(*structure); ok {
			return s
		}
		return pointer{to: &to}
	case *types.Struct, *types.Interface:
		return &structure{t: t, fields: map[string]*value{}, key: key}
	case *types.Basic:
		if code.IsInteger(u) {
			return number{v: m.symbols.of(key)}
		}
		if code.Is(u, types.IsString) && m.lazy {
			return unknowns(longer + int(m.symbols.of(key)))
		}
	}
	return unknown{}
}

// variable returns the variable of an identifier. One from outside the unit gets
// the value of its definition, or any value of its type.
func (m *machine) variable(id *ast.Ident) *value {
	obj := m.Info.ObjectOf(id)
	if obj == nil || id.Name == "_" {
		return new(value)
	}
	for f := m.frame; f != nil; f = f.parent {
		if v, ok := f.vars[obj]; ok {
			return v
		}
	}
	if v, ok := m.root.vars[obj]; ok {
		return v
	}
	v := new(value)
	m.root.vars[obj] = v
	frame, err := m.frame, m.err
	m.frame = m.root
	if m.lazy {
		*v = m.seen(id, obj)
	} else {
		*v = m.defined(obj)
	}
	_, nothing := (*v).(unknown)
	if nothing || m.err != err {
		m.err, *v = err, m.fresh(obj.Type(), code.Key(obj))
	}
	if s, ok := (*v).(*slice); ok && m.lazy && s.len > 0 && hasBytes(obj.Type()) {
		m.fill(obj)
	}
	m.frame = frame
	m.given[v] = *v
	return v
}

// defined returns the value that a variable has when the unit begins, if it is known.
func (m *machine) defined(obj types.Object) value {
	key := code.Key(obj)
	def, ok := m.Definition(obj)
	switch {
	case ok && def == nil:
		return zero(obj.Type())
	case !ok, code.IsInteger(obj.Type()) && m.Draws(def) && !m.Indexes(obj):
		return unknown{}
	}
	v := m.eval(def)
	if s, ok := v.(*slice); ok && m.err == nil {
		m.note(Permuted, s.drawn)
		if s.len > m.n && !slices.ContainsFunc(s.values(), func(e value) bool { return !isItem(e) }) {
			return m.newItems(m.n, key) // put together of others
		}
		if !s.drawn && slices.ContainsFunc(s.values(), isMade) {
			made := m.newItems(s.len, key)
			made.told = true
			return made
		}
	}
	return v
}

// isMade reports whether an element is not there before the unit fills it.
func isMade(e value) bool {
	switch e.(type) {
	case number, *slice:
		return true
	}
	return false
}

// counts notes where the number of items is taken from. Of several, as in for i < 5 { j := rand.Intn(len(deck)) },
// each may be another number in the program.
func (m *machine) counts(by any) {
	m.note(Uncounted, m.count != nil && m.count != by)
	m.count = by
}

// measure returns the number of items of a slice.
func (m *machine) measure(s *slice) int {
	if _, outside := m.first[s.of]; outside && !s.told {
		m.counts(s.of)
	}
	return s.len
}

// declare makes a new variable of the frame.
func (m *machine) declare(id *ast.Ident, v value) {
	if obj := m.Info.ObjectOf(id); obj != nil && id.Name != "_" {
		m.frame.vars[obj] = &v
	}
}

// integer evaluates an expression that must be an integer.
func (m *machine) integer(e ast.Expr) number {
	return must[number](m, m.eval(e), "an integer is unknown")
}

// must returns a value of a type; without it the machine gives up.
func must[T value](m *machine, v value, why reason) T {
	of, ok := v.(T)
	if !ok {
		m.giveUp(why)
	}
	return of
}

// place returns where an expression's value is kept.
func (m *machine) place(e ast.Expr) *value {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return m.variable(e)
	case *ast.SelectorExpr:
		if m.Info.Selections[e] == nil {
			return m.variable(e.Sel) // of another package
		}
		return m.field(e)
	case *ast.StarExpr:
		if p, ok := m.eval(e.X).(pointer); ok {
			return p.to
		}
	case *ast.IndexExpr:
		s := m.sequence(e.X)
		return m.at(s, m.integer(e.Index).v)
	}
	m.giveUp("a place that is not understood")
	return new(value)
}

// field returns the field of a structure. A field of an item stands for the item.
func (m *machine) field(e *ast.SelectorExpr) *value {
	switch x := m.target(e.X).(type) {
	case *structure:
		p, ok := x.fields[e.Sel.Name]
		if !ok { // only the type is known
			p = new(m.fresh(m.Info.TypeOf(e), x.key+"."+e.Sel.Name))
			x.fields[e.Sel.Name] = p
			m.given[p] = *p
		}
		return p
	case item:
		return m.place(e.X)
	}
	return new(value(unknown{}))
}

// sequence evaluates an expression to a slice or an array.
func (m *machine) sequence(e ast.Expr) *slice {
	if s, ok := m.target(e).(*slice); ok {
		return s
	}
	m.giveUp("no slice")
	return sliceOf(nil)
}

// element returns an element at an index of which no choice is to be made.
func (m *machine) element(e *ast.IndexExpr) value {
	s := m.sequence(e.X)
	if s.len == 0 {
		return unknown{}
	}
	if i, ok := m.eval(e.Index).(number); ok && 0 <= i.v && i.v < int64(s.len) {
		return s.values()[i.v]
	}
	return s.values()[0]
}

func (m *machine) at(s *slice, i int64) *value {
	for s.elem != nil && int64(s.len) <= i && i < 64 {
		*s.of = append(*s.of, zero(s.elem))
		s.len++
	}
	if i < 0 || i >= int64(s.len) {
		m.giveUp(outOfRange)
		return new(value)
	}
	return &(*s.of)[s.off+int(i)]
}
