package laws

import "math"

// Coins returns the divergence of a coin that falls with the probability f from one
// that falls with p: the probability of a share of f or beyond in d throws is at most exp(−d
// times it) (Chernoff 1952).
func Coins(f, p float64) float64 {
	part := func(f, p float64) float64 {
		if f == 0 {
			return 0
		}
		return f * math.Log(f/p)
	}
	return part(f, p) + part(1-f, 1-p)
}
