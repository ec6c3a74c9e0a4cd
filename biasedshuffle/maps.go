package biasedshuffle

import (
	"go/ast"
	"go/types"
)

// A mapping is a map of few entries, as the runtime keeps it: in 8 slots, of which a
// new entry takes the first that is free.
type mapping struct {
	slots []entry
	zero  value
}

type entry struct{ key, value value }

// slots is how many entries a map has before it grows.
const slots = 8

// newMap returns an empty map of the type.
func newMap(t *types.Map) *mapping { return &mapping{zero: zero(t.Elem())} }

// asKey returns what is compared where a value is a key, or nil.
func asKey(v value) value {
	switch v := v.(type) {
	case number:
		return number{v: v.v}
	case item, truth:
		return v
	}
	return nil
}

func (m *mapping) find(k value) int {
	for i, e := range m.slots {
		if e.key == k {
			return i
		}
	}
	return -1
}

func (m *mapping) at(k value) (v value, found bool) {
	if i := m.find(k); i >= 0 {
		return m.slots[i].value, true
	}
	return m.zero, false
}

func (m *mapping) put(k, v value) {
	i := m.find(k)
	if i < 0 {
		i = m.find(nil)
	}
	if i < 0 {
		i = len(m.slots)
		m.slots = append(m.slots, entry{})
	}
	m.slots[i] = entry{k, v}
}

func (m *mapping) remove(k value) {
	if i := m.find(k); i >= 0 {
		m.slots[i] = entry{}
	}
}

func (m *mapping) len() (n int) {
	for _, e := range m.slots {
		if e.key != nil {
			n++
		}
	}
	return n
}

// newEntries returns a map from outside. Only where all of a function is run it has
// entries: elsewhere it may note what was drawn before.
func (m *machine) newEntries(t *types.Map, key string) *mapping {
	all := newMap(t)
	b, ok := core(t.Key()).(*types.Basic)
	if _, whole := m.unit.(*ast.FuncDecl); whole && ok && b.Info()&(types.IsString|types.IsInteger) != 0 {
		keys, values := m.newItems(m.n, t.Key(), key+" keys"), m.newItems(m.n, t.Elem(), key)
		for i, k := range *keys.of {
			all.put(k, (*values.of)[i])
		}
	}
	return all
}

// key evaluates the key of an index expression or an argument.
func (m *machine) key(e ast.Expr) value {
	k := asKey(m.eval(e))
	if k == nil {
		m.giveUp("a key is unknown")
	}
	return k
}

// rangeMap goes over a map as the runtime does: from a random slot on, and round.
func (m *machine) rangeMap(over *mapping, at ast.Node, body func(k, v value) (out bool)) {
	if len(over.slots) > slots {
		m.giveUp("a large map")
		return
	}
	if over.len() < 2 {
		m.eachSlot(over, 0, body)
		return
	}
	m.mapped = true
	if m.firstDraw == nil && m.inUnit(at) {
		m.firstDraw = at
	}
	m.eachSlot(over, int(m.choose(slots)), body)
}

func (m *machine) eachSlot(over *mapping, from int, body func(k, v value) (out bool)) {
	for i := range slots {
		if at := (from + i) % slots; at < len(over.slots) && over.slots[at].key != nil {
			if m.step(); m.err != nil || body(over.slots[at].key, over.slots[at].value) {
				return
			}
		}
	}
}
