package fortune

import (
	"math"
	"testing"
)

func TestWager(t *testing.T) {
	a, b := Begin, Begin
	for range 1000 {
		a.Times(1e-30)
		b.Times(1e30)
	}
	want := 30000 * math.Ln10
	if math.Abs(a.Ln()+want) > 1e-6 || math.Abs(b.Ln()-want) > 1e-6 || a.Value() != 0 || !math.IsInf(b.Value(), 1) {
		t.Errorf("10^-30000 is %v, 10^30000 is %v", a, b)
	}
	p := Begin
	p.Times(0)
	p.Times(1e200)
	if !math.IsInf(p.Ln(), -1) || p.Value() != 0 {
		t.Errorf("a fortune of 0 has become %v", p)
	}
	p = Begin
	p.Add(-1000)
	p.Add(1001)
	p.Add(-1)
	if math.Abs(p.Ln()) > 1e-9 {
		t.Errorf("0 in the end, not %v", p.Ln())
	}
}
