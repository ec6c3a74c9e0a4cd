package bets

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s, t, u, v float64
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]float64)(a), (*[8]float64)(b)
		s += x[0] * y[0]
		t += x[1] * y[1]
		u += x[2] * y[2]
		v += x[3] * y[3]
		s += x[4] * y[4]
		t += x[5] * y[5]
		u += x[6] * y[6]
		v += x[7] * y[7]
		a, b = a[8:], b[8:]
	}
	for i, x := range a {
		s += x * b[i]
	}
	return s + t + (u + v)
}

// gather returns the sum of the weights of the items.
func gather(row []float64, items []int32) (sum float64) {
	for _, x := range items {
		sum += row[x]
	}
	return sum
}
