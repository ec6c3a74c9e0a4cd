package audit

import (
	"slices"
	"testing"
)

// congruential returns the next choices of a generator.
func congruential(f fraction, state uint64) func(k int) int {
	return func(k int) int {
		c := f.choice(state, k)
		state = f.next(state)
		return int(c)
	}
}

// Every scaled generator is named.
func TestGeneratorsNamed(t *testing.T) {
	for _, f := range fractionGenerators {
		a, choose := New(52, Options{}), congruential(f, 12345)
		for range 2 {
			a.Observe(downward(52, choose))
			choose(2) // a number that the shuffle does not use
		}
		if r := a.Report(); !slices.Equal(r.Causes, []string{f.scaled()}) {
			t.Errorf("%s: %q in %s", f.name, r.Causes, r)
		}
	}
}
