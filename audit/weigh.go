package audit

import "iter"

// weigh returns by how much, as a logarithm, deals in turn are likelier under the suspects
// than under a fair shuffle.
func (b *book) weigh(deals iter.Seq[[]int32]) map[*group]float64 {
	gains := make(map[*group]float64)
	names, place := make([]int32, b.take), make([]int32, b.items)
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
func (b *bank) weigh(deal []int32, gains map[*group]float64) {
	b.look(deal)
	purse := make([]wager, 1)
	gain := func(g *group, pay func(players []wager)) {
		purse[0] = begin
		pay(purse)
		gains[g] += purse[0].ln()
	}
	for _, l := range b.choiceLaws {
		gain(l.group, func(players []wager) { l.pay(players, b.undone[l.form]) })
	}
	for _, l := range b.ratioLaws {
		gain(l.group, func(players []wager) { l.pay(players, b.ints, 1+b.view.falls) })
	}
	for _, m := range b.matrices {
		gain(m.group, func(players []wager) { m.pay(players, b.deal) })
	}
}
