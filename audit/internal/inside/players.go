package inside

import (
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// residues is the number of classes of item numbers by their remainders.
const residues = 16

// players returns the players. The first keeps what it has.
func players() []*Player {
	all := []*Player{{Name: "nothing", Share: 0.2, bets: idle{}}}
	add := func(name string, means string, b bettor) {
		all = append(all, &Player{Name: name, Means: means, bets: b})
	}
	const half, short, long = 0.5, 256, 8192
	add("which half of the remaining items comes next", "uneven", newHistogram(1, 1, half, 0))
	add("which 16th of the remaining items comes next", "uneven", newHistogram(4, 1, half, 0))
	add("which 256th of the remaining items comes next", "uneven", newHistogram(8, 1, half, 0))
	add("which 4,096th of the remaining items comes next", "uneven", newHistogram(12, 1, half, 0))
	add("the next item is where the last 256 were", "parts", newHistogram(12, 1, 1./64, short))
	add("the next item is where the last 8,192 were", "parts", newHistogram(12, 1, 1./16, long))
	add("how far the next item is from the ends of those that remain", "uneven", &scale{})
	add("which 16th comes next depends on where the last item was", "steps", newHistogram(4, 16, half, 0))
	add("the next item is near the last", "steps", &scale{last: true})
	add("the next item's number follows from the last one's", "steps", new(classes))
	add("the same step from item to item comes again", "steps", &guesser{of: again})
	add("items are where they were", "uneven", &guesser{of: unmoved})
	for _, p := range all {
		p.Alone = fortune.Begin
		if p.Share == 0 {
			p.Share = (1 - all[0].Share) / float64(len(all)-1)
		}
	}
	return all
}

// An idle player does not bet.
type idle struct{}

func (idle) bet(steps []step, factors []float64) {
	for t := range steps {
		factors[t] = 1
	}
}

// A histogram learns which of 2^bits equal parts of the remaining items the next one is in, perhaps apart for each
// part of the last one. What it has seen fades by half in so many items, or never.
type histogram struct {
	bits  uint
	by    uint // bits of the part of the last item
	prior float64
	up    float64 // by how much the next item counts more than the last

	cells, sums []float64
	unit        float64 // what the next item counts
}

func newHistogram(wide uint, apart int, prior, half float64) *histogram {
	h := &histogram{bits: wide, by: uint(bits.Len(uint(apart)) - 1), prior: prior, up: 1, unit: 1,
		cells: make([]float64, apart<<wide), sums: make([]float64, apart)}
	if half > 0 {
		h.up = math.Exp2(1 / half)
	}
	return h
}

func (h *histogram) bet(steps []step, factors []float64) {
	if h.unit > 1e100 {
		h.fold()
	}
	k, all, unit := 1<<h.bits, h.prior*float64(int(1)<<h.bits), h.unit
	for t := range steps {
		s := &steps[t]
		m, cell := s.left, s.cell>>(fine-h.bits)
		if m < k {
			factors[t] = 1
			continue
		}
		number := first(cell+1, m, h.bits) - first(cell, m, h.bits) // of items in the part
		context := s.lastCell >> (fine - h.by)
		w, sum := &h.cells[context<<h.bits|cell], &h.sums[context]
		factors[t] = (*w + h.prior*unit) * float64(m) / ((*sum + all*unit) * float64(number))
		*w += unit
		*sum += unit
		unit *= h.up
	}
	h.unit = unit
}

// first returns the first of m items in one of 2^bits equal parts.
func first(part, m int, bits uint) int { return int((uint64(part)*uint64(m) + 1<<bits - 1) >> bits) }

// fold makes the unit 1 again.
func (h *histogram) fold() {
	for _, all := range [][]float64{h.cells, h.sums} {
		for i := range all {
			all[i] /= h.unit
		}
	}
	h.unit = 1
}

// A scale learns how far the next item is, up or down, from the ends of what remains, or from the last item: in the
// outer half of those of a side, or the outer half of the rest, and so on. Of h items of a side, cell j has the
// distances from h>>(j+1) to before h>>j.
type scale struct {
	last  bool // else the ends
	cells [2][64]float64
	sums  [2]float64
	wide  [2]int // cells of each side
}

func (c *scale) bet(steps []step, factors []float64) {
	const prior = 0.5
	for t := range steps {
		s := &steps[t]
		at, m := s.rank, s.left
		if c.last {
			at = s.away
		}
		if at < 0 {
			factors[t] = 1
			continue
		}
		for side := range c.wide {
			if wide := bits.Len(uint(m+1-side)) - 1; c.wide[side] != wide { // which happens once for each power of two
				c.wide[side] = wide
				c.sums[side] -= c.cells[side][wide]
				c.cells[side][wide] = 0
			}
		}
		side := less((m-1)/2, at)
		at = min(at, m-1-at)
		h := (m + 1 - side) / 2
		j := max(0, c.wide[side]-bits.Len(uint(at))-1)
		j += less(at, h>>(j+1))
		number := h>>j - h>>(j+1)
		w := &c.cells[side][j]
		all := c.sums[0] + c.sums[1] + prior*float64(c.wide[0]+c.wide[1])
		factors[t] = (*w + prior) * float64(m) / (all * float64(number))
		*w++
		c.sums[side]++
	}
}

// less returns 1 if x < y, and 0 otherwise, without a jump that no processor could foresee.
func less(x, y int) int { return int(uint(x-y) >> (bits.UintSize - 1)) }

// The classes learn which remainder the next item's number has after that of the last, as long as each has items
// that remain.
type classes struct {
	cells [residues][residues]float64
	sums  [residues]float64
}

func (c *classes) bet(steps []step, factors []float64) {
	const prior = 0.5
	for t := range steps {
		s := &steps[t]
		if !s.allClasses {
			factors[t] = 1
			continue
		}
		w, sum := &c.cells[s.lastClass][s.class], &c.sums[s.lastClass]
		factors[t] = (*w + prior) * float64(s.left) / ((*sum + prior*residues) * float64(s.inClass))
		*w++
		*sum++
	}
}

// A guesser learns how often a guess of the next item is right.
type guesser struct {
	of         int
	did, could float64
}

func (g *guesser) bet(steps []step, factors []float64) {
	for t := range steps {
		factors[t] = g.pays(steps[t].guesses[g.of], steps[t].left)
	}
}

// pays returns what a bet on a guess pays, one of so many items that remained, and learns from it.
func (g *guesser) pays(guess guess, left int) float64 {
	if !guess.can || left == 1 {
		return 1
	}
	m, q := float64(left), (g.did+0.5)/(g.could+16)
	g.could++
	if guess.did {
		g.did++
		return q * m
	}
	return (1 - q) * m / (m - 1)
}
