package bets

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A Drift is the mean and the variance of what a deal of a suspect adds to the logarithm
// of one of its players' fortune.
type Drift struct {
	Group          *fortune.Group
	form           undo.Form // of a player who bets on choices
	Weight         float64
	Mean, Variance float64
	measured       float64 // deals, +Inf if it is exact
	Deals          float64 // on which it has bet
}

// Forward reports whether the player bets on choices of a shuffle that begins with the first place.
func (d *Drift) Forward() bool { return d.form == undo.Forward }

// Fits reports whether a fortune is what it is if the suspect dealt so many deals.
func (d *Drift) Fits(ln, deals, apart float64) bool {
	spread := math.Max(d.Variance, 0) * (deals + deals*deals/d.measured)
	return math.Abs(ln-deals*d.Mean) <= apart*math.Sqrt(spread)+1e-6
}

// Varies reports whether gains vary as they do if the suspect dealt.
func (d *Drift) Varies(gains []float64, apart float64) bool {
	if len(gains) == 0 { // it is too weak to be weighed deal by deal
		return true
	}
	var squares laws.Moments // of the distance from the mean
	for _, gain := range gains {
		squares.Add((gain-d.Mean)*(gain-d.Mean), 1)
	}
	errors := math.Max(squares.Variance(), 2*d.Variance*d.Variance) * (1/squares.Weight + 1/d.measured)
	return math.Abs(squares.Mean-d.Variance) <= apart*math.Sqrt(errors)+1e-6
}

// Drifts returns the drifts of the players of a suspect who bet on deals, or on changes
// between them.
func (b *Book) Drifts(change bool, s suspects.Suspect, m Measure) (all []Drift) {
	for _, bank := range b.banks {
		if (bank.lag > 0) != change {
			continue
		}
		for _, l := range bank.laws {
			if l.About.Suspect == s.Name {
				mean, variance, measured := l.drift(b.Items, b.Take, m)
				all = append(all, Drift{l.Group, l.form, l.Weight, mean, variance, measured, bank.deals})
			}
		}
		for _, t := range bank.bets {
			if w, ok := t.(*wordLaw); ok && w.About.Suspect == s.Name {
				all = append(all, Drift{w.Group, w.form, w.Weight, w.mean, w.variance, math.Inf(1), bank.deals})
			}
		}
	}
	return all
}

// Usual returns the drift of the player who bets on deals in the form in which the suspect
// deals: from the back, or from the front if deals are a part. It is false if there is none.
func (b *Book) Usual(s suspects.Suspect, m Measure) (Drift, bool) {
	drifts := b.Drifts(false, s, m)
	if s.Choices != nil {
		f := undo.Backward
		if b.Take < b.Items {
			f = undo.Forward
		}
		drifts = slices.DeleteFunc(drifts, func(d Drift) bool { return d.form != f })
		if len(drifts) == 0 {
			// The bets leave it out, as there is too little to see. With as much
			// weight as the least, the deals would be at least these.
			mean, variance := ratiosOf(b.Items, b.Take, s, f).information()
			return Drift{Weight: 1e-3, Mean: mean, Variance: variance}, true
		}
	}
	if len(drifts) == 0 {
		return Drift{}, false
	}
	return drifts[0], true
}
