package laws

import "math"

// Outcomes are those of which one comes in each deal.
type Outcomes []Outcome

// An Outcome is one of several outcomes with the same probability.
type Outcome struct {
	P      float64
	Number float64 // of them
}

// Least returns a lower bound of the sum of r(prior·p, c) for all c ≥ 0 that add up to
// count. For equal outcomes that is equal shares. Else, for any slope, the sum of the least
// values of r(prior·p, c) − slope·c, plus slope·count, is a bound; the best slope is that
// at which they add up to count.
func (l Outcomes) Least(prior, count float64) float64 {
	switch len(l) {
	case 0:
		return 0
	case 1:
		return l[0].Number * RiseBy(prior*l[0].P, count/l[0].Number)
	}
	at := func(slope float64) (sum, counts float64) {
		for _, o := range l {
			b := prior * o.P
			c := max(0, inverseDigamma(slope+math.Log(b))-b)
			sum += o.Number * (RiseBy(b, c) - slope*c)
			counts += o.Number * c
		}
		return sum, counts
	}
	slope := Bisect(-2, math.Log1p(count/prior)+2, func(slope float64) bool {
		_, counts := at(slope)
		return counts >= count
	})
	sum, _ := at(slope)
	return sum + slope*count
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
