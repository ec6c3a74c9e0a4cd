package bets

import (
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A finding says in which direction, and what came most or least.
func TestFavourite(t *testing.T) {
	for want, counts := range map[string][]int{
		": above all, x comes in 40 of 80 deals (fair: 26.7), in the long run in 31% to 69% (fair: 33%)": {20, 40, 20},
		": above all, x comes only in 10 of 80 deals (fair: 26.7), in the long run in 3.2% to 29% (fair: 33%)": {
			35, 10, 35},
	} {
		name := "favourite items"
		if counts[1] < counts[0] {
			name = "avoided items"
		}
		want = name + want
		table := newUniformTable(fortune.Place, fortune.About{Text: fortune.Plainly("favourite items")}, 1, []int{3})
		table.outcome = func(_, x int) string { return []string{"a", "x", "b"}[x] + " comes" }
		for x, times := range counts {
			for range times {
				table.outcomes = []int32{int32(x)}
				table.note()
				table.count()
			}
		}
		if got, _ := table.About.Finding(0, true); got != want {
			t.Errorf("%v: %q, want %q", counts, got, want)
		}
	}
}

// No end of a range looks fair that is not.
func TestDigits(t *testing.T) {
	if text := shareOf(252_000, 500_000, 250_000, 1).Range; text != ", in the long run in 50.1% to 50.7% (fair: 50%)" {
		t.Error(text)
	}
	if text := shareOf(36_294, 227_420, 37_903, 1).Range; text != ", in the long run in 16% (fair: 17%)" {
		t.Error(text)
	}
}
