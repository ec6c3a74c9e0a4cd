package bets

import (
	"math"
	"slices"
)

// A Shoe bets on deals that repeat, where items of one kind cannot be told apart: the cards of several decks. The
// caller numbers the items of a kind at random, anew for each deal. So under a fair shuffle the numbers are uniform,
// and all other bets are on them; but a deal that comes again has other numbers. A shoe looks at the kinds alone. Under
// a fair shuffle a deal has the kinds x₁, …, x_k with the probability
//
//	Π (how many items of kind xᵢ are left before place i) / (n − i + 1),
//
// and a set with c(x) of the m(x) items of each kind with Π C(m(x), c(x)) / C(n, k). The bet is that of
// [Repeats], with 1/p of the deal in place of the number of orders N.
type Shoe struct {
	*Repeats
	kind      []int32 // of an item
	size      []float64
	unordered bool
	kinds     []int32 // of the deal
	left      []float64
}

// newShoe returns the bet on deals of k of n items of the kinds.
func newShoe(g *Game, weight float64) *Shoe {
	n, k := g.Items, g.Take
	s := &Shoe{kind: make([]int32, n), size: make([]float64, n), left: make([]float64, n), kinds: make([]int32, k),
		unordered: g.Unordered}
	for x, kind := range g.Kinds {
		s.kind[x] = int32(kind)
		s.size[kind]++
	}
	// The likeliest deal has the kinds with the most items left. If even that is rare, all are.
	deal := make([]int32, 0, k)
	left := slices.Clone(s.size)
	for range k {
		most := 0
		for kind := range left {
			if left[kind] > left[most] {
				most = kind
			}
		}
		left[most]--
		deal = append(deal, int32(most))
	}
	s.Repeats = newRepeats(g, 0, k, s.rarity(deal), weight, "deals")
	s.varied = true
	return s
}

// rarity returns ln 1/p of deals of these kinds, in ascending order if they are sets.
func (s *Shoe) rarity(kinds []int32) float64 {
	copy(s.left, s.size)
	items := float64(len(s.kind))
	ln := 0.0
	for i, kind := range kinds {
		ln += math.Log((items - float64(i)) / s.left[kind])
		s.left[kind]--
		if s.unordered { // there are C(m, c) = Π (m − j)/(j + 1) ways to take c of m
			ln += math.Log((s.size[kind] - s.left[kind]) / float64(i+1))
		}
	}
	return ln
}

// Bet bets on the kinds of a deal.
func (s *Shoe) Bet(deals int64, deal []int32) {
	for i, x := range deal {
		s.kinds[i] = s.kind[x]
	}
	if s.unordered {
		slices.Sort(s.kinds)
	}
	s.ln = s.rarity(s.kinds)
	s.orders = math.Exp(s.ln)
	s.Repeats.Bet(deals, s.kinds)
}
