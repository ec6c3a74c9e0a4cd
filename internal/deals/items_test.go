package deals

import (
	"slices"
	"strings"
	"testing"
)

func TestSortItems(t *testing.T) {
	for _, want := range []string{"-3 2 10", "As 2s Kd", "10 2 x", "b c é"} {
		names := strings.Fields(want)
		slices.Reverse(names)
		if sortItems(names); strings.Join(names, " ") != want {
			t.Errorf("%v, not %s", names, want)
		}
	}
}
