package bets

import (
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A spread is how repeats are spread over orders and deals, and what learners and laws think of that, as logarithms. If
// all of d orders that came are as likely to come again, as from few seeds, a repeat has one with the probability 1/d,
// and a deal repeats one with a probability that grows with d; what copies say, they know, and they are always as many.
// Learners doubt that: orders come again that came again before, or the newest ones, by how many are newer; and whether
// a deal repeats one depends on whether the last did. The ratio of what a learner thinks to a law is an e-value if the
// law is right.
type spread struct {
	often, newest, seeds, copies float64 // which order comes again
	bursts, growing, steady      float64 // whether one does: growing from seeds, steady from copies
	more                         coin
	since                        [2]coin     // the last deal that repeated none, or one
	gap                          int64       // after how many deals each order came again; -1 if that differs
	newer                        [64]float64 // repeats by how many orders are newer, in bits
	repeats, again, returns      float64     // again: orders; returns: repeats of others than the last deal
	deals, known, due            float64     // known: orders that could come again, added up; due: by chance
	last                         int         // 1 if the last deal repeated one
}

// A coin learns how likely something is.
type coin struct{ times, tosses float64 }

// learn returns the logarithm of how likely what happens was.
func (c *coin) learn(happens bool) float64 {
	share := (c.times + 0.5) / (c.tosses + 1)
	if c.tosses++; happens {
		c.times++
	}
	return lnOf(share, happens)
}

// lnOf returns the logarithm of the probability that something happens, or does not.
func lnOf(p float64, happens bool) float64 {
	if happens {
		return math.Log(p)
	}
	return math.Log1p(-p)
}

// see looks at whether a deal repeats one of d orders, as a fair one does by chance. From S seeds that are all as
// likely, it does with the probability d/S. As many repeats are due as the sum of d over S, so that tells S.
func (s *spread) see(orders, chance float64, repeats bool) {
	if orders == 0 {
		return
	}
	most := orders / (orders + 1)
	copied := (math.Max(s.repeats-s.due, 0) + 0.5) / (s.deals + 1)
	s.growing += lnOf(min(orders*(s.repeats+0.5)/(s.known+1), most), repeats)
	s.steady += lnOf(min(copied+(1-copied)*chance, most), repeats)
	s.bursts += s.since[s.last].learn(repeats)
	s.deals, s.known, s.due = s.deals+1, s.known+orders, s.due+chance
	if s.last = 0; repeats {
		s.last = 1
	}
}

// add adds a repeat of one of so many orders, which had come so many times, the last time so many deals before, and
// than which so many others are newer.
func (s *spread) add(orders, times float64, gap, newer int64) {
	those := s.again
	if times == 1 {
		those = orders - s.again
	}
	s.often += s.more.learn(times > 1) - math.Log(those)
	class, classes := bits.Len64(uint64(newer)), bits.Len64(uint64(orders-1))+1
	those = math.Min(math.Ldexp(1, max(class-1, 0)), orders-math.Floor(math.Ldexp(1, class-1)))
	s.newest += math.Log((s.newer[class] + 0.5) / (s.repeats + 0.5*float64(classes)) / those)
	s.newer[class]++
	s.seeds -= math.Log(orders)
	if s.repeats++; gap > 1 {
		s.returns++
	}
	if times == 1 {
		s.again++
	}
	if s.gap != gap && s.repeats > 1 {
		gap = -1
	}
	s.gap = gap
}

// asSeeds reports whether repeats are spread as from few seeds, however many: these are known the worse, the more
// deals repeated none.
func (s *spread) asSeeds() bool {
	return s.which()-s.seeds < math.Log(fortune.ClearOdds) &&
		s.bursts-s.growing < math.Log(fortune.ClearOdds)+math.Log1p(s.deals)/2
}

// asCopies reports whether they are spread as copies are, of which deals must be learned.
func (s *spread) asCopies() bool {
	return s.which()-s.copies < math.Log(fortune.ClearOdds)+math.Log1p(s.repeats) &&
		s.growing-s.steady < math.Log(fortune.ClearOdds)
}

// which is the most that a learner thinks of which orders came again.
func (s *spread) which() float64 { return max(s.often, s.newest) }
