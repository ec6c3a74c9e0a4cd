package audit

// moments gathers mean and variance of numbers with weights.
type moments struct{ weight, mean, square float64 }

func (m *moments) add(x, weight float64) {
	if weight == 0 {
		return
	}
	m.weight += weight
	d := x - m.mean
	m.mean += d * weight / m.weight
	m.square += d * (x - m.mean) * weight
}

func (m *moments) variance() float64 { return m.square / m.weight }
