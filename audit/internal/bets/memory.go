package bets

import "math"

// A memory knows which keys came, how often, and when first. It is a hash table with open
// addressing, in which half to three quarters of the places are taken: a key takes 32 to 48
// bytes.
type memory struct {
	places []remembered // a power of 2
	size   int
}

type remembered struct {
	key   [2]uint64 // mixed
	times uint32    // 0 if the place is free
	first uint32    // deal, from 1; 0 if the number is larger than that
}

const leastMemory = 1 << 6 // places

func newMemory() memory { return memory{places: make([]remembered, leastMemory)} }

// find returns the place of a key, or the free one where it belongs. It is valid until
// the next call of add.
func (m *memory) find(key [2]uint64) *remembered {
	last := uint64(len(m.places) - 1)
	for i := key[0] & last; ; i = (i + 1) & last {
		p := &m.places[i]
		if p.times == 0 || p.key == key {
			return p
		}
	}
}

// add puts a key into the free place where it belongs.
func (m *memory) add(free *remembered, key [2]uint64, deal int64) {
	*free = remembered{key: key, times: 1}
	if deal <= math.MaxUint32 {
		free.first = uint32(deal)
	}
	if m.size++; 4*m.size <= 3*len(m.places) {
		return
	}
	old := m.places
	m.places = make([]remembered, 2*len(old))
	for i := range old {
		if old[i].times > 0 {
			*m.find(old[i].key) = old[i]
		}
	}
}

func (m *memory) clear() {
	clear(m.places)
	m.size = 0
}
