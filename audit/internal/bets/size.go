package bets

import (
	"fmt"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/internal/label"
)

// missed is the probability with which a range does not have the truth.
const missed = 0.05

// shareOf is how often something happened, which stood out most of so many.
func shareOf(times, deals, fair float64, most int) *fortune.Told {
	digits, expected := 2, fair/deals
	percent := func(share float64) string {
		if share > 0 && share < 1e-5 {
			return "less than 0.001%"
		}
		return label.Figures(100*share, digits) + "%"
	}
	low, high := laws.Range(times, deals, missed/float64(most))
	looksFair := func(end float64) bool {
		return end >= 1e-5 && end != expected && percent(end) == percent(expected)
	}
	for digits < 6 && (looksFair(low) || looksFair(high)) {
		digits++
	}
	text := fmt.Sprintf("in %s of %s (fair: %s)", label.Number(int64(times+0.5)), label.Plural(int64(deals), "deal"),
		label.Few(fair))
	ends := percent(low)
	if high := percent(high); high != ends {
		ends += " to " + high
	}
	long := fmt.Sprintf(", in the long run in %s (fair: %s)", ends, percent(expected))
	return &fortune.Told{Size: fortune.Size{Of: "share", Seen: times / deals, Fair: expected, Low: low,
		High: high, Deals: deals}, Text: text, Range: long}
}

// averageOf is the mean of a number that is limit at most, which stood out most of so many.
func averageOf(seen, fair *laws.Moments, limit float64, most int) *fortune.Told {
	low, high := laws.MeanRange(seen, fair.Variance(), missed/float64(most))
	low, high = max(low, 0), min(high, limit)
	text := fmt.Sprintf("%.4g on average (fair: %.4g)", seen.Mean, fair.Mean)
	return &fortune.Told{Size: fortune.Size{Of: "average", Seen: seen.Mean, Fair: fair.Mean, Low: low, High: high,
		Deals: seen.Weight}, Text: text, Range: fmt.Sprintf(", in the long run %.4g to %.4g", low, high)}
}

// seedsOf is how many seeds there are if so many deals differ.
func seedsOf(deals, different float64) *fortune.Told {
	likeliest, low, high := laws.SeedsRange(deals, different, missed)
	within := fmt.Sprintf(" (%s to %s, if all deals are from them, each as often)", label.About(low),
		label.About(high))
	if label.About(low) == label.About(high) {
		within = ""
	}
	return &fortune.Told{Size: fortune.Size{Of: "seeds", Seen: likeliest, Low: low, High: high, Deals: deals},
		Text: fmt.Sprintf("as from about %s seeds", label.About(likeliest)), Range: within}
}
