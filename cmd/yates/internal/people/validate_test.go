package people

import (
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/order"
)

// validated returns what was seen in lists of the flags, which somebody may have changed.
func validated(t *testing.T, flags string, lists int, change func([][]handout.Allocation)) *validation {
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
		strata := a.Allocate(seed.Epoch(uint64(i)))
		change(strata)
		v.add(strata)
	}
	return v
}

// eachBlock changes the arms of the blocks of a stratum.
func eachBlock(rows []handout.Allocation, change func([]string) []string) (changed []handout.Allocation) {
	for len(rows) > 0 {
		var block []string
		for _, r := range rows {
			if r.Block == rows[0].Block {
				block = append(block, r.Arm)
			}
		}
		was := rows[:len(block)]
		rows = rows[len(block):]
		for i, arm := range change(block) {
			r := was[min(i, len(was)-1)]
			r.Arm = arm
			changed = append(changed, r)
		}
	}
	return changed
}

// A validation finds each thing that can be wrong with lists.
func TestValidationFinds(t *testing.T) {
	const flags = "--arms=1,2 --blocks=2,4,4 --number=100 --stratum=site=5,6"
	v := validated(t, flags, 100, func([][]handout.Allocation) {})
	p, large := v.chances()
	if v.misfits+v.ends+v.kits+v.lost > 0 || p < 1e-6 || len(large) > 0 {
		t.Errorf("right lists: %+v", v)
	}
	if v.farthest() != 1 || v.guessed*10 < v.rows*7 || v.guessed*4 > v.rows*3 { // 75% in blocks of 2, 71% in 4
		t.Errorf("%d of %d guessed, farthest %v", v.guessed, v.rows, v.farthest())
	}
	for what, c := range map[string]struct {
		change func([][]handout.Allocation)
		found  func(v *validation) bool
	}{
		"another arm": {func(s [][]handout.Allocation) { s[0][0].Arm = "2" },
			func(v *validation) bool { return v.misfits > 0 }},
		"another size": {func(s [][]handout.Allocation) {
			rows := slices.IndexFunc(s[0], func(r handout.Allocation) bool { return r.Block > 1 })
			six := func([]string) []string { return []string{"1", "1", "1", "2", "2", "2"} }
			s[0] = append(eachBlock(s[0][:rows], six), s[0][rows:]...)
		},
			func(v *validation) bool { return v.misfits == 100 }},
		"no end": {func(s [][]handout.Allocation) { s[1] = s[1][:99] },
			func(v *validation) bool { return v.ends == 100 }},
		"blocks in order": {func(s [][]handout.Allocation) {
			s[0] = eachBlock(s[0], func(block []string) []string { slices.Sort(block); return block })
		},
			func(v *validation) bool {
				p, _ := v.chances()
				return p < 1e-6
			}},
		"a kit that is there twice": {func(s [][]handout.Allocation) { s[1][0].Kit = s[0][3].Kit },
			func(v *validation) bool { return v.kits == 100 }},
		"a wrong digit": {func(s [][]handout.Allocation) { s[1][0].Kit = "269205328" },
			func(v *validation) bool { return v.kits == 100 }},
		"a cell that CSV changes": {func(s [][]handout.Allocation) { s[0][0].Values = []string{"5\r\n"} },
			func(v *validation) bool { return v.lost == 100 }},
		"too many of a size": {func(s [][]handout.Allocation) {
			s[0] = eachBlock(s[0], func(block []string) []string { return v.Block(2) })
		},
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

// In large blocks, too few of each arrangement are seen, so the arms are counted at each place: one that is more
// often at the start is found, and right lists are not suspected.
func TestLargeBlocks(t *testing.T) {
	for _, flags := range []string{"--arms=1,2 --blocks=16,20 --number=300", "--arms=1,2 --blocks=1000 --number=3",
		"--arms=A,B,C --ratio=3:1:1 --blocks=10,100 --number=500"} {
		v := validated(t, flags, 40, func([][]handout.Allocation) {})
		p, large := v.chances()
		if !v.enough() || p < 1e-3 || p > 1-1e-3 || len(large) == 0 {
			t.Errorf("%s: p = %v of %d blocks, large are %v", flags, p, v.blocks, large)
		}
		v = validated(t, flags, 40, func(s [][]handout.Allocation) {
			s[0] = eachBlock(s[0], func(block []string) []string {
				for i := range len(block) / 2 {
					if last := len(block) - 1 - i; block[i] > block[last] {
						block[i], block[last] = block[last], block[i]
					}
				}
				return block
			})
		})
		if p, _ := v.chances(); p > 1e-6 {
			t.Errorf("%s: p = %v, though low arms come before high ones", flags, p)
		}
	}
}

// The p of right lists of large blocks is spread evenly, so that chi-squared has the right variance and freedom.
func TestPlacesAreCalibrated(t *testing.T) {
	const runs = 100
	a := validated(t, "--arms=1,2,3 --ratio=2:1:1 --blocks=12,16 --number=600", 0, nil)
	below := 0
	for run := range runs {
		v := &validation{allocation: a.allocation, arrangements: make(map[int]map[string]float64)}
		for list := range 10 {
			v.add(a.Allocate(order.SeedFromText("calibrated").Epoch(uint64(run*10 + list))))
		}
		if p, large := v.chances(); p < 0.5 && len(large) == 2 {
			below++
		}
	}
	if below < runs*3/10 || below > runs*7/10 { // 4 times the deviation, which is 5; the seed is fixed
		t.Errorf("p is below 0.5 in %d of %d validations", below, runs)
	}
}

// At the level, the approximation is on the safe side. These values of chi-squared have the true probability 10^-6.
func TestLevelIsKept(t *testing.T) {
	for _, c := range []struct{ chi, freedom float64 }{{23.928, 1}, {46.863, 10}, {182.126, 100}} {
		if got := tail(c.chi, c.freedom); got < 1e-6 || got > 7e-6 {
			t.Errorf("%v: p is %.4g", c, got)
		}
	}
}
