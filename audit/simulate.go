package audit

import (
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A law is measured on at least so many deals, until the mean's standard error is a part of
// it so small.
const (
	simulatedItems = 1 << 19 // in all deals on which a law is measured, at most
	measuredLeast  = 1000
	measuredError  = 0.005
)

func square(x float64) float64 { return x * x }

// measure returns a way of measuring what a deal of the suspect adds to a player's gain, on at
// most so many deals.
func measure(o *observer, s suspects.Suspect, deals int) bets.Measure {
	return func(gain func(deal []int) float64) laws.Moments {
		r := rand.New(rand.NewPCG(1, 0))
		deal := make([]int, o.n)
		var m laws.Moments
		for range deals {
			s.Deal(deal, o.k, r.IntN)
			m.Add(gain(deal), 1)
			// With a standard error of half a percent, the number of deals needed is
			// known well enough.
			if m.Weight >= measuredLeast && m.Variance() < m.Weight*square(measuredError*m.Mean) {
				break
			}
		}
		return m
	}
}

// An estimator says what an audit would have found, or will find.
type estimator struct{ of *observer }

// quantile is the 95% quantile of the normal distribution, and missed is the share beyond.
const (
	quantile = 1.6448536269514722
	missed   = 0.05
)
