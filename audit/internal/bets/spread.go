package bets

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A spread is how repeats are spread over orders and deals. If all of d orders that came are as likely to come again,
// as from few seeds, a repeat has one with the probability 1/d; what copies say, they know. Two learners doubt that:
// one thinks that some orders come again and again, the other that orders come again after as many deals as others
// did. The ratio of what they think to a law is an e-value if the law is right.
type spread struct {
	repeats, more, spaced float64        // of orders that had come again, and after as many deals as another order
	again                 float64        // orders that came again
	gaps                  map[int64]bool // after how many deals orders came again
	often, evenly         float64        // the logarithms of what the learners think of all repeats
	seeds, copies         float64        // and of what the laws say
	known, few            float64        // orders that could come again, added up; see see
}

const mostGaps = 1 << 12

// see bets on whether a deal repeats one of d orders, as from S seeds that are all as likely: with the probability d/S.
// As many repeats are due as the sum of d over S, so that tells S. What is won is not staked: it says how likely the
// deals are if there are few seeds, however many.
func (s *spread) see(orders float64, repeats bool, ln float64) {
	share := min(orders*(s.repeats+0.5)/(s.known+1), orders/(orders+1))
	if s.known += orders; repeats {
		s.few += math.Log(share/orders) + ln
	} else {
		s.few += math.Log1p(-share)
	}
}

// add adds a repeat of one of so many orders, which had come so many times, the last time so many deals before.
func (s *spread) add(orders, times float64, gap int64) {
	learn := func(is bool, had *float64, those, others float64) float64 {
		share := (*had + 0.5) / (s.repeats + 1)
		if is {
			*had++
			return math.Log(share / those)
		}
		return math.Log((1 - share) / others)
	}
	if s.gaps == nil {
		s.gaps = make(map[int64]bool)
	}
	s.often += learn(times > 1, &s.more, s.again, orders-s.again)
	s.evenly += learn(s.gaps[gap], &s.spaced, float64(len(s.gaps)), orders)
	s.seeds -= math.Log(orders)
	s.repeats++
	if times == 1 {
		s.again++
	}
	if len(s.gaps) < mostGaps {
		s.gaps[gap] = true
	}
}

// as reports whether repeats are spread as by a law that says so much of them.
func (s *spread) as(law float64) bool {
	return max(s.often, s.evenly)-law < math.Log(fortune.ClearOdds)
}
