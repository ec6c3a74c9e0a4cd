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
	mostPortraits  = 32
	mostPainted    = 2048 // deals of each
	paintedItems   = 1 << 18
)

// A simulation is portraits of so many deals of a suspect each, and of the changes between them.
type simulation struct {
	suspect         string
	forward, change bool // see portrayed
	deals           int
	portraits       [2][]*bets.Portrait
}

// unlike returns what is not as it is if the suspect deals, from the first place on or in its own way, or changes the
// deal before: of what is counted in the last of such deals, and of the changes between them if they are all, which
// both must be as often as there; "" if all is. What its player won may be as expected though another mistake dealt:
// one that moves one item in a way that the suspect hardly ever does, or has its rising sequences.
func (a reporter) unlike(s suspects.Suspect, forward, change bool, such *recent, last int) string {
	o := a.of
	last = min(last, mostPainted)
	if o.painter == nil {
		o.painter = bets.NewPainter(o.book.Game)
	}
	sim := o.portrayed(s, forward, change, such, last)
	for i, since := range [...]string{"", bets.SinceLast} {
		if i == 1 && (o.k < o.n || such != o.recent) {
			break
		}
		if text := o.painter.Unlike(o.painter.Paint(such.last(last, i == 1)), sim.portraits[i]); text != "" {
			return since + text
		}
	}
	return ""
}

// fair shuffles.
var fair = suspects.Suspect{Name: "fair", Shuffle: func(s []int, intn func(k int) int) {
	for i := len(s) - 1; i > 0; i-- {
		j := intn(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}}

// portrayed returns the simulation of a suspect, and remembers it.
func (a *Auditor) portrayed(s suspects.Suspect, forward, change bool, such *recent, deals int) *simulation {
	if is := &a.simulated; is.suspect == s.Name && is.forward == forward && is.change == change && is.deals == deals {
		return is
	}
	a.simulated = simulation{suspect: s.Name, forward: forward, change: change, deals: deals}
	r := rand.New(rand.NewPCG(3, 0))
	deal, dealt := make([]int, a.n), make([]int32, a.k)
	for range min(max(paintedItems/a.n/max(deals, 1), leastPortraits), mostPortraits) {
		sim := &recent{n: a.n, k: a.k}
		deck := make([]int32, a.n)
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
			if s.Deal(deal, a.k, r.IntN); forward && s.Choose != nil {
				slices.Sort(deal)
				s.Draw(deal, a.k, r.IntN)
			}
			for i, x := range deal[:a.k] {
				dealt[i] = int32(x)
				if change {
					dealt[i] = deck[x]
				}
			}
			sim.note(dealt)
			copy(deck, dealt)
		}
		for i := range a.simulated.portraits {
			if all := &a.simulated.portraits[i]; i == 0 || a.k == a.n {
				*all = append(*all, a.painter.Paint(sim.last(deals, i == 1)))
			}
		}
	}
	return &a.simulated
}
