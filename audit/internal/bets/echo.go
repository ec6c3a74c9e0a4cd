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
	Unshuffled  = "unshuffled deals"
	InverseDeal = "the inverse of the deal before"
	ReverseDeal = "the reverse of the deal before"
)

// Echoes bet that some deals come in a known order: that before the shuffle, or that of the deal before, turned. A
// fair deal comes in such an order with the probability 1/N. The bet puts the share s on the order, and divides
// the rest as a fair shuffle does:
//
//	q(x) = s·[x is the order] + (1−s)/N,   q(x)·N = s·N·[x is the order] + 1 − s.
//
// The share is learned from the deals before, as (c + ½)/(t + 50) if c of t came so.
type echoes struct {
	all []*echo
	ln  float64 // of N
}

// An echo is the bet on one order.
type echo struct {
	*fortune.Group
	order        []int32 // that it bets on
	turn         func(order, deal []int32)
	times, deals float64
	first        int64 // deal
}

const leastEchoed = 7 // logarithm of the orders; fewer are counted one by one

// newEchoes returns the bets on deals of k items that have exp(ln) orders; whole ones have inverses.
func newEchoes(k int, whole bool, ln, weight float64) *echoes {
	e := &echoes{ln: ln}
	add := func(name, order string, from fortune.From, turn func(order, deal []int32)) {
		x := &echo{order: make([]int32, k), turn: turn}
		found := func(int) string {
			return fmt.Sprintf("some deals have the order %s, as deal %s was the first to have:", order,
				label.Number(x.first))
		}
		size := func(int) *fortune.Told { return shareOf(x.times, x.deals, x.deals*math.Exp(-ln), 1) }
		x.Group = fortune.NewGroup(fortune.Repeats, fortune.About{Suspect: name, From: from, Found: found, Size: size,
			Text: fortune.Plainly("some deals have the order " + order)}, weight/2, 1, 1)
		e.all = append(e.all, x)
	}
	add(Unshuffled, "before the shuffle", fortune.Deal, nil)
	if whole {
		add(InverseDeal, "that is the inverse of the deal before", fortune.Change, func(order, deal []int32) {
			for i, x := range deal {
				order[x] = int32(i)
			}
		})
	}
	add(ReverseDeal, "that is the reverse of the deal before", fortune.Change, func(order, deal []int32) {
		copy(order, deal)
		slices.Reverse(order)
	})
	for _, x := range e.all[1:] {
		x.Weight = weight / 10 / float64(len(e.all)-1)
	}
	e.Reset()
	return e
}

// Bet bets on a deal after that many.
func (e *echoes) Bet(deals int64, deal []int32) {
	for _, x := range e.all {
		if x.turn == nil || deals > 0 {
			x.bet(deals, deal, e.ln)
		}
		if x.turn != nil {
			x.turn(x.order, deal)
		}
	}
}

func (x *echo) bet(deals int64, deal []int32, ln float64) {
	share, wager := (x.times+0.5)/(x.deals+50), &x.Wagers[0]
	x.deals++
	if !slices.Equal(x.order, deal) {
		wager.Times(1 - share)
		return
	}
	if x.times++; x.times == 1 {
		x.first = deals + 1
	}
	wager.Add(fortune.LogSum(math.Log(share)+ln, math.Log1p(-share)))
}

func (e *echoes) Reset() {
	for _, x := range e.all {
		x.Group.Reset()
		x.times, x.deals, x.first = 0, 0, 0
		for i := range x.order {
			x.order[i] = int32(i)
		}
	}
}
