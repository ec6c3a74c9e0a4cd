package bets

import (
	"iter"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Weigh returns by how much, as a logarithm, deals in turn are likelier under the suspects
// than under a fair shuffle.
func (b *Book) Weigh(deals iter.Seq[[]int32]) map[*fortune.Group]float64 {
	gains := make(map[*fortune.Group]float64)
	names, place := make([]int32, b.Take), make([]int32, b.Items)
	for _, bank := range b.banks {
		if len(bank.suspected) == 0 {
			continue
		}
		known := false // the places of the deal before
		for deal := range deals {
			switch {
			case bank.lag == 0:
				bank.weigh(deal, gains)
			case known:
				for i, x := range deal {
					names[i] = place[x]
				}
				bank.weigh(names, gains)
			}
			for i, x := range deal {
				place[x] = int32(i)
			}
			known = true
		}
	}
	return gains
}

// weigh adds what a deal adds to the fortunes of those who bet on suspects.
func (b *bank) weigh(deal []int32, gains map[*fortune.Group]float64) {
	b.look(deal)
	purse := make([]fortune.Wager, 1)
	gain := func(g *fortune.Group, pay func(players []fortune.Wager)) {
		purse[0] = fortune.Begin
		pay(purse)
		gains[g] += purse[0].Ln()
	}
	for _, l := range b.choiceLaws {
		gain(l.Group, func(players []fortune.Wager) { l.pay(players, b.undone[l.form]) })
	}
	for _, l := range b.ratioLaws {
		gain(l.Group, func(players []fortune.Wager) { l.pay(players, b.ints, 1+b.view.falls) })
	}
	for _, m := range b.matrices {
		gain(m.Group, func(players []fortune.Wager) { m.pay(players, b.deal) })
	}
}
