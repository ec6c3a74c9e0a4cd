package bets

import (
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Pairs count which items come before which, and which are neighbours. Each pair has players of its own, because a
// shuffle may keep two items apart and be fair otherwise.
type pairs struct {
	before []uint32 // how often x came before y, x·n + y, in every second deal
	near   []uint32 // how often they were neighbours, x·n + y for x < y
	n      int
	deals  int64
}

// mostPairs is the most items of which all pairs are counted.
const mostPairs = 64

func newPairs(n int) *pairs {
	return &pairs{before: make([]uint32, n*n), near: make([]uint32, n*n), n: n}
}

func (p *pairs) Reset() {
	clear(p.before)
	clear(p.near)
	p.deals = 0
}

// Bet counts; the bets are on the [spots].
func (p *pairs) Bet(_ int64, deal []int32) {
	for i, x := range deal[1:] {
		y := deal[i]
		p.near[int(min(x, y))*p.n+int(max(x, y))]++
	}
	if p.deals++; p.deals%2 == 0 {
		return // all pairs take long
	}
	for i, x := range deal {
		row := p.before[int(x)*p.n:][:p.n]
		for _, y := range deal[i+1:] {
			row[y]++
		}
	}
}

// of returns the items of a pair, x < y.
func (p *pairs) of(row int) (x, y int) {
	for row >= p.n-1-x {
		row -= p.n - 1 - x
		x++
	}
	return x, x + 1 + row
}

// spots returns the bets on all pairs.
func (p *pairs) spots(weight float64, item func(number int) string) []bet {
	rows := p.n * (p.n - 1) / 2
	before := func(row int) fortune.Phrase {
		x, y := p.of(row)
		return fortune.Phrase{Before: item(x) + " comes ", Scale: fortune.Often, After: " before " + item(y)}
	}
	near := func(row int) fortune.Phrase {
		x, y := p.of(row)
		return fortune.Phrase{Before: item(x) + " and " + item(y) + " are ", Scale: fortune.Often, After: " neighbours"}
	}
	spots := func(text func(row int) fortune.Phrase, chance float64, deals func() float64, counts []uint32) bet {
		return newSpots(fortune.Learned, fortune.About{From: fortune.Deal, Text: text}, weight/2, rows, chance, deals,
			func(row int) int64 {
				x, y := p.of(row)
				return int64(counts[x*p.n+y])
			})
	}
	order := spots(before, 0.5, func() float64 { return float64((p.deals + 1) / 2) }, p.before)
	size := order.Own().About.Size
	order.Own().About.Size = func(row int) *fortune.Told {
		told := size(row)
		told.Text = strings.Replace(told.Text, " deals", " deals looked at", 1)
		return told
	}
	return []bet{
		order,
		spots(near, 2/float64(p.n), func() float64 { return float64(p.deals) }, p.near),
	}
}
