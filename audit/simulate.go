package audit

import (
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/suspects"
)

const (
	simulatedItems = 1 << 19 // in all deals on which a law is measured, at most
	measuredLeast  = 100     // deals
)

// measure returns a way of measuring what a deal of the suspect adds to a player's gain, until the
// mean's standard error is a part of it so small, on at most so many deals.
func measure(a *Auditor, s suspects.Suspect, deals int, part float64) bets.Measure {
	return func(gain func(deal []int) float64) laws.Moments {
		r := rand.New(rand.NewPCG(1, 0))
		deal := make([]int, a.n)
		var m laws.Moments
		for range deals {
			s.Deal(deal, a.k, r.IntN)
			m.Add(gain(deal), 1)
			off := part * m.Mean
			if m.Weight >= measuredLeast && m.Variance() < m.Weight*(off*off) {
				break
			}
		}
		return m
	}
}

// An estimator says what an audit would have found, or will find.
type estimator struct {
	of  *Auditor
	sim *Auditor // of simulated deals; nil before
}

// quantile is the 95% quantile of the normal distribution, and missed is the share beyond.
const (
	quantile = 1.6448536269514722
	missed   = 0.05
)
