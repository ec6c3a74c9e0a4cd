package bets

import (
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// Weigh weighs deals, or changes between them, by how much each is likelier under the suspects than under a fair
// shuffle: the logarithm of the ratio, for each of the groups that are such.
func (b *Book) Weigh(deals iter.Seq[[]int32], changes bool, such func(g *fortune.Group) bool,
	each func(g *fortune.Group, ln float64)) {
	for _, bank := range b.banks {
		if (bank.lag > 0) != changes {
			continue
		}
		laws := slices.DeleteFunc(slices.Clone(bank.laws), func(l *law) bool { return !such(l.Group) })
		if len(laws) == 0 {
			continue
		}
		for deal := range deals {
			bank.look(deal)
			for _, l := range laws {
				each(l.Group, l.gain(&bank.undone))
			}
		}
	}
}
