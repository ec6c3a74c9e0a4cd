package audit

import (
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// mostUnlike is the probability, of all counts together, with which a suspect that dealt is
// taken for another because of what happened in its deals.
const mostUnlike = 1e-3

// alike reports whether everything that is counted came as often as it does if the suspect deals. What its player won
// may be as expected though another mistake dealt: one that moves one item in a way that the suspect hardly ever does,
// or has its rising sequences. The counts are those of as many of the last deals, or of all if that is 0.
func (a reporter) alike(s suspects.Suspect, last int) bool {
	observed := a.of.book
	if last > 0 {
		observed = bets.NewCount(observed.Game)
		for deal := range a.of.recent.last(last) {
			observed.See(deal)
		}
	}
	return observed.Like(a.of.simulation(s), mostUnlike)
}

// simulation returns what is counted if the suspect deals, and remembers it.
func (o *observer) simulation(s suspects.Suspect) *bets.Book {
	simulated, known := o.simulated[s.Name]
	if known {
		return simulated
	}
	simulated = bets.NewCount(o.book.Game)
	r := rand.New(rand.NewPCG(3, 0))
	deal, dealt := make([]int, o.n), make([]int32, o.k)
	for range simulatedItems / o.n {
		s.Deal(deal, o.k, r.IntN)
		for i, x := range deal[:o.k] {
			dealt[i] = int32(x)
		}
		simulated.See(dealt)
	}
	o.simulated[s.Name] = simulated
	return simulated
}
