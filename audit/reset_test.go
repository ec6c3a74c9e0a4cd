package audit

import (
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
