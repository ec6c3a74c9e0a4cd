package bets

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// Names of what echoes show.
const (
	Unshuffled = "unshuffled deals"
	AsBefore   = "deals as before"
)

// Echoes bet that some deals come in a known order: that before the shuffle, or that of one of the last deals. A
// fair deal comes in such an order with the probability 1/N. The bet puts the share s on the order, and divides
// the rest as a fair shuffle does:
//
//	q(x) = s·[x is the order] + (1−s)/N,   q(x)·N = s·N·[x is the order] + 1 − s.
//
// The share is learned from the deals before, as (c + ½)/(t + 50) if c of t came so.
type echoes struct {
	unshuffled, before *fortune.Group
	all                []echo
	ln                 float64   // of N
	last               [][]int32 // deals, in turn, after the order before the shuffle
	again              float64   // deals with the order of one of the last
}

type echo struct {
	wager        *fortune.Wager
	times, deals float64
	first        int64 // deal
}

const (
	mostEchoed  = 8 // deals back
	leastEchoed = 7 // logarithm of the orders; fewer are counted one by one
)

// newEchoes returns the bets on deals of k items that have exp(ln) orders.
func newEchoes(k int, ln, weight float64) *echoes {
	e := &echoes{ln: ln, all: make([]echo, 1+mostEchoed), last: make([][]int32, 1+mostEchoed)}
	for i := range e.last {
		e.last[i] = make([]int32, k)
	}
	for i := range e.last[0] {
		e.last[0][i] = int32(i)
	}
	group := func(name string, from fortune.From, rows, at int, of func(row int) string) *fortune.Group {
		text := fortune.Saying(func(row int) string { return "some deals have the order " + of(row) })
		found := func(row int) string {
			x := e.all[at+row]
			return fmt.Sprintf("some deals have the order %s, as deal %s was the first to have:", of(row),
				label.Number(x.first))
		}
		size := func(row int) *fortune.Size {
			x := e.all[at+row]
			return shareOf(x.times, x.deals, x.deals*math.Exp(-ln), rows)
		}
		about := fortune.About{Suspect: name, From: from, Text: text, Found: found, Size: size}
		g := fortune.NewGroup(fortune.Repeats, about, weight/2, rows, 1)
		for row := range rows {
			e.all[at+row].wager = &g.Wagers[row]
		}
		return g
	}
	e.unshuffled = group(Unshuffled, fortune.Deal, 1, 0, func(int) string { return "before the shuffle" })
	e.before = group(AsBefore, fortune.Change, mostEchoed, 1, func(row int) string {
		if row == 0 {
			return "of the deal before"
		}
		return fmt.Sprintf("of the deal %d before", row+1)
	})
	return e
}

// Bet bets on a deal after that many.
func (e *echoes) Bet(deals int64, deal []int32) {
	again := 0.0
	for lag := range e.all[:min(deals, mostEchoed)+1] {
		x, order := &e.all[lag], e.last[0]
		if lag > 0 {
			order = e.last[1+(deals-int64(lag))%mostEchoed]
		}
		share := (x.times + 0.5) / (x.deals + 50)
		x.deals++
		if !slices.Equal(order, deal) {
			x.wager.Times(1 - share)
			continue
		}
		if x.times++; x.times == 1 {
			x.first = deals + 1
		}
		if lag > 0 {
			again = 1
		}
		x.wager.Add(fortune.LogSum(math.Log(share)+e.ln, math.Log1p(-share)))
	}
	e.again += again
	copy(e.last[1+deals%mostEchoed], deal)
}

func (e *echoes) Reset() {
	e.again = 0
	e.unshuffled.Reset()
	e.before.Reset()
	for i := range e.all {
		e.all[i] = echo{wager: e.all[i].wager}
	}
}
