package laws

// Moments gathers mean and variance of numbers with weights.
type Moments struct{ Weight, Mean, square float64 }

// Add adds a number.
func (m *Moments) Add(x, weight float64) {
	if weight == 0 {
		return
	}
	m.Weight += weight
	d := x - m.Mean
	m.Mean += d * weight / m.Weight
	m.square += d * (x - m.Mean) * weight
}

// Variance returns the variance of the numbers so far.
func (m *Moments) Variance() float64 { return m.square / m.Weight }
