package deals

import (
	"slices"
	"strings"
	"testing"
)

func TestSortItems(t *testing.T) {
	for _, want := range []string{"-3 2 10", "As 2s Kd", "b c é", "B1 B2 B10 I016 I16 N", "2 10 x", "1a 2a 10a a",
		"x x1 x1a x2", "9 10 x"} {
		names := strings.Fields(want)
		slices.Reverse(names)
		if sortItems(names); strings.Join(names, " ") != want {
			t.Errorf("%v, not %s", names, want)
		}
	}
}
