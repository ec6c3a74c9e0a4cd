package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Pairs count which items come before which, and which are neighbours, or have one item between them. Each
// pair has players of its own, because a shuffle may keep two items apart and be fair otherwise.
type pairs struct {
	before [][mostPairs]uint32     // how often y came before x, [x][y], in every second deal
	recent [][mostPairs / 8]uint64 // the same of the last few of them, eight y to a word
	few    int                     // how many
	near   [2][]uint32             // how often they were neighbours, x·n + y for x < y; and with one between them
	n      int
	deals  int64
}

// mostPairs is the most items of which all pairs are counted.
const mostPairs = 64

func newPairs(n int) *pairs {
	return &pairs{before: make([][mostPairs]uint32, n), recent: make([][mostPairs / 8]uint64, n),
		near: [...][]uint32{make([]uint32, n*n), make([]uint32, n*n)}, n: n}
}

func (p *pairs) Reset() {
	clear(p.before)
	clear(p.recent)
	p.few = 0
	clear(p.near[0])
	clear(p.near[1])
	p.deals = 0
}

// Bet counts; the bets are on the [spots].
func (p *pairs) Bet(_ int64, deal []int32) {
	for between, near := range p.near {
		for i, x := range deal[1+between:] {
			y := deal[i]
			near[int(min(x, y))*p.n+int(max(x, y))]++
		}
	}
	if p.deals++; p.deals%2 == 0 {
		return // all pairs take long
	}
	var dealt [mostPairs / 8]uint64 // a byte of each item that came before: 0 or 1
	for _, x := range deal {
		row := &p.recent[x]
		for word := range dealt {
			row[word] += dealt[word]
		}
		dealt[uint32(x)/8%8] |= 1 << (uint32(x) % 8 * 8)
	}
	if p.few++; p.few == math.MaxUint8 {
		p.gather()
	}
}

// gather counts the last few deals with those before.
func (p *pairs) gather() {
	for x := range p.recent {
		for y := range p.before[x] {
			p.before[x][y] += uint32(p.recent[x][y/8] >> (y % 8 * 8) & math.MaxUint8)
		}
	}
	clear(p.recent)
	p.few = 0
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
	return int64(p.before[y][x]) + int64(p.recent[y][x/8]>>(x%8*8)&math.MaxUint8)
}

func (p *pairs) timesNear(between int) func(row int) int64 {
	return func(row int) int64 {
		x, y := p.of(row)
		return int64(p.near[between][x*p.n+y])
	}
}

// spots returns the bets on all pairs.
func (p *pairs) spots(weight float64, item func(number int) string) []tally {
	rows := p.n * (p.n - 1) / 2
	before := func(row int) fortune.Phrase {
		x, y := p.of(row)
		return fortune.Phrase{Before: item(x) + " comes ", Scale: fortune.Often, After: " before " + item(y)}
	}
	near := func(after string) func(row int) fortune.Phrase {
		return func(row int) fortune.Phrase {
			x, y := p.of(row)
			return fortune.Phrase{Before: item(x) + " and " + item(y) + " are ", Scale: fortune.Often, After: after}
		}
	}
	deals := func() float64 { return float64(p.deals) }
	half := func() float64 { return float64((p.deals + 1) / 2) }
	return []tally{
		newSpots(fortune.Learned, fortune.About{From: fortune.Deal, Text: before},
			weight/2, rows, 0.5, half, p.timesBefore),
		newSpots(fortune.Learned, fortune.About{From: fortune.Deal, Text: near(" neighbours")},
			weight*3/8, rows, 2/float64(p.n), deals, p.timesNear(0)),
		newSpots(fortune.Learned, fortune.About{From: fortune.Deal, Text: near(" two places apart")},
			weight/8, rows, 2*float64(p.n-2)/float64(p.n*(p.n-1)), deals, p.timesNear(1)),
	}
}
