package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/internal/twin"
)

// TestWeighted: the tree finds the record that the twin finds, whatever the weights.
func TestWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		weights := make([]uint64, rng.IntN(40))
		most := []uint64{5, 1000, (1<<63 - 1) / uint64(len(weights)+1)}[rng.IntN(3)]
		for i := range weights {
			if rng.IntN(4) > 0 {
				weights[i] = rng.Uint64N(most + 1)
			}
		}
		if most > 1000 && len(weights) > 0 && rng.IntN(2) == 0 { // as many tickets as there can be
			weights[0] = 0
			for _, w := range weights[1:] {
				weights[0] += w
			}
			weights[0] = 1<<63 - 1 - weights[0]
		}
		seed := Seed{byte(round), byte(round >> 8)}
		at := func(i int) uint64 { return weights[i] }
		for replace, w := range map[bool]*Weighted{false: NewWeighted(seed, len(weights), at),
			true: NewWeightedChoices(seed, len(weights), at)} {
			var got []int
			for len(got) < 20 {
				i, ok := w.Next()
				if !ok {
					break
				}
				got = append(got, i)
			}
			if want := twin.Drawn(seed, slices.Clone(weights), replace, 20); !slices.Equal(got, want) {
				t.Fatalf("round %d, %v, replace %t: got %v, want %v", round, weights, replace, got, want)
			}
		}
	}
}
