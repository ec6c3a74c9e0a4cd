package audit

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// The deals of an audit are compared with so many times as many of a suspect.
const (
	leastPortraits = 16
	mostPortraits  = 32
	mostPainted    = 2048 // deals of each
	paintedItems   = 1 << 18
)

// alike reports whether everything that is counted in the last deals, or the changes between them, came as often as it
// does if the suspect deals, from the first place on or in its own way. What its player won may be as expected though
// another mistake dealt: one that moves one item in a way that the suspect hardly ever does, or has its rising
// sequences.
func (a reporter) alike(s suspects.Suspect, forward, change bool, last int) bool {
	o := a.of
	last = min(last, mostPainted)
	if o.painter == nil {
		o.painter = bets.NewPainter(o.book.Game)
	}
	seen := o.painter.Paint(o.recent.last(last, change))
	return o.painter.Like(seen, o.simulation(s, forward, int(seen.Deals)))
}

// simulation returns portraits of so many deals of a suspect each, and remembers them.
func (a *Auditor) simulation(s suspects.Suspect, forward bool, deals int) []*bets.Portrait {
	if a.simulated.suspect == s.Name && a.simulated.forward == forward && a.simulated.deals == deals {
		return a.simulated.portraits
	}
	r := rand.New(rand.NewPCG(3, 0))
	deal, dealt := make([]int, a.n), make([]int32, a.k)
	of := func(yield func(deal []int32) bool) {
		for range deals {
			if s.Deal(deal, a.k, r.IntN); forward && s.Choose != nil {
				slices.Sort(deal)
				s.Draw(deal, a.k, r.IntN)
			}
			for i, x := range deal[:a.k] {
				dealt[i] = int32(x)
			}
			if !yield(dealt) {
				return
			}
		}
	}
	var all []*bets.Portrait
	for range min(max(paintedItems/a.n/max(deals, 1), leastPortraits), mostPortraits) {
		all = append(all, a.painter.Paint(iter.Seq[[]int32](of)))
	}
	a.simulated.suspect, a.simulated.forward, a.simulated.deals, a.simulated.portraits = s.Name, forward, deals, all
	return all
}
