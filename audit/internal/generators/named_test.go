package generators_test

import (
	"slices"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/generators"
)

// An auditor names every scaled generator.
func TestNamed(t *testing.T) {
	for _, f := range generators.Fractions {
		a, state := audit.New(52, audit.Options{}), uint64(12345)
		choose := func(k int) int {
			c := f.Choice(state, k)
			state = f.Next(state)
			return int(c) + 1
		}
		deal := make([]int, 52)
		for range 2 {
			for i := range deal {
				deal[i] = i
			}
			yates.FisherYates(deal, choose)
			a.Observe(deal)
			choose(2) // a number that the shuffle does not use
		}
		if r := a.Report(); !slices.Equal(r.Causes, []string{f.Scaled()}) {
			t.Errorf("%s: %q in %s", f.Scaled(), r.Causes, r)
		}
	}
}
