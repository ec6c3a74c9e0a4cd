package laws

import "math"

// Rise returns the logarithm of x·(x+1)⋯(x+n−1) / xⁿ. It is a difference of logarithms of
// gamma functions, by Stirling's series; to subtract them would lose the digits.
func Rise(x, n float64) float64 {
	sum := 0.0
	for i := 0.0; i < n && x+i < 16; i++ {
		sum += math.Log1p(i / x)
	}
	if done := math.Ceil(math.Max(16-x, 0)); done < n {
		y, m := x+done, n-done
		sum += m*math.Log1p(done/x) + (y+m-0.5)*math.Log1p(m/y) - m + stirling(y+m) - stirling(y)
	}
	return sum
}

// A Riser computes Rise for one x in less time. It loses some digits, but not where x is large.
type Riser struct{ x, ln, gamma float64 }

// NewRiser returns that of x.
func NewRiser(x float64) Riser { return Riser{x, math.Log(x), lnGamma(x)} }

// Rise is the function for n.
func (r *Riser) Rise(n float64) float64 {
	if r.x >= 1<<12 { // and the difference would have few
		return Rise(r.x, n)
	}
	return lnGamma(r.x+n) - r.gamma - n*r.ln
}

// lnGamma is math.Lgamma, but faster.
func lnGamma(x float64) float64 {
	if x < 16 {
		ln, _ := math.Lgamma(x)
		return ln
	}
	const half = 0.918938533204672741780329736406 // ln(2π)/2
	return half + (x-0.5)*math.Log(x) - x + stirling(x)
}

// stirling is what Stirling's formula lacks.
func stirling(x float64) float64 {
	y := 1 / (x * x)
	return (1./12 - y*(1./360-y*(1./1260-y*(1./1680-y/1188)))) / x
}
