package handout

import (
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// The standard's example, and all that is wrong by one digit.
func TestCheckDigit(t *testing.T) {
	for last := '0'; last <= '9'; last++ {
		if got := IsKit("0794" + string(last)); got != (last == '5') {
			t.Errorf("0794%c: %v", last, got)
		}
	}
	for _, bad := range []string{"", "5"} {
		if IsKit(bad) {
			t.Errorf("%q is a kit", bad)
		}
	}
	const good = "07945"
	for i := range good {
		for d := byte('0'); d <= '9'; d++ {
			digits := []byte(good)
			if digits[i] = d; IsKit(string(digits)) != (d == good[i]) {
				t.Errorf("%s: %v", digits, IsKit(string(digits)))
			}
		}
	}
}

// No two kits are the same, they are of nine digits and say nothing of the arm, and a stratum keeps its own.
func TestKits(t *testing.T) {
	trial := Trial{Arms: []string{"A", "B"}, Ratio: []int{1, 1}, Sizes: []int{2, 4}, Least: 100_000, Purpose: "test",
		Factors: []Factor{{"site", []string{"1", "2"}}}}
	seed := order.SeedFromText("yates")
	strata := trial.Allocate(seed)
	seen := make(map[string]bool)
	high, of := make(map[string]float64), make(map[string]float64) // of each arm, and those above the middle
	for _, rows := range strata {
		for _, r := range rows {
			kit := r.Kit
			if seen[kit] || len(kit) != 9 || kit[0] == '0' || !IsKit(kit) {
				t.Fatalf("kit %s", kit)
			}
			if seen[kit] = true; kit >= "550000000" {
				high[r.Arm]++
			}
			of[r.Arm]++
		}
	}
	for arm, n := range of { // with a fixed seed there are no false alarms
		if share := high[arm] / n; share < 0.49 || share > 0.51 {
			t.Errorf("%.4f of the kits of arm %s are high", share, arm)
		}
	}
	if len(of) != 2 || len(seen) < 200_000 {
		t.Errorf("%d kits of %d arms", len(seen), len(of))
	}
	trial.Least, trial.Factors[0].Values = 50, []string{"0", "1"}
	more := trial.Allocate(seed)
	for i, r := range more[1] {
		if r.Kit != strata[0][i].Kit {
			t.Error("a stratum does not keep its kits")
		}
	}
}
