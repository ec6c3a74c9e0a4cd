package audit

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// An auditor that was reset is a new one.
func TestReset(t *testing.T) {
	for _, o := range []struct{ n, k int }{{3, 3}, {12, 12}, {12, 2}} {
		n := o.n
		used, fresh := New(n, Options{Take: o.k}), New(n, Options{Take: o.k})
		r := rand.New(rand.NewPCG(1, 2))
		for range 3000 {
			used.Observe(r.Perm(n)[:o.k])
		}
		used.Observe(nil)
		used.Report()
		used.reset()
		for range 2000 {
			deal := r.Perm(n)[:o.k]
			used.Observe(deal)
			fresh.Observe(deal)
		}
		if a, b := used.Report(), fresh.Report(); !reflect.DeepEqual(a, b) {
			t.Errorf("%+v: %+v, want %+v", o, a, b)
		}
	}
}

// A report reads only: whoever asks for some on the way has the same evidence in the end.
func TestReportsRead(t *testing.T) {
	for _, o := range []struct {
		n int
		Options
	}{{4, Options{}}, {6, Options{}}, {10, Options{}}, {52, Options{Take: 5}}, {300, Options{}},
		{49, Options{Take: 6, Unordered: true}}} {
		r := rand.New(rand.NewPCG(uint64(o.n), 15))
		asked, quiet := New(o.n, o.Options), New(o.n, o.Options)
		for range min(10_000, 100_000/o.n) {
			deal := r.Perm(o.n)[:asked.k]
			if r.IntN(4) == 0 {
				deal[0], deal[1] = min(deal[0], deal[1]), max(deal[0], deal[1])
			}
			for _, a := range []*Auditor{asked, quiet} {
				a.Observe(deal)
			}
			switch r.IntN(250) {
			case 0:
				asked.Report()
			case 1:
				asked.Now()
				asked.Done()
				asked.Plan()
			}
		}
		a, b := asked.Report(), quiet.Report()
		if math.Abs(a.Log10E-b.Log10E) > 1e-9*(1+math.Abs(b.Log10E)) || a.AlarmAt != b.AlarmAt ||
			asked.Done() != quiet.Done() || !reflect.DeepEqual(a.Positions, b.Positions) ||
			!reflect.DeepEqual(a.Causes, b.Causes) || len(a.Evidence) != len(b.Evidence) {
			t.Errorf("%+v: with reports on the way, log10 E is %.15v with an alarm at %d and %v, without %.15v at %d and %v", o,
				a.Log10E, a.AlarmAt, a.Causes, b.Log10E, b.AlarmAt, b.Causes)
		}
	}
}
