package audit

import (
	"fmt"
)

// Pairs count which items come before which, and which are neighbours. Each pair has a
// player of its own, because a shuffle may keep two items apart and be fair otherwise.
type pairs struct {
	before   [][mostCount]uint64 // bit y of the words of item x: how often y came before x, in binary
	adjacent []int64             // how often the neighbours (x, y), x < y
	n        int
	deals    float64
}

const (
	mostPairs = 64 // items: a bit of a word for each
	mostCount = 48 // bits of a count
)

func newPairs(n int) *pairs {
	return &pairs{make([][mostCount]uint64, n), make([]int64, n*n), n, 0}
}

func (p *pairs) reset() {
	clear(p.before)
	clear(p.adjacent)
	p.deals = 0
}

func (p *pairs) add(deal []int32) {
	seen := uint64(0)
	last := int32(-1)
	for _, x := range deal {
		// All counts of x are incremented at once, with their carries.
		words := &p.before[x]
		for b, carry := 0, seen; carry != 0; b++ {
			words[b], carry = words[b]^carry, words[b]&carry
		}
		seen |= 1 << x
		if last >= 0 {
			p.adjacent[int(min(x, last))*p.n+int(max(x, last))]++
		}
		last = x
	}
	p.deals++
}

// of returns the items of a pair, x < y.
func (p *pairs) of(row int) (x, y int) {
	for row >= p.n-1-x {
		row -= p.n - 1 - x
		x++
	}
	return x, x + 1 + row
}

// timesBefore returns how often x came before y.
func (p *pairs) timesBefore(row int) int64 {
	x, y := p.of(row)
	times := int64(0)
	for b, word := range &p.before[y] {
		times |= int64(word>>x&1) << b
	}
	return times
}

func (p *pairs) timesAdjacent(row int) int64 {
	x, y := p.of(row)
	return p.adjacent[x*p.n+y]
}

// spots returns the bets on all pairs.
func (p *pairs) spots(weight float64, item func(number int) string) []*spots {
	rows := p.n * (p.n - 1) / 2
	text := func(format string) func(row int) string {
		return func(row int) string {
			x, y := p.of(row)
			return fmt.Sprintf(format, item(x), item(y))
		}
	}
	deals := func() float64 { return p.deals }
	return []*spots{
		newSpots("learned", about{from: "deal", text: text("%s comes too often or too seldom before %s")}, weight/2, rows, 0.5, deals, p.timesBefore),
		newSpots("learned", about{from: "deal", text: text("%s and %s are too often or too seldom neighbours")}, weight/2, rows, 2/float64(p.n), deals, p.timesAdjacent),
	}
}
