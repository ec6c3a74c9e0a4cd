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
		if len(bank.laws) == 0 {
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
	for _, l := range b.laws {
		gains[l.Group] += l.gain(b)
	}
}
