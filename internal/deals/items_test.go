package deals

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestSortItems(t *testing.T) {
	for _, want := range []string{"-3 2 10", "As 2s Kd", "b c é", "10 2 x"} {
		names := strings.Fields(want)
		slices.Reverse(names)
		if sortItems(names); strings.Join(names, " ") != want {
			t.Errorf("%v, not %s", names, want)
		}
	}
}

// The slow twin of how a number is found.
func TestFind(t *testing.T) {
	for _, of := range [][2]int{{0, 3}, {1, 52}, {7, 12}, {98, 101}, {-2, 3}, {999_999_990, 1_000_000_003}} {
		var names []string
		for x := of[0]; x <= of[1]; x++ {
			names = append(names, strconv.Itoa(x))
		}
		it := NewItems(names)
		for x := of[0] - 12; x <= of[1]+12; x++ {
			for _, format := range []string{"%d", "%02d", "%+d", "%d ", "%dx", "%d00", "000000000%d"} {
				name := fmt.Sprintf(format, x)
				want := slices.Index(names, name)
				if got := it.find([]byte(name)); got != want {
					t.Errorf("%d to %d: %q is item %d, not %d", of[0], of[1], name, got, want)
				}
			}
		}
	}
}
