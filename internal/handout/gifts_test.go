package handout

import (
	"errors"
	"fmt"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestGifts: each draw that is allowed is equally likely, and no other comes. The seeds are
// fixed, and so is what they come to.
func TestGifts(t *testing.T) {
	const draws = 44_000
	for _, c := range []struct {
		what    string
		n, many int // ways
		allowed func(i, j int) bool
	}{
		{"five people", 5, 44, func(i, j int) bool { return i != j }},
		{"two couples and one", 5, 16, func(i, j int) bool { return i/2 != j/2 }},
		{"one may give to one", 5, 11, func(i, j int) bool { return i != j && (i > 0 || j == 4) }},
	} {
		counts, seed := map[string]int{}, order.SeedFromText(c.what)
		for e := range uint64(draws) {
			to, err := Gifts(c.n, c.allowed, seed.Epoch(e))
			if err != nil {
				t.Fatal(err)
			}
			for i, j := range to {
				if !c.allowed(i, j) {
					t.Fatalf("%s: %v", c.what, to)
				}
			}
			counts[fmt.Sprint(to)]++
		}
		chance, want := 0.0, draws/float64(c.many)
		for _, n := range counts {
			chance += (float64(n) - want) * (float64(n) - want) / want
		}
		if free := float64(c.many - 1); len(counts) != c.many || chance > 2*free+20 {
			t.Errorf("%s: %d draws, not %d, and they are not equally likely: χ² = %.1f", c.what, len(counts), c.many, chance)
		}
	}
	if to, err := Gifts(0, nil, order.Seed{}); len(to) != 0 || err != nil {
		t.Errorf("of nobody: %v, %v", to, err)
	}
	if testing.Short() {
		return // the rest takes a second or more
	}
	if to, err := Gifts(3, func(i, j int) bool { return i < 2 && j == 2 || i == 2 }, order.Seed{}); !errors.Is(err, ErrNoGifts) {
		t.Errorf("if there is no draw: %v, %v", to, err)
	}
}
