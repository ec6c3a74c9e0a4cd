package bets

import (
	"iter"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Weigh adds to the gains by how much, as a logarithm, deals are likelier under the suspects than under a fair shuffle;
// or changes between deals.
func (b *Book) Weigh(deals iter.Seq[[]int32], changes bool, gains map[*fortune.Group]float64) {
	for _, bank := range b.banks {
		if len(bank.laws) == 0 || (bank.lag > 0) != changes {
			continue
		}
		for deal := range deals {
			bank.look(deal)
			for _, l := range bank.laws {
				gains[l.Group] += l.gain(bank)
			}
		}
	}
}
