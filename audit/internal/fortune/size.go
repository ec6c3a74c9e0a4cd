package fortune

import (
	"fmt"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Size is how large what was found is, and what it is in the long run: in 95 of 100 audits the range has the truth,
// whenever one looks, and also if it is of the outcome that stood out most.
type Size struct {
	Of         Measure
	Seen, Fair float64
	Low, High  float64
	Deals      float64 // in which it was seen
}

// A Measure is what a size is of.
type Measure string

const (
	Share   Measure = "share"   // of the deals in which it happens
	Average Measure = "average" // of a number of a deal
	Seeds   Measure = "seeds"   // how many there are
)

// missed is the probability with which a range does not have the truth.
const missed = 0.05

// ShareOf is how often something happened, which stood out most of so many.
func ShareOf(times, deals, fair float64, most int) *Size {
	low, high := laws.Range(times, deals, missed/float64(most))
	return &Size{Share, times / deals, fair / deals, low, high, deals}
}

// AverageOf is the mean of a number, which stood out most of so many.
func AverageOf(seen, fair *laws.Moments, most int) *Size {
	low, high := laws.MeanRange(seen, fair.Variance(), missed/float64(most))
	return &Size{Average, seen.Mean, fair.Mean, low, high, seen.Weight}
}

// SeedsOf is how many seeds there are if so many deals differ.
func SeedsOf(deals, different float64) *Size {
	likeliest, low, high := laws.SeedsRange(deals, different, missed)
	return &Size{Seeds, likeliest, 0, low, high, deals}
}

// String says it, after what it is of.
func (s *Size) String() string {
	percent := func(share float64) string {
		if share > 0 && share < 1e-5 {
			return "less than 0.001%"
		}
		return label.Figures(100*share, 2) + "%"
	}
	of := func(format string, write func(x float64) string) string {
		return fmt.Sprintf(format, write(s.Seen), write(s.Fair), write(s.Low), write(s.High))
	}
	switch s.Of {
	case Share:
		return fmt.Sprintf("in %s of %s (fair: %s), in the long run in %s to %s (fair: %s)",
			label.Number(int64(s.Seen*s.Deals+0.5)), label.Plural(int64(s.Deals), "deal"), label.Few(s.Fair*s.Deals),
			percent(s.Low), percent(s.High), percent(s.Fair))
	case Average:
		return of("%s on average (fair: %s), in the long run %s to %s",
			func(x float64) string { return fmt.Sprintf("%.4g", x) })
	}
	about := func(x float64) string {
		digit := math.Pow10(int(math.Log10(x)) - 1)
		return label.Figures(math.Round(x/digit)*digit, 2)
	}
	return fmt.Sprintf("as from about %s seeds (%s to %s)", about(s.Seen), about(s.Low), about(s.High))
}
