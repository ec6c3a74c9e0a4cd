package handout

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// circle returns how many presents are given until one comes to the first giver.
func circle(to []int) int {
	n := 1
	for i := to[0]; i != 0; i = to[i] {
		n++
	}
	return n
}

// equallyOften draws often, and fails unless there are so many results and each comes about as often. The seeds are fixed,
// and so is what they come to.
func equallyOften(t *testing.T, what string, draws uint64, many int, drawn func(seed order.Seed) string) {
	t.Helper()
	counts, seed := map[string]float64{}, order.SeedFromText(what)
	for e := range draws {
		counts[drawn(seed.Epoch(e))]++
	}
	chance, want := 0.0, float64(draws)/float64(many)
	for _, n := range counts {
		chance += (n - want) * (n - want) / want
	}
	if len(counts) != many || chance > 2*float64(many)+18 {
		t.Errorf("%s: %d results, not %d, or they are not equally likely: χ² = %.1f", what, len(counts), many, chance)
	}
}

// TestGifts: each draw that is allowed is equally likely, and no other comes.
func TestGifts(t *testing.T) {
	const draws = 11_000
	for _, c := range []struct {
		what    string
		n, many int // ways
		how     func(int, func(i, j int) bool, order.Seed) ([]int, error)
		allowed func(i, j int) bool
	}{
		{"five people", 5, 44, Gifts, func(i, j int) bool { return i != j }},
		{"two couples and one", 5, 16, Gifts, func(i, j int) bool { return i/2 != j/2 }},
		{"one may give to one", 5, 11, Gifts, func(i, j int) bool { return i != j && (i > 0 || j == 4) }},
		{"a circle of two", 2, 1, Circle, func(i, j int) bool { return i != j }},
		{"a circle of five", 5, 24, Circle, func(i, j int) bool { return i != j }},
		{"a circle of three couples", 6, 32, Circle, func(i, j int) bool { return i/2 != j/2 }},
		{"a circle where one may give to one", 5, 6, Circle, func(i, j int) bool { return i != j && (i > 0 || j == 4) }},
	} {
		equallyOften(t, c.what, draws, c.many, func(seed order.Seed) string {
			to, err := c.how(c.n, c.allowed, seed)
			if err != nil {
				t.Fatal(err)
			}
			for i, j := range to {
				if !c.allowed(i, j) {
					t.Fatalf("%s: %v", c.what, to)
				}
			}
			if round := circle(to); strings.Contains(c.what, "circle") && round != c.n {
				t.Fatalf("%s: %v is a circle of %d", c.what, to, round)
			}
			return fmt.Sprint(to)
		})
	}
	if to, err := Gifts(0, nil, order.Seed{}); len(to) != 0 || err != nil {
		t.Errorf("of nobody: %v, %v", to, err)
	}
	if testing.Short() {
		return // the rest takes a second or more
	}
	if to, err := Gifts(3, func(i, j int) bool { return i < 2 && j == 2 || i == 2 }, order.Seed{}); !errors.Is(err, ErrNone) {
		t.Errorf("if there is no draw: %v, %v", to, err)
	}
}
