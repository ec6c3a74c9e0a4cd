package records

import "crypto/sha256"

// A grouping finds the groups of a bucket's records.
type grouping struct {
	ids    map[string]uint32 // by key; in order of first appearance
	of     []uint32          // the group of each record
	sizes  []int
	groups []uint32
	ends   []int
	placed []uint32
}

func (g *grouping) reset() {
	if g.ids == nil {
		g.ids = make(map[string]uint32)
	}
	clear(g.ids)
	g.of, g.sizes = g.of[:0], g.sizes[:0]
}

// add adds the next record. Of a long key its hash is kept, so that a group takes
// little memory.
func (g *grouping) add(key []byte) {
	const long = 64
	if len(key) >= long {
		h := sha256.Sum256(key)
		key = append(h[:], "is the hash of a longer key, not a shorter one"...)
	}
	id, ok := g.ids[string(key)]
	if !ok {
		id = uint32(len(g.sizes))
		g.ids[string(key)] = id
		g.sizes = append(g.sizes, 0)
	}
	g.sizes[id]++
	g.of = append(g.of, id)
}

// arrange shuffles the groups and returns which record comes to each place, and
// where each group ends there.
func (g *grouping) arrange(shuffle func(groups []uint32)) (placed []uint32, ends []int) {
	g.groups = g.groups[:0]
	for id := range g.sizes {
		g.groups = append(g.groups, uint32(id))
	}
	shuffle(g.groups)
	g.ends = g.ends[:0]
	next := g.sizes // where the next record of each group goes
	at := 0
	for _, id := range g.groups {
		size := g.sizes[id]
		next[id] = at
		at += size
		g.ends = append(g.ends, at)
	}
	if cap(g.placed) < at {
		g.placed = make([]uint32, at)
	}
	g.placed = g.placed[:at]
	for i, id := range g.of {
		g.placed[next[id]] = uint32(i)
		next[id]++
	}
	return g.placed, g.ends
}
