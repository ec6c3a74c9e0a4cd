package audit

import (
	"math"
	"testing"
)

func TestWager(t *testing.T) {
	a, b := begin, begin
	for range 1000 {
		a.times(1e-30)
		b.times(1e30)
	}
	want := 30000 * math.Ln10
	if math.Abs(a.ln()+want) > 1e-6 || math.Abs(b.ln()-want) > 1e-6 || a.value() != 0 || !math.IsInf(b.value(), 1) {
		t.Errorf("10^-30000 is %v, 10^30000 is %v", a, b)
	}
	p, q := begin, begin
	p.power(1.5, 7)
	for range 7 {
		q.times(1.5)
	}
	if math.Abs(p.ln()-q.ln()) > 1e-12 {
		t.Errorf("power: %v, want %v", p, q)
	}
	p.times(0)
	p.times(1e200)
	if !math.IsInf(p.ln(), -1) || p.value() != 0 {
		t.Errorf("a fortune of 0 has become %v", p)
	}
	p = begin
	p.add(-1000)
	p.add(1001)
	p.add(-1)
	if math.Abs(p.ln()) > 1e-9 {
		t.Errorf("0 in the end, not %v", p.ln())
	}
}
