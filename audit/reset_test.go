package audit

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// An auditor that was reset is a new one.
func TestReset(t *testing.T) {
	for _, n := range []int{3, 12} {
		used, fresh := New(n, Options{}), New(n, Options{})
		r := rand.New(rand.NewPCG(1, 2))
		for range 3000 {
			used.Observe(r.Perm(n))
		}
		used.Observe(nil)
		used.Report()
		used.reset()
		for range 2000 {
			deal := r.Perm(n)
			used.Observe(deal)
			fresh.Observe(deal)
		}
		if a, b := used.Report(), fresh.Report(); !reflect.DeepEqual(a, b) {
			t.Errorf("n = %d: %+v, want %+v", n, a, b)
		}
	}
}
