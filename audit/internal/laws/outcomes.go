package laws

import "math"

// Outcomes are those of which one comes in each deal.
type Outcomes []Outcome

// An Outcome is one of several outcomes with the same probability.
type Outcome struct {
	P      float64
	Number float64 // of them
}

// Least returns a lower bound of the sum of r(prior·p, c) for all whole c ≥ 0 that add up to
// count: for any slope, that of the least values of r(prior·p, c) − slope·c, plus slope·count. The
// steps of r(b, c) are ln((b+c)/b), so these values are where c reaches b·(exp(slope) − 1). With the
// slope here such c nearly add up to count.
func (l Outcomes) Least(prior, count float64) float64 {
	all := 0.0
	for _, o := range l {
		all += o.Number * prior * o.P
	}
	if all == 0 {
		return 0
	}
	slope := math.Log1p(count / all)
	sum := slope * count
	for _, o := range l {
		b := prior * o.P
		c := math.Ceil(b * count / all)
		sum += o.Number * (Rise(b, c) - slope*c)
	}
	return sum
}

// Bisect returns the least number in [low, high] from which on something holds, a little
// above it.
func Bisect(low, high float64, holds func(x float64) bool) float64 {
	for range 60 {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
