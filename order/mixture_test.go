package order

import (
	"fmt"
	"slices"
	"testing"
)

// orders returns all orders of n records.
func orders(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, o := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(o), at, n-1))
		}
	}
	return all
}

// TestMixtureIsFair goes through all orders of the places and of each epoch of each source. Each mixture in which no
// record of a source comes again before all others have come is made by equally many of them, and no other one is.
func TestMixtureIsFair(t *testing.T) {
	for _, c := range []struct {
		records, counts []int
		mixtures        int
	}{
		{[]int{3}, []int{3}, 6},
		{[]int{3}, []int{2}, 6},
		{[]int{2, 1}, []int{2, 1}, 6},         // all orders of three records
		{[]int{3, 2}, []int{2, 1}, 3 * 6 * 2}, // places of the second source, and what is used of both
		{[]int{2, 1}, []int{3, 2}, 10 * 4},    // two epochs of the first, of which the second is begun
		{[]int{2, 0, 3}, []int{3, 0, 1}, 4 * 4 * 3},
		{[]int{1, 2}, []int{2, 3}, 10 * 4},
	} {
		type epoch struct{ source, number int }
		var epochs []epoch
		total := 0
		for i, count := range c.counts {
			total += count
			for e := 0; e*c.records[i] < count; e++ {
				epochs = append(epochs, epoch{i, e})
			}
		}
		made := map[string]int{}
		known := map[epoch][]int{}
		var all func(left []epoch)
		all = func(left []epoch) {
			if len(left) > 0 {
				for _, o := range orders(c.records[left[0].source]) {
					known[left[0]] = o
					all(left[1:])
				}
				return
			}
			for _, places := range orders(total) {
				mixed := mix(places, c.records, c.counts, func(source, e int) []int { return known[epoch{source, e}] })
				made[fmt.Sprint(mixed)]++
			}
		}
		all(epochs)
		weights := map[int]bool{}
		for _, n := range made {
			weights[n] = true
		}
		if len(made) != c.mixtures || len(weights) != 1 {
			t.Errorf("%d of %d: %d mixtures with the weights %v, not %d with one", c.counts, c.records, len(made),
				weights, c.mixtures)
		}
	}
}
