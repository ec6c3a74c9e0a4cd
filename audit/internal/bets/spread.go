package bets

import (
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A spread is how repeats are spread over orders and deals, and what learners and laws think of that. If all of d
// orders that came are as likely to come again, as from few seeds, a repeat has one with the probability 1/d, and a
// deal repeats one with a probability that grows with d; what copies say, they know, and they are always as many. The
// ratio of what a learner thinks to a law is an e-value if the law is right.
type spread struct {
	// Which order a repeat has. Three learners doubt the laws: orders come again that came again before; or after as
	// many deals as others did; or the newest ones, by how many are newer.
	often, evenly, newest float64 // the logarithms of what they think of all repeats
	seeds, copies         float64 // and of what the laws say
	repeats, again        float64 // again: orders that came again
	returns               float64 // repeats of others than the last deal
	more, spaced          coin
	gaps                  map[int64]bool // after how many deals orders came again
	newer                 [64]float64    // repeats by how many orders are newer, in bits

	// Whether a deal repeats one. Two learners doubt the laws: that depends on whether the last did; or on when.
	bursts, blocks  float64
	growing, steady float64 // what the laws say of seeds, and of copies
	since           [2]coin // the last deal that repeated none, or one
	block           coin    // of the deals since the last power of two
	deals           uint64  // seen
	last            int     // 1 if the last deal repeated one
	known, few      float64 // orders that could come again, added up; few seeds' fortune
	due             float64 // repeats by chance
}

const mostGaps = 1 << 12

// A coin learns how likely something is.
type coin struct{ times, tosses float64 }

// learn returns the logarithm of how likely what happens was.
func (c *coin) learn(happens bool) float64 {
	share := (c.times + 0.5) / (c.tosses + 1)
	if c.tosses++; !happens {
		return math.Log1p(-share)
	}
	c.times++
	return math.Log(share)
}

// see bets on whether a deal repeats one of d orders, as from S seeds that are all as likely: with the probability d/S.
// As many repeats are due as the sum of d over S, so that tells S. What is won is not staked: it says how likely the
// deals are if there are few seeds, however many. The logarithm of all orders is ln.
func (s *spread) see(orders float64, repeats bool, ln float64) {
	if orders == 0 {
		return
	}
	chance := math.Min(orders*math.Exp(-ln), 1) // that a fair deal repeats one
	grown := min(orders*(s.repeats+0.5)/(s.known+1), orders/(orders+1))
	share := (math.Max(s.repeats-s.due, 0) + 0.5) / float64(s.deals+1)
	share = min(share+(1-share)*chance, orders/(orders+1))
	if s.deals++; s.deals&(s.deals-1) == 0 {
		s.block = coin{}
	}
	s.known, s.due = s.known+orders, s.due+chance
	s.bursts += s.since[s.last].learn(repeats)
	s.blocks += s.block.learn(repeats)
	if s.last = 0; repeats {
		s.last = 1
		s.few += math.Log(grown/orders) + ln
		s.growing, s.steady = s.growing+math.Log(grown), s.steady+math.Log(share)
		return
	}
	s.few += math.Log1p(-grown) - math.Log1p(-chance)
	s.growing, s.steady = s.growing+math.Log1p(-grown), s.steady+math.Log1p(-share)
}

// add adds a repeat of one of so many orders, which had come so many times, the last time so many deals before, and
// than which so many others are newer.
func (s *spread) add(orders, times float64, gap, newer int64) {
	learn := func(c *coin, happens bool, those, others float64) float64 {
		if !happens {
			those = others
		}
		return c.learn(happens) - math.Log(those)
	}
	if s.gaps == nil {
		s.gaps = make(map[int64]bool)
	}
	s.often += learn(&s.more, times > 1, s.again, orders-s.again)
	s.evenly += learn(&s.spaced, s.gaps[gap], float64(len(s.gaps)), orders)
	class := bits.Len64(uint64(newer))
	those := math.Min(math.Exp2(float64(max(class-1, 0))), orders-math.Floor(math.Exp2(float64(class-1))))
	classes := float64(bits.Len64(uint64(orders-1)) + 1)
	s.newest += math.Log((s.newer[class]+0.5)/(s.repeats+0.5*classes)) - math.Log(those)
	s.newer[class]++
	s.seeds -= math.Log(orders)
	if s.repeats++; gap > 1 {
		s.returns++
	}
	if times == 1 {
		s.again++
	}
	if len(s.gaps) < mostGaps {
		s.gaps[gap] = true
	}
}

// asSeeds reports whether repeats are spread as from few seeds, however many: these are known the worse, the more
// deals repeated none.
func (s *spread) asSeeds() bool {
	unknown := math.Log1p(float64(s.deals)) / 2
	return s.which()-s.seeds < math.Log(fortune.ClearOdds) &&
		max(s.bursts, s.blocks)-s.growing < math.Log(fortune.ClearOdds)+unknown
}

// asCopies reports whether they are spread as copies are, of which deals must be learned.
func (s *spread) asCopies() bool {
	return s.which()-s.copies < math.Log(fortune.ClearOdds)+math.Log1p(s.repeats) &&
		max(s.growing, s.blocks)-s.steady < math.Log(fortune.ClearOdds)
}

// which is the most that a learner thinks of which orders came again.
func (s *spread) which() float64 { return max(s.often, s.evenly, s.newest) }
