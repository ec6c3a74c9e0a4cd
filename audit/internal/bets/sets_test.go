package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
)

// Sets of cards: after any deals, the mean of each fortune over all next hands is what it
// was.
func TestFairHands(t *testing.T) {
	hands := slices.DeleteFunc(fairgame.Deals(deckItems, 2), func(d []int) bool { return d[0] > d[1] })
	s := newSets(deckItems, 2, 1, func(int) string { return "" })
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 2))
		x := r.IntN(deckItems)
		before := [][]int{{x, (x + 13) % deckItems}, hands[r.IntN(len(hands))], hands[r.IntN(len(hands))]}
		after := func(sequence ...[]int) []bet {
			s.Reset()
			s.member.Group.Reset()
			for _, d := range sequence {
				s.Bet(0, []int32{int32(min(d[0], d[1])), int32(max(d[0], d[1]))})
			}
			for _, t := range s.bets[1:] {
				t.(tally).count()
			}
			return s.bets
		}
		var mean []float64
		for _, d := range hands {
			i := 0
			for _, g := range after(append(slices.Clone(before), d)...) {
				for _, v := range fortunes(g.Own()) {
					if i == len(mean) {
						mean = append(mean, 0)
					}
					mean[i] += v / float64(len(hands))
					i++
				}
			}
		}
		for _, g := range after(before...) {
			for _, v := range fortunes(g.Own()) {
				if math.Abs(mean[0]-v) > 1e-11*v {
					t.Fatalf("%s: after %v, the fortune is %v, and the mean of the next is %v", g.Own().About.Text(0), before,
						v, mean[0])
				}
				mean = mean[1:]
			}
		}
	}
}
