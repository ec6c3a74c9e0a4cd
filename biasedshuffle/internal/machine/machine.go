// Package machine runs loops through all their random choices, for a few items, and says to which
// orders they lead, and how likely each is.
package machine

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// The analyser runs the loops of a program itself: a machine interprets the
// syntax of one loop on slices of a few items, and law goes through every path
// of its random choices. What it says of a loop is therefore proved for these
// sizes, and what the machine does not understand it says nothing about.

// A reason is why a machine gives up: it meets what it does not understand.
type reason string

func (r reason) Error() string { return string(r) }

const (
	// Where the program itself panics.
	outOfRange  reason = "an index is out of range"
	FromNothing reason = "a number is drawn below 0"

	cut     reason = "there are too many draws on one path"
	TooMany reason = "there are too many paths"
)

// giveUp ends the run for the first reason there is. What the machine still does
// until it notices counts for nothing.
func (m *machine) giveUp(why reason) value {
	if m.err == nil {
		m.err = why
	}
	return unknown{}
}

// The most that a machine does on a path, and how deep its calls go.
const (
	maxSteps = 4000
	maxCalls = 12
)

// A mark is something that a machine has seen on a path, or on one of several.
type mark uint

const (
	AtRandom   mark = 1 << iota // an element at a random index is written
	Arithmetic                  // items are added, or XORed
	Trivial                     // it draws among one
	Uncounted                   // a number of steps is taken to be that of the items
	Permuted                    // it uses a permutation that was drawn before it, or that it ranges over
	Handed                      // items go where nothing is known of them
	Removes                     // it takes items out of a slice
	Rejects                     // it draws again on what is not known, and is taken to do so never
	Reduced                     // it takes the remainder of a number that was drawn
)

func (m mark) Has(one mark) bool { return m&one != 0 }

// A machine runs a unit once, along one path of the random choices.
type machine struct {
	*Program
	n       int                   // items in a slice
	changes map[ast.Expr]ast.Expr // of what one more is the value of expressions
	symbols *Symbols
	path    *path
	lazy    bool // draws stay what they are

	root  *frame
	frame *frame
	roots []*slice             // with new items, in the order of their making
	first map[*[]value][]value // what they had first
	given map[*value]value     // what variables and fields from outside had first
	keys  map[string]bool      // of the slices that have been made
	steps int
	calls int

	marks       mark
	lastPair    [2]int64 // indices of the swap before
	swaps       int
	randomPairs int     // writes to elements at random indices, in a pair
	half        *number // the index of the first write of a swap in two
	reductions  []Reduction
	returned    value
	err         error // why it gave up
}

func newMachine(p *Program, n int, changes map[ast.Expr]ast.Expr, syms *Symbols, path *path) *machine {
	root := newFrame(nil)
	return &machine{Program: p, n: n, changes: changes, symbols: syms, path: path, root: root, frame: root,
		given: map[*value]value{}, first: map[*[]value][]value{}, keys: map[string]bool{}}
}

// note sets a mark.
func (m *machine) note(what mark, is bool) {
	if is {
		m.marks |= what
	}
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
	if n > 50 {
		m.giveUp("too many items")
		n = 0
	}
	s := sliceOf(make([]value, max(n, 0)))
	for m.keys[key] {
		key += "'"
	}
	m.keys[key] = true
	from, known := m.symbols.items[key]
	if !known {
		from = m.symbols.made
		m.symbols.items[key] = from
		m.symbols.made += n
	}
	if from+n > 50 {
		m.giveUp("too many items")
		return s
	}
	for i := range *s.of {
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
	case *types.Pointer:
		to := m.fresh(u.Elem(), key)
		if s, ok := to.(*structure); ok {
			return s
		}
		return pointer{to: &to}
	case *types.Struct, *types.Interface:
		return &structure{t: t, fields: map[string]*value{}, key: key}
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return number{v: m.symbols.of(key)}
		}
		if u.Info()&types.IsFloat != 0 && m.lazy {
			return real{add: float64(m.symbols.of(key))}
		}
		if u.Info()&types.IsString != 0 && m.lazy {
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
	m.symbols.Vars[key] = obj
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
		for _, e := range s.values() {
			switch e.(type) {
			case number, *slice: // made, and filled before the unit
				if !s.drawn {
					return m.newItems(s.len, key)
				}
			}
		}
	}
	return v
}

// declare makes a new variable of the frame.
func (m *machine) declare(id *ast.Ident, v value) {
	if obj := m.Info.ObjectOf(id); obj != nil && id.Name != "_" {
		m.frame.vars[obj] = &v
	}
}

// choose draws an integer in [0, k).
func (m *machine) choose(k int64) int64 {
	if k < 1 {
		m.giveUp(FromNothing)
	}
	if m.err != nil {
		return 0
	}
	m.note(Trivial, k == 1)
	c, ok := m.path.choose(k)
	if !ok {
		m.giveUp(cut)
	}
	return c
}

// integer evaluates an expression that must be an integer.
func (m *machine) integer(e ast.Expr) number {
	n, ok := m.eval(e).(number)
	if !ok {
		m.giveUp("an integer is unknown")
	}
	return n
}

func (m *machine) condition(e ast.Expr) bool {
	t, ok := m.eval(e).(truth)
	if !ok {
		m.giveUp("a condition is unknown")
	}
	return t.v
}
