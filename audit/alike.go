package audit

import (
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// The deals of an audit are compared with so many times as many of a suspect.
const (
	leastPortraits = 16
	mostPortraits  = 64
	mostPainted    = 2048 // deals of each
	paintedItems   = 1 << 18
)

// unlike reports whether something is not as it is if the suspect deals, from the first place on or in its own way, or
// changes the deal before, clearly or only all together: of what is counted in the last of such deals, and of the
// changes between them if they are whole, which both must be as often as there. What its player won may be as expected
// though another mistake dealt: one that moves one item in a way that the suspect hardly ever does, or has its rising
// sequences.
func (a reporter) unlike(s suspects.Suspect, forward, change bool, such *recent, last int) (clearly, together bool) {
	last = min(last, mostPainted)
	painter, simulated := bets.NewPainter(a.of.book.Game), a.simulated(s, forward, change, such, last)
	for _, changes := range [...]bool{false, true} {
		if changes && a.of.k < a.of.n || clearly || together {
			break
		}
		var portraits []*bets.Portrait
		for _, sim := range simulated {
			portraits = append(portraits, painter.Paint(sim.last(last, changes)))
		}
		clearly, together = painter.Unlike(painter.Paint(such.last(last, changes)), portraits)
	}
	return clearly, together
}

// fair shuffles.
var fair = suspects.Suspect{Name: "fair", Shuffle: func(s []int, intn func(k int) int) {
	for i := len(s) - 1; i > 0; i-- {
		j := intn(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}}

// simulated returns as many deals of a suspect, several times.
func (a reporter) simulated(s suspects.Suspect, forward, change bool, such *recent, deals int) (all []*recent) {
	n, k := a.of.n, a.of.k
	r := rand.New(rand.NewPCG(3, 0))
	deal, dealt := make([]int, n), make([]int32, k)
	for range min(max(paintedItems/n/max(deals, 1), leastPortraits), mostPortraits) {
		sim := &recent{n: n, k: k}
		deck := make([]int32, n)
		for x := range deck {
			deck[x] = int32(x)
		}
		if deals < min(such.count, mostRecent) {
			for before := range such.last(deals+1, false) { // from which the suspect goes on
				sim.note(before)
				copy(deck, before)
				break
			}
		}
		for range deals {
			if s.Deal(deal, k, r.IntN); forward && s.Choose != nil {
				slices.Sort(deal)
				s.Draw(deal, k, r.IntN)
			}
			for i, x := range deal[:k] {
				dealt[i] = int32(x)
				if change {
					dealt[i] = deck[x]
				}
			}
			sim.note(dealt)
			copy(deck, dealt)
		}
		all = append(all, sim)
	}
	return all
}
