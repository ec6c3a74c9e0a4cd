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
	observed, simulated := a.of.book, bets.New(a.of.book.Game)
	if last > 0 {
		observed = bets.New(a.of.book.Game)
		for deal := range a.of.recent.last(last) {
			observed.See(deal)
		}
	}
	r := rand.New(rand.NewPCG(3, 0))
	deal, dealt := make([]int, a.of.n), make([]int32, a.of.k)
	for range simulatedItems / a.of.n {
		s.Deal(deal, a.of.k, r.IntN)
		for i, x := range deal[:a.of.k] {
			dealt[i] = int32(x)
		}
		simulated.See(dealt)
	}
	return observed.Like(simulated, mostUnlike)
}
