package bets

import (
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A finding says in which direction, and what came most or least.
func TestFavourite(t *testing.T) {
	for want, counts := range map[string][]int{
		": above all, 40 times x came (fair: 26.7)":      {20, 40, 20},
		": above all, only 10 times x came (fair: 26.7)": {35, 10, 35},
	} {
		table := newUniformTable(fortune.Place, fortune.About{}, 1, []int{3})
		table.outcome = func(x int) string { return []string{"a", "x", "b"}[x] + " came" }
		for x, times := range counts {
			for range times {
				table.outcomes = []int32{int32(x)}
				table.note()
				table.count()
			}
		}
		if got := table.favourite(0); got != want {
			t.Errorf("%v: %q, want %q", counts, got, want)
		}
	}
}
