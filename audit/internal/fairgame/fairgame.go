// Package fairgame is for tests: it goes through all deals to see that a bet is a fair game.
package fairgame

import (
	"fmt"
	"slices"
)

// Deals returns all deals of k of n items.
func Deals(n, k int) [][]int {
	if k == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, d := range Deals(n, k-1) {
		for x := range n {
			if !slices.Contains(d, x) {
				all = append(all, append(slices.Clone(d), x))
			}
		}
	}
	return all
}

// Never is that no player loses.
func Never(int) bool { return false }

// Check goes through all sequences of deals of k of n items up to a length. It fails if, after
// one of them, the mean of a fortune over all next deals is more than it was, or less unless
// the player may lose; and if no fortune ever grows. Fortunes returns those after a sequence.
func Check(n, k, most int, loses func(player int) bool, fortunes func(sequence [][]int) []float64) error {
	next := Deals(n, k)
	won := false
	var follow func(sequence [][]int) ([]float64, error)
	follow = func(sequence [][]int) ([]float64, error) {
		before := fortunes(sequence)
		for _, v := range before {
			won = won || v > 1.05
		}
		if len(sequence) == most {
			return before, nil
		}
		mean := make([]float64, len(before))
		for _, d := range next {
			after, err := follow(append(slices.Clone(sequence), d))
			if err != nil {
				return nil, err
			}
			for i, v := range after {
				mean[i] += v / float64(len(next))
			}
		}
		for i := range mean {
			if mean[i] > before[i]*(1+1e-11) || !loses(i) && mean[i] < before[i]*(1-1e-11) {
				return nil, fmt.Errorf("player %d: after %v, the fortune is %v, and the mean of the next is %v", i,
					sequence, before[i], mean[i])
			}
		}
		return before, nil
	}
	_, err := follow(nil)
	if err == nil && !won {
		err = fmt.Errorf("nobody has ever won")
	}
	return err
}
