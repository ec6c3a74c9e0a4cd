package audit

import (
	"math"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// mostUnlike is the probability, of all counts together, with which a suspect that dealt is
// taken for another because of where the items came.
const mostUnlike = 1e-3

// placed reports whether the items came to their places as often as they do if the suspect
// deals. What its player won may be as expected though another mistake dealt: one that moves
// one item in a way that the suspect hardly ever does. The counts are those of as many of the
// last deals, or of all if that is 0.
func (a *Auditor) placed(s suspects.Suspect, last int) bool {
	const errors = 4 // standard ones, of a simulated count
	cells := a.n * a.k
	counts, deals := make([]float64, cells), float64(a.deals)
	if last > 0 {
		for deal := range a.recent.last(last) {
			for i, x := range deal {
				counts[int(x)*a.k+i]++
			}
		}
		deals = float64(last)
	} else {
		for x, row := range a.book.Positions() {
			for i, count := range row {
				counts[x*a.k+i] = float64(count)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 0))
	deal, simulated, trials := make([]int, a.n), make([]float64, cells), simulatedItems/a.n
	for range trials {
		s.Deal(deal, a.k, r.IntN)
		for i, x := range deal[:a.k] {
			simulated[x*a.k+i]++
		}
	}
	limit := math.Log(float64(cells) / mostUnlike)
	for cell, count := range counts {
		c := simulated[cell]
		spread := errors * math.Sqrt(c+errors*errors)
		low, high := math.Max(c-spread, 0)/float64(trials), math.Min((c+spread)/float64(trials), 1)
		if f := count / deals; deals*laws.Coins(f, math.Min(math.Max(f, low), high)) > limit {
			return false
		}
	}
	return true
}
