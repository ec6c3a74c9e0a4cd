package bets

import (
	"math"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
)

// The probabilities of kinds, against all deals and all sets, and the mean of the fortune over
// all next deals.
func TestShoe(t *testing.T) {
	kinds := []int{0, 1, 1, 0, 4, 1}
	n := len(kinds)
	for _, unordered := range []bool{false, true} {
		for k := 1; k < n; k++ {
			g := &Game{Items: n, Take: k, Kinds: kinds, Unordered: unordered, Remember: 100}
			of := func(d []int) (all []int32) {
				for _, x := range d {
					all = append(all, int32(kinds[x]))
				}
				if unordered {
					slices.Sort(all)
				}
				return all
			}
			every := fairgame.Deals(n, k)
			count := make(map[string]float64)
			for _, d := range every {
				count[string(of(d))] += 1 / float64(len(every))
			}
			s := newShoe(g, 1)
			least := math.Inf(1)
			for _, d := range every {
				rarity := math.Exp(s.rarity(of(d)))
				if least = min(least, rarity); math.Abs(rarity*count[string(of(d))]-1) > 1e-12 {
					t.Errorf("%d of %d, unordered %v: kinds %v have 1/p of %v, not %v", k, n, unordered, of(d), rarity,
						1/count[string(of(d))])
				}
			}
			if !unordered && math.Abs(newShoe(g, 1).orders-least) > 1e-9 {
				t.Errorf("%d of %d: the likeliest deal has 1/p of %v, not %v", k, n, newShoe(g, 1).orders, least)
			}
			after := func(sequence ...[]int) []float64 {
				s := newShoe(g, 1)
				for i, d := range sequence {
					var deal []int32
					for _, x := range d {
						deal = append(deal, int32(x))
					}
					s.Bet(int64(i), deal)
				}
				return fortunes(s.Group)
			}
			before := [][]int{every[0], every[len(every)/2], every[0]}
			mean := make([]float64, len(s.seeds))
			for _, d := range every {
				for i, v := range after(append(slices.Clone(before), d)...) {
					mean[i] += v / float64(len(every))
				}
			}
			for i, v := range after(before...) {
				if math.Abs(mean[i]-v) > 1e-11*v {
					t.Errorf("%d of %d, unordered %v: the fortune is %v, and the mean of the next %v", k, n, unordered,
						v, mean[i])
				}
			}
		}
	}
}
