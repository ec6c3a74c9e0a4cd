package machine

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"math/big"
	"slices"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// The most steps of all paths of one loop together, of which all that is tried
// with the loop may take twice as many, and the most draws on one path.
const (
	maxWork  = 1_000_000
	maxDraws = 14
)

// Huge is what no number of items or steps is in a program: a limit of a type.
const Huge = 1 << 30

// A Program is a unit that machines run, and what its constants stand for.
type Program struct {
	*code.Scope
	Size int64 // the constant that stands for the number of items, or 0
	Free bool  // the size is of none of the items, but the largest constant
	Work int   // steps of all machines so far
}

// SetSize finds the constant that stands for the number of items: the length of an array, else the largest constant.
func (p *Program) SetSize() {
	var array, any int64
	for e := range code.All[ast.Expr](p.Unit) {
		t := code.Core(p.Info.TypeOf(e))
		if to, ok := t.(*types.Pointer); ok {
			t = code.Core(to.Elem())
		}
		if a, ok := t.(*types.Array); ok && !p.Info.Types[e].IsType() {
			array = max(array, a.Len())
		}
		if v, ok := p.ConstantOf(e); ok && v < Huge {
			any = max(any, v)
		}
	}
	switch {
	case array > 0:
		p.Size = array
	case any == 51: // the last index of a deck
		p.Size, p.Free = 52, true
	case any > 4:
		p.Size, p.Free = any, true
	}
}

// An Outcome is what all the paths of a unit lead to.
type Outcome struct {
	trace  // of all paths
	Tables []*Table
	places map[string]*Table
	Cut    *big.Rat // the probability of paths that were not followed to their end
	Equal  bool     // all paths are equally likely
	Draws  int      // the most on a path
}

// Result is the place of what a function returns.
const Result = "what is returned"

// Run goes through all the paths of a unit.
func (p *Program) Run(n int, syms *Symbols, changes map[ast.Expr]ast.Expr) (*Outcome, error) {
	o := &Outcome{Cut: new(big.Rat), Equal: true, places: map[string]*Table{}}
	way := &path{}
	work, weight, done := 0, int64(0), 0.0
	for more := true; more; more = way.next() {
		m := newMachine(p, n, changes, syms, way)
		m.follow()
		if m.err != nil && m.err != cut {
			return o, m.err
		}
		o.join(m.trace)
		w := way.paths()
		share := big.NewRat(1, w)
		work += m.steps
		p.Work += m.steps
		done += 1 / float64(w)
		hopeless := work > maxWork/50 && float64(work) > 4*maxWork*done // if all goes on as it began
		if work > maxWork || p.Work > 2*maxWork || w > 1<<40 || hopeless {
			return o, TooMany
		}
		o.Equal = o.Equal && (weight == 0 || w == weight)
		weight = w
		if m.err == cut {
			o.Cut.Add(o.Cut, share)
			continue
		}
		o.Draws = max(o.Draws, len(way.choices))
		o.add(m, share)
	}
	for _, t := range o.Tables {
		t.complete(o.Cut)
	}
	return o, nil
}

// follow runs the unit.
func (m *machine) follow() {
	switch u := m.Unit.(type) {
	case *ast.FuncDecl:
		m.frame = newFrame(m.root)
		m.block(u.Body.List)
	case ast.Stmt:
		m.exec(u)
	case ast.Expr:
		m.eval(u)
	}
}

// An ending is a slice at the end of a path.
type ending struct {
	place string
	*slice
	given value // what its variable had first
}

// add adds what the slices are at the end of a path.
func (o *Outcome) add(m *machine, weight *big.Rat) {
	ends, held := m.endings()
	for _, s := range ends {
		t := o.places[s.place]
		if t == nil {
			t = &Table{Rows: Chances{}, weight: new(big.Rat)}
			if g, ok := s.given.(*slice); ok {
				t.First, _ = m.row(nil, sliceOf(m.first[g.of]))
			}
			o.places[s.place] = t
			o.Tables = append(o.Tables, t)
		}
		t.weight.Add(t.weight, weight)
		first, some := m.first[s.of]
		t.gone = t.gone || !some || slices.ContainsFunc(first, func(v value) bool { return !held[v] })
		row, ok := m.row(nil, s.slice)
		if !ok {
			t.Bad = true
			continue
		}
		t.Rows.add(row, weight)
	}
}

// endings lists the slices at the end of a path, but for permutations as they were drawn, and the items and
// the structures that are anywhere then.
func (m *machine) endings() (ends []ending, held map[value]bool) {
	held = make(map[value]bool)
	end := func(place string, v, given value) {
		if s, ok := v.(*slice); ok && place != "" && !s.drawn {
			ends = append(ends, ending{place, s, given})
		}
	}
	nothing := types.Type(types.Typ[types.Invalid])
	var walk func(place string, p *value, t types.Type, copy bool)
	walk = func(place string, p *value, t types.Type, copy bool) {
		if _, isPointer := code.Core(t).(*types.Pointer); isPointer {
			copy = false
		}
		if !copy { // of which the caller keeps what it was
			end(place, *p, m.given[p])
		}
		switch v := (*p).(type) {
		case item:
			held[v] = true
		case pointer:
			walk(place, v.to, nothing, false)
		case *slice:
			for i := range v.values() {
				walk("", &v.values()[i], nothing, false)
			}
		case *structure:
			if held[v] {
				return
			}
			held[v] = true
			for _, name := range slices.Sorted(maps.Keys(v.fields)) {
				within := nothing
				if field, _, _ := types.LookupFieldOrMethod(t, true, m.Pass.Pkg, name); field != nil {
					within = field.Type()
				}
				walk(place+"."+name, v.fields[name], within, copy)
			}
		}
	}
	objs := slices.SortedFunc(maps.Keys(m.root.vars),
		func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, obj := range objs {
		walk(code.Key(obj), m.root.vars[obj], obj.Type(), m.parameter(obj))
	}
	for _, s := range m.roots {
		walk("", new(value(s)), nothing, false)
		end(fmt.Sprint(m.first[s.of][0]), s, s)
	}
	walk(Result, &m.returned, nothing, false)
	return ends, held
}

// row lists what a slice has, and what the slices in it have: items as they are, and numbers below all of
// them. It is false if that is not known.
func (m *machine) row(row []int64, s *slice) ([]int64, bool) {
	ok := true
	for _, v := range s.values() {
		switch v := v.(type) {
		case item:
			row = append(row, v.v)
		case number:
			row = append(row, v.v-1<<60)
		case *slice:
			row, ok = m.row(row, v)
		default:
			return nil, false
		}
	}
	return row, ok
}

// parameter reports whether the unit is a function and the variable one of its parameters, or its receiver.
func (m *machine) parameter(obj types.Object) bool {
	d, ok := m.Unit.(*ast.FuncDecl)
	return ok && d.Pos() < obj.Pos() && obj.Pos() < d.Type.Params.End()
}

// Loses reports whether a shuffle of n items loses some: a slice ends with others on
// some paths, and if it is the one that had them, they are nowhere else.
func (o *Outcome) Loses(l *Law, n int) bool {
	return l.All == n && l.gone && !o.Marks.Has(Handed) &&
		(l.Lost.Cmp(big.NewRat(1, 1)) < 0 || o.Swaps > 0)
}
