package main

import (
	"math"
	"testing"
)

// Odds are never said to be more than they are.
func TestOddsText(t *testing.T) {
	for l, want := range map[float64]string{
		math.Inf(-1): "0.001 or less", -4: "0.001 or less", math.Log10(0.4069): "0.406", math.Log10(0.99999): "0.999", 0: "1",
		math.Log10(1.999): "1.99", 1: "10", 2: "100", math.Log10(123_456): "123,000", 6: "1,000,000",
		math.Log10(1_999_999): "1,990,000", 14: "100,000,000,000,000", 15: "10^15", 158.9: "10^158",
	} {
		if got := oddsText(l); got != want {
			t.Errorf("10^%v is %q, not %q", l, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", math.MaxInt64: "9,223,372,036,854,775,807"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q, not %q", n, got, want)
		}
	}
}

func TestEvidenceLine(t *testing.T) {
	e := evidence{goal: 1e6, now: 1234, odds: 2, speed: 210}
	for width, want := range map[int]string{
		wide: "1,234 deals, 210/s, odds 100 to 1 against a fair shuffle; 1,000,000 are an alarm",
		79:   "1,234 deals, 210/s, odds 100 to 1", 30: "1,234 deals, odds 100 to 1", 12: "1,234 deals", 5: "",
	} {
		if got := e.line(width); got != want {
			t.Errorf("in %d columns %q, not %q", width, got, want)
		}
	}
}
