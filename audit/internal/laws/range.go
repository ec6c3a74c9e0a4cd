package laws

import "math"

// Range returns the probabilities that fit how often something happened in deals, in each of which it happens with one
// probability whatever came before. At a level a, all ranges after each of the deals have the true probability with one
// of at least 1 − a, whenever one looks. (The range is of those on which no player has won 1/a who believes that the
// probability is from Beta(½, ½): the ratio of likelihoods is a fair game. Robbins, Statistical Methods Related to the
// Law of the Iterated Logarithm, Annals of Mathematical Statistics 41, 1970.)
func Range(times, deals, a float64) (low, high float64) {
	beta := func(x, y float64) float64 {
		lx, _ := math.Lgamma(x)
		ly, _ := math.Lgamma(y)
		all, _ := math.Lgamma(x + y)
		return lx + ly - all
	}
	won := beta(times+0.5, deals-times+0.5) - math.Log(math.Pi) + math.Log(a)
	out := func(p float64) bool {
		ln := won
		if times > 0 {
			ln -= times * math.Log(p)
		}
		if times < deals {
			ln -= (deals - times) * math.Log1p(-p)
		}
		return ln > 0
	}
	low = Bisect(0, times/deals, func(p float64) bool { return !out(p) })
	high = Bisect(times/deals, 1, out)
	return low, high
}

// MeanRange is Range for the mean of a number of a deal, of which the moments are given. It is nearly right from some
// dozens of deals on. (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory and
// asymptotic confidence sequences, Annals of Statistics 52, 2024.)
func MeanRange(m *Moments, least, a float64) (low, high float64) {
	const around = 1. / 100 // the range is narrowest at about a hundred deals times its logarithms
	t := m.Weight
	spread := math.Sqrt(math.Max(m.Variance(), least))
	half := spread / t * math.Sqrt(2*(t+1/around)*math.Log(math.Sqrt(t*around+1)/a))
	return m.Mean - half, m.Mean + half
}

// SeedsRange is Range for the number of seeds, all as likely, of deals of which so many are different. It returns the
// likeliest number as well.
func SeedsRange(deals, different, a float64) (likeliest, low, high float64) {
	// Of s seeds, each of which deals another order, the d-th different deal comes with the probability (s−d+1)/s, and
	// each of those before with 1/s.
	ln := func(log float64) float64 {
		s := math.Exp(log)
		return Rise(s-different+1, different) + different*math.Log((s-different+1)/s) - (deals-different)*math.Log(s)
	}
	const most, parts = 45., 8 // e⁴⁵ is some 2⁶⁵ seeds
	least := math.Log(different)
	won, best, at := math.Inf(-1), math.Inf(-1), least
	for log := math.Ceil(least*parts) / parts; log < most; log += 1. / parts {
		x := ln(log)
		if x > best {
			best, at = x, log
		}
		won = math.Max(won, x) + math.Log1p(math.Exp(-math.Abs(won-x)))
	}
	won += math.Log(a / (most * parts))
	low = Bisect(least, at, func(log float64) bool { return ln(log) >= won })
	high = Bisect(at, most, func(log float64) bool { return ln(log) < won })
	at = Bisect(math.Max(at-1./parts, least), at+1./parts, func(log float64) bool { return ln(log+1e-4) < ln(log) })
	return math.Exp(at), math.Exp(low), math.Exp(high)
}

// Bisect returns the least number in [low, high] from which on something holds, a little above it.
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
