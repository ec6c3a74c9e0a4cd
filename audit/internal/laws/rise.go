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

// stirling is what Stirling's formula lacks.
func stirling(x float64) float64 {
	y := 1 / (x * x)
	return (1./12 - y*(1./360-y*(1./1260-y*(1./1680-y/1188)))) / x
}

// RiseBy is [Rise] for real n.
func RiseBy(x, n float64) float64 {
	above, _ := math.Lgamma(x + n)
	below, _ := math.Lgamma(x)
	return above - below - n*math.Log(x)
}

// digamma returns the derivative of the logarithm of the gamma function at x > 0, and the
// second derivative.
func digamma(x float64) (first, second float64) {
	for ; x < 10; x++ {
		first -= 1 / x
		second += 1 / (x * x)
	}
	y := 1 / (x * x)
	first += math.Log(x) - 0.5/x - y*(1./12-y*(1./120-y*(1./252-y/240)))
	second += 1/x + y/2 + y/x*(1./6-y*(1./30-y*(1./42-y/30)))
	return first, second
}

// inverseDigamma returns the x > 0 at which digamma is y, by Newton's method.
func inverseDigamma(y float64) float64 {
	x := -1 / (y + 0.5772156649015329)
	if y >= -2.22 {
		x = math.Exp(y) + 0.5
	}
	for range 6 {
		first, second := digamma(x)
		x -= (first - y) / second
	}
	return x
}
