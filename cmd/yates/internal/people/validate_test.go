package people

import (
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/order"
)

// validated returns what was seen in lists of the flags, which somebody may have changed.
func validated(t *testing.T, flags string, lists int, change func(*lists)) *validation {
	t.Helper()
	a := newAllocation()
	if err := a.shape.Parse(strings.Fields(flags)); err != nil {
		t.Fatal(err)
	}
	if err := a.parse(new(frame.UI)); err != nil {
		t.Fatal(err)
	}
	v := &validation{allocation: a, arrangements: make(map[int]map[string]float64)}
	seed := order.SeedFromText("validate")
	for i := range lists {
		l := a.lists(seed.Epoch(uint64(i)))
		change(l)
		v.add(l)
	}
	return v
}

// each changes the first blocks of a stratum.
func each(l *lists, change func([]string) []string) {
	for i := range 6 {
		l.strata[0].Blocks[i] = change(l.strata[0].Blocks[i])
	}
}

// A validation finds each thing that can be wrong with lists.
func TestValidationFinds(t *testing.T) {
	const flags = "--arms=1,2 --blocks=2,4,4 --number=100 --stratum=site=5,6"
	v := validated(t, flags, 100, func(*lists) {})
	p, counted := v.chances()
	if v.misfits+v.ends > 0 || p < 1e-6 || !slices.Equal(counted, []int{2, 4}) {
		t.Errorf("right lists: %+v", v)
	}
	if v.farthest != 2 || v.guessed*10 < v.rows*7 || v.guessed*4 > v.rows*3 { // 2 halves; 75% in blocks of 2, 71% in 4
		t.Errorf("%d of %d guessed, farthest %d", v.guessed, v.rows, v.farthest)
	}
	for what, c := range map[string]struct {
		change func(*lists)
		found  func(v *validation) bool
	}{
		"another arm": {func(l *lists) { l.strata[0].Blocks[0][0] = "2" }, func(v *validation) bool { return v.misfits > 0 }},
		"another size": {func(l *lists) { l.strata[0].Blocks[0] = []string{"1", "1", "1", "2", "2", "2"} },
			func(v *validation) bool { return v.misfits == 100 }},
		"no end": {func(l *lists) { l.strata[1].Blocks = l.strata[1].Blocks[:9] },
			func(v *validation) bool { return v.ends == 100 }},
		"blocks in order": {func(l *lists) { each(l, func(block []string) []string { slices.Sort(block); return block }) }, func(v *validation) bool {
			p, _ := v.chances()
			return p < 1e-6
		}},
		"too many of a size": {func(l *lists) { each(l, func(block []string) []string { return v.Block(2) }) },
			func(v *validation) bool {
				p, _ := v.chances()
				return p < 1e-6
			}},
	} {
		if v := validated(t, flags, 100, c.change); !c.found(v) {
			t.Errorf("%s is not found: %+v", what, v)
		}
	}
}

// Wilson and Hilferty are near the tables of chi-squared.
func TestTail(t *testing.T) {
	for _, c := range []struct{ chi, freedom, p float64 }{{3.841, 1, 0.05}, {18.307, 10, 0.05}, {29.588, 10, 0.001},
		{149.449, 100, 0.001}, {0, 0, 1}} {
		if got := tail(c.chi, c.freedom); got < 0.8*c.p || got > 1.2*c.p {
			t.Errorf("%v: p is %.4g", c, got)
		}
	}
}
