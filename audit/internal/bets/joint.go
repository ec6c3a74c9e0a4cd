package bets

import (
	"fmt"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// A joint bets on the whole deal at once, place by place: on the item of the next place, given those of the places
// before. Under a fair shuffle each of the r items that are left has the probability 1/r. The bet is in proportion to
// weights that are known before the deal, or follow from the places before,
//
//	q(x) = w(x) / Σ w(y) over the items y that are left,   q(x)/p(x) = r·q(x).
//
// The factors of the places multiply to Q(deal)·n!, where Q, the product of the q(x), is a law of deals by the chain
// rule; so the fortune is an e-process. What the weights are makes a joint powerful, not valid. (It is prequential, or
// predictable, betting: Dawid 1984; Waudby-Smith and Ramdas, Estimating Means of Bounded Random Variables by Betting,
// JRSS B 2024.)
//
// The weights come from tables that count the deals so far, cells/expectation, plus
// a prior; all the priors share the sum over the items that are left.
//
// A sum takes as many steps as there are items. Of more than [mostCells] items, neighbours share a
// block, and there are so few blocks that a deal takes O(n) time.
type joint struct {
	*fortune.Group
	n, k   int
	block  []int32     // of an item or place
	size   []float64   // of a block
	sizes  [][]float64 // of each choice in turn; nil if there are items
	chosen []int32     // the choices of the deal that is looked at
	blocks int
	kind   jointKind
	item   func(number int) string // in words
	first  int                     // place that is bet on
	priors [3]float64
	cells  []float64 // learned weights: row × block, or by difference
	gain   []float64 // what one observation adds to a cell: 1/expectation
	deals  float64   // so far
	ln     float64   // of the fortune before it bet last, if it had lost
	rests  bool

	// The deal that is looked at, and place by place:
	deal []int32
	row  []int32   // the cell of the next item if that is of block 0
	cell []int32   // the cell of the item
	rest []float64 // the sum of the weights of the items left

	left []float64 // scratch: items left in a block
}

type jointKind int

const (
	byPlace        jointKind = iota // w depends on the place and the item
	byDisplacement                  // w depends on item − place
	byNeighbour                     // w depends on item − the item before
	byChoice                        // the items are the choices of a form, and w depends on choice − the one before
)

const (
	mostCells    = 64
	choiceBlocks = 32
)

// jointPriors are the strengths of the priors, in observations of each cell.
var jointPriors = [3]float64{1, 8, 64}

func newJoint(n, k int, kind jointKind, blocks int, about fortune.About, weight float64) *joint {
	var j *joint
	about.Found = func(int) string { return j.found() }
	about.Size = func(row int) *fortune.Told { return j.sized(row) }
	j = &joint{
		Group: fortune.NewGroup(fortune.Learned, about, weight, 1, len(jointPriors)),
		n:     n, k: k, kind: kind, blocks: blocks,
		block: make([]int32, n), size: make([]float64, blocks), left: make([]float64, blocks),
		row: make([]int32, k), cell: make([]int32, k), rest: make([]float64, k),
	}
	for x := range j.block {
		j.block[x] = int32(x * blocks / n)
		j.size[j.block[x]]++
	}
	if kind == byChoice { // of each step, a part of its range is a block
		j.sizes = make([][]float64, k)
		for i := range j.sizes {
			j.sizes[i] = make([]float64, blocks)
			for c := range n - i {
				j.sizes[i][c*blocks/(n-i)]++
			}
		}
	}
	j.expect()
	for i := range j.row {
		switch kind {
		case byPlace:
			j.row[i] = j.block[i] * int32(blocks)
		case byDisplacement:
			j.row[i] = int32(blocks) - 1 - j.block[i]
		}
	}
	if kind == byNeighbour || kind == byChoice {
		j.first = 1
	}
	return j
}

// expect makes the cells, and the priors and what an observation adds by how often each is expected in a deal.
func (j *joint) expect() {
	size := 2*j.blocks - 1
	if j.kind == byPlace {
		size = j.blocks * j.blocks
	}
	j.cells, j.gain = make([]float64, size), make([]float64, size)
	// differ counts pairs of blocks of these sizes by how far they are apart. A deal has a pair of items in one of so
	// many ways; of the ways within a block, but are left out for each item.
	differ := func(rows, columns []float64, ways, but float64) {
		for a, before := range rows {
			for b, size := range columns {
				if a == b {
					size -= but
				}
				j.gain[b-a+j.blocks-1] += before * size / ways
			}
		}
	}
	n := float64(j.n)
	switch j.kind {
	case byPlace:
		for place := range j.k {
			for b, size := range j.size {
				j.gain[int(j.block[place])*j.blocks+b] += size / n
			}
		}
	case byDisplacement: // an item and a place
		differ(j.size, j.size, n, 0)
	case byNeighbour: // an item and another before it
		differ(j.size, j.size, n*(n-1)/float64(max(j.k-1, 1)), 1)
	case byChoice:
		for i := 1; i < j.k; i++ {
			differ(j.sizes[i-1], j.sizes[i], float64(j.n-i+1)*float64(j.n-i), 0)
		}
	}
	used := 0
	for c, e := range j.gain {
		if e > 0 {
			j.gain[c] = 1 / e
			used++
		}
	}
	for p := range j.priors {
		j.priors[p] = jointPriors[p] * float64(used) / float64(j.k)
	}
}

// clearest returns the cell that deviates most in odds: of items and places, among those that come too often.
func (j *joint) clearest() int {
	best, most := 0, 0.0
	for c, gain := range j.gain {
		if gain > 0 {
			times := j.cells[c] / j.deals
			odds := (times*math.Log(max(times, math.SmallestNonzeroFloat64)) - times + 1) / gain
			if odds > most && (times > 1 || j.kind != byPlace) {
				best, most = c, odds
			}
		}
	}
	return best
}

// within says which of some things are in a block.
func (j *joint) within(block int, thing func(number int) string) string {
	first := (block*j.n + j.blocks - 1) / j.blocks
	if last := first + int(j.size[block]) - 1; last > first {
		return thing(first) + " to " + thing(last)
	}
	return thing(first)
}

// found says what comes too often, most clearly of all. How often follows if it is known.
func (j *joint) found() string {
	best, where := j.clearest(), ""
	by, to := best-(j.blocks-1), "later"
	if (by > 0) == (j.kind == byDisplacement) {
		to = "earlier"
	}
	places := label.Plural(int64(max(by, -by)*j.n/j.blocks), "place")
	if j.blocks < j.n {
		places = "about " + places
	}
	switch {
	case j.kind == byPlace && j.blocks == j.n:
		return fmt.Sprintf("%s: above all, %s comes to place %d", j.About.Words(0), j.item(best%j.n), best/j.n+1)
	case j.kind == byPlace:
		where = j.within(best%j.blocks, j.item) + " come to " +
			j.within(best/j.blocks, fortune.Counting("place %d"))
	case j.kind == byNeighbour:
		where = fmt.Sprintf("an item is followed by the one that was %s %s", places, to)
	case j.kind == byChoice && by == 0:
		where = "a choice is as far up in its range as the one before"
	case j.kind == byChoice:
		where = fmt.Sprintf("a choice is about %d%% further %s in its range than the one before",
			max(by, -by)*100/j.blocks, map[bool]string{true: "up", false: "down"}[by > 0])
	case by == 0:
		where = "items come to where they were"
	default:
		where = fmt.Sprintf("items come %s %s than they were", places, to)
	}
	times, words := j.cells[best]/j.deals, j.About.Words(0)
	if times < 1 {
		words = strings.Replace(words, "favourite", "avoided", 1)
	}
	often := fmt.Sprintf("%.3g times", times)
	if 0 < times && times < 1 {
		often = label.Figures(100*times, 2) + "%"
	}
	return fmt.Sprintf("%s: above all, %s %s as often as is fair", words, where, often)
}

// sized is how often an item comes to a place. Of other things there are many in a deal, which depend on each other.
func (j *joint) sized(int) *fortune.Told {
	if j.kind != byPlace || j.blocks < j.n {
		return nil
	}
	gain := j.gain[j.clearest()]
	return shareOf(j.cells[j.clearest()]/gain, j.deals, j.deals/gain, j.n*j.k)
}

// look finds the cells of a deal, for bet and learn.
func (j *joint) look(deal []int32) {
	j.deal = deal
	if j.kind == byChoice {
		j.deal = j.chosen
		row := int32(0)
		for i, c := range j.chosen {
			block := int32(uint32(c) * uint32(j.blocks) / uint32(j.n-i))
			j.row[i], j.cell[i] = row, row+block
			row = int32(j.blocks) - 1 - block
		}
		return
	}
	if j.kind == byNeighbour {
		for i := 1; i < len(deal); i++ {
			j.row[i] = int32(j.blocks) - 1 - j.block[deal[i-1]]
		}
	}
	for i, x := range deal {
		j.cell[i] = j.row[i] + j.block[x]
	}
}

// weigh sums the weights of the items left.
func (j *joint) weigh() {
	deal := j.deal
	if j.kind == byChoice {
		for i := j.first; i < len(deal); i++ {
			j.rest[i] = dot(j.sizes[i], j.cells[j.row[i]:])
		}
		return
	}
	copy(j.left, j.size)
	rest, before := 0.0, int32(-1)
	rows, cells := j.row[:len(deal)], j.cell[:len(deal)]
	for i := range deal {
		row, cell := rows[i], cells[i]
		if i >= j.first {
			if row != before { // else less by the item before
				rest = dot(j.left, j.cells[row:])
				before = row
			}
			j.rest[i] = rest
			rest -= j.cells[cell]
		}
		j.left[cell-row]--
	}
}

// lost is the fortune of a joint that has lost its bets but for more than a bias that it knows well.
const lost = 1e-20

// plays reports whether to bet on the next deal. Who has lost nearly all bets on one in a few, the look, and
// on those after it for as long as that wins: the sums take long.
func (j *joint) plays(look bool) bool {
	switch {
	case j.rests:
		j.rests = !look
	case j.Value() < lost*j.Weight:
		before := j.ln
		j.ln = j.Mean()
		j.rests = j.ln <= before
	}
	return !j.rests
}

// Bet settles the bets on the deal that was looked at.
func (j *joint) Bet() {
	j.weigh()
	// Eight places share a division: their numerators and denominators are less
	// than 10³⁰⁰ for up to 10²⁸ deals of 2²⁴ items.
	a0, a1, a2 := j.priors[0], j.priors[1], j.priors[2]
	rest, cell := j.rest, j.cell[:len(j.rest)]
	for i := j.first; i < len(rest); {
		n0, n1, n2, d0, d1, d2 := 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
		for end := min(i|7, len(rest)-1); i <= end; i++ {
			c, s, r := j.cells[cell[i]], rest[i], float64(j.n-i)
			n0 *= (c + a0) * r
			n1 *= (c + a1) * r
			n2 *= (c + a2) * r
			d0 *= s + a0*r
			d1 *= s + a1*r
			d2 *= s + a2*r
		}
		for p, factor := range [...]float64{n0 / d0, n1 / d1, n2 / d2} {
			j.Wagers[p].Times(factor)
		}
	}
}

// learn counts the deal that was looked at, after all bets on it, as the places share cells.
func (j *joint) learn() {
	cells := j.cells
	gain := j.gain[:len(cells)]
	for _, cell := range j.cell[j.first:] {
		cells[cell] += gain[cell]
	}
	j.deals++
}

func (j *joint) Reset() {
	clear(j.cells)
	j.deals, j.ln, j.rests = 0, 0, false
}
