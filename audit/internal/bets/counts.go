package bets

import (
	"math"
	"slices"
)

// Counts are numbers of observations. As long as they are small, so is the memory: a table
// of 1,000 rows and outcomes is then looked up in the processor's caches.
type counts struct {
	narrow []uint16
	wide   []int64 // in its place, when one is too large; else nil
	most   int     // at least the largest of narrow

	fetched uint16 // so that reading is not left out
}

func newCounts(size int) counts { return counts{narrow: make([]uint16, size)} }

func (c *counts) len() int { return max(len(c.narrow), len(c.wide)) }

func (c *counts) at(i int) float64 {
	if c.wide != nil {
		return float64(c.wide[i])
	}
	return float64(c.narrow[i])
}

// reserve makes room for that many more observations of each.
func (c *counts) reserve(more int) {
	if c.wide != nil {
		return
	}
	if c.most += more; c.most <= math.MaxUint16 {
		return
	}
	if c.most = int(slices.Max(c.narrow)) + more; c.most <= math.MaxUint16 {
		return
	}
	c.wide = make([]int64, len(c.narrow))
	for i, n := range c.narrow {
		c.wide[i] = int64(n)
	}
	c.narrow = nil
}

// fetch reads the counts from first to before end, one of each 64 bytes in order: the
// processor foresees that, and then has the others in its cache.
func (c *counts) fetch(first, end int) {
	sum := uint16(0)
	for i := first; i < end && c.wide == nil; i += 32 {
		sum += c.narrow[i]
	}
	c.fetched = sum
}

func (c *counts) add(i, more int) {
	c.reserve(more)
	if c.wide != nil {
		c.wide[i] += int64(more)
	} else {
		c.narrow[i] += uint16(more)
	}
}

func (c *counts) clear() {
	clear(c.narrow)
	clear(c.wide)
	c.most = 0
}

// dot returns the sum of each count times its value.
func (c *counts) dot(values []float64) float64 {
	if c.wide != nil {
		return dotCounts(c.wide, values)
	}
	return dotCounts(c.narrow, values)
}

func dotCounts[C uint16 | int64](counts []C, values []float64) float64 {
	values = values[:len(counts)]
	var s, t float64
	i := 0
	for ; i+1 < len(counts); i += 2 {
		s += float64(counts[i]) * values[i]
		t += float64(counts[i+1]) * values[i+1]
	}
	if i < len(counts) {
		s += float64(counts[i]) * values[i]
	}
	return s + t
}
