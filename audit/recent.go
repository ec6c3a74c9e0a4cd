package audit

import "math"

// A recent remembers the last deals. Each player of a suspect who bets on a late change
// begins when its turn comes, so their fortunes are of different deals and cannot be
// compared. The deals since the change can: all suspects are weighed on the same ones.
type recent struct {
	n, k  int
	deals []uint8 // in turn, k items each; there are at most mostLaws items, so a byte holds one
	count int
}

// mostRecent is how many deals are remembered.
const mostRecent = 4096

func (r *recent) note(deal []int32) {
	at := r.count % mostRecent * r.k
	r.count++
	if at == len(r.deals) {
		for _, x := range deal {
			r.deals = append(r.deals, uint8(x))
		}
		return
	}
	for i, x := range deal {
		r.deals[at+i] = uint8(x)
	}
}

// read sets a deal to the one that many before the end, from 1.
func (r *recent) read(back int, deal []int32) {
	at := (r.count - back) % mostRecent * r.k
	for i := range deal {
		deal[i] = int32(r.deals[at+i])
	}
}

func (r *recent) reset() { r.count, r.deals = 0, r.deals[:0] }

// weighed returns by how much, as a logarithm, the deals after that many are likelier under
// the suspects than under a fair shuffle, and how many of these deals there are: the last
// mostRecent at most. It is done between deals.
func (a *Auditor) weighed(after int64) (gains map[*group]float64, deals int) {
	deals = min(int(a.deals-after), a.recent.count, mostRecent)
	gains = make(map[*group]float64)
	deal, place := make([]int32, a.k), make([]int32, a.n)
	for _, b := range a.banks {
		if len(b.suspected) == 0 {
			continue
		}
		known := false // the places of the deal before
		for back := deals; back > 0; back-- {
			a.recent.read(back, deal)
			switch {
			case b.lag == 0:
				b.weigh(deal, gains)
			case known:
				names := make([]int32, a.k)
				for i, x := range deal {
					names[i] = place[x]
				}
				b.weigh(names, gains)
			}
			for i, x := range deal {
				place[x] = int32(i)
			}
			known = true
		}
	}
	return gains, deals
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

// leastDate is how many deals there are at least before a change that is told: earlier, it
// is as well to say that the bias was there from the start.
const leastDate = 16

// date returns the number of the deal since which there is a bias, or 0 if that is not
// clearly likelier than from the start.
func (g *group) date() int64 {
	if g.late == nil || g.late.since < leastDate || g.wagers[1].ln() < g.wagers[0].ln()+math.Log(CauseOdds) {
		return 0
	}
	return int64(g.late.since) + 1
}
