package deals

import (
	"bytes"
	"hash/maphash"
)

// A Matcher knows items by what they are in the data in its old order, such as lines. What is there more than once
// cannot be told apart, so it is numbered at random in each order, as [Reader] does with equal cards. Two items that
// have the same hash by chance are numbered so, too, which costs little of the evidence.
type Matcher struct {
	Random func(n int) int // returns a random integer from 0 to n−1

	seed   maphash.Seed
	items  int
	number map[uint64]int32 // of an item, or ^ of its place among the copies
	copies copies
}

// NewMatcher returns a matcher that knows no item.
func NewMatcher(random func(n int) int) *Matcher {
	return &Matcher{Random: random, seed: maphash.MakeSeed(), number: make(map[uint64]int32)}
}

// hash returns what an item is known by. Systems end lines by CR and LF or by LF alone, and may mark the first one.
func (m *Matcher) hash(text []byte) uint64 {
	return maphash.Bytes(m.seed, bytes.TrimPrefix(bytes.TrimSuffix(text, []byte("\r")), []byte("\ufeff")))
}

// Add adds the next item of the data.
func (m *Matcher) Add(text []byte) {
	h := m.hash(text)
	c := &m.copies
	if x, ok := m.number[h]; !ok {
		m.number[h] = int32(m.items)
	} else {
		if x >= 0 {
			c.of, c.used = append(c.of, []int{int(x)}), append(c.used, 0)
			x = ^int32(len(c.of) - 1)
			m.number[h] = x
		}
		c.of[^x] = append(c.of[^x], m.items)
	}
	m.items++
}

// Items returns how many items there are, and how many of them are no different from another.
func (m *Matcher) Items() (all, alike int) {
	for _, of := range m.copies.of {
		alike += len(of)
	}
	return m.items, alike
}

// Begin begins an order.
func (m *Matcher) Begin() { m.copies.begin() }

// Find returns the number of an item that comes next in the order, or −1 if there is none.
func (m *Matcher) Find(text []byte) int {
	x, ok := m.number[m.hash(text)]
	switch {
	case !ok:
		return -1
	case x < 0:
		return m.copies.next(int(^x), m.Random)
	}
	return int(x)
}
