package suspects_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// Every path of the choices of a draw is followed: each order of the first places
// has the product of the probabilities of its choices, from the front.
func TestDraw(t *testing.T) {
	museum := []suspects.Suspect{
		museum.Suspect("sattolo"), museum.Suspect("skip-first"), museum.Suspect("skip-last"), suspects.Modulo(2), suspects.Modulo(3),
		suspects.Scaled(2), suspects.Scaled(3), suspects.Clamped(2), suspects.Clamped(3),
		suspects.Remainders(7), suspects.Fractions(5),
	}
	for _, s := range museum {
		for n := range 6 {
			for k := range n + 1 {
				law, err := exact.Enumerate(n, func(deal []int, intn func(k int) int) {
					s.Draw(deal, k, intn)
				}, exact.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				want := map[string]float64{}
				byForwardChoices(s, n, k, want)
				got := map[string]*big.Rat{}
				orders := 0
				for _, c := range law.Classes {
					orders += int(c.Orders)
				}
				for rank := range orders {
					order := yates.Unrank(n, uint64(rank))
					front := fmt.Sprint(order[:k])
					if got[front] == nil {
						got[front] = new(big.Rat)
					}
					got[front].Add(got[front], law.Probability(order))
				}
				for front, p := range got {
					if f, _ := p.Float64(); math.Abs(f-want[front]) > 1e-15 {
						t.Errorf("%s, %d of %d: %s has %v, want %v", s.Name, k, n, front, p, want[front])
					}
				}
			}
		}
	}
}

// byForwardChoices adds up the probability of each front of k of n items.
func byForwardChoices(s suspects.Suspect, n, k int, byFront map[string]float64) {
	var follow func(items []int, i int, p float64)
	follow = func(items []int, i int, p float64) {
		if i == min(k, n-1) || n < 2 {
			byFront[fmt.Sprint(items[:k])] += p
			return
		}
		for c, pc := range s.Choices(n, n-i, 0) {
			next := slices.Clone(items)
			next[i], next[i+c] = next[i+c], next[i]
			follow(next, i+1, p*pc)
		}
	}
	first := make([]int, n)
	for i := range first {
		first[i] = i
	}
	follow(first, 0, 1)
}

// Choose has the law of Choices wherever self is, and Shuffle makes the same
// choices from the back.
func TestChoose(t *testing.T) {
	for _, s := range append(suspects.All(), suspects.Modulo(1), suspects.Scaled(13), suspects.Clamped(11)) {
		if (s.Choose == nil) != (s.Choices == nil) {
			t.Errorf("%s has Choose %v and Choices %v", s.Name, s.Choose != nil, s.Choices != nil)
		}
		if s.Choose == nil {
			continue
		}
		const n = 7
		for k := 2; k <= n; k++ {
			for _, self := range []int{0, k - 1} {
				words := 1 // that Choose asks for
				s.Choose(n, k, self, func(k int) int {
					words *= k
					return 0
				})
				if words > 1<<24 || words <= 0 || words > 1<<16 && (testing.Short() || self > 0 || k&1 == 0) {
					continue
				}
				counts := make([]int, k)
				for w := range words {
					counts[s.Choose(n, k, self, func(int) int { return w })]++
				}
				for c, p := range s.Choices(n, k, self) {
					if math.Abs(float64(counts[c])/float64(words)-p) > 1e-15 {
						t.Errorf("%s: choice %d of %d, self %d, by %d of %d words, and the law says %v", s.Name, c, k,
							self, counts[c], words, p)
					}
				}
			}
		}
		for range 100 {
			seed := rand.Uint64()
			a, b := make([]int, n), make([]int, n)
			for i := range a {
				a[i], b[i] = i, i
			}
			s.Shuffle(a, rand.New(rand.NewPCG(seed, 0)).IntN)
			intn := rand.New(rand.NewPCG(seed, 0)).IntN
			for k := n; k > 1; k-- {
				j := s.Choose(n, k, k-1, intn)
				b[k-1], b[j] = b[j], b[k-1]
			}
			if !slices.Equal(a, b) {
				t.Errorf("%s: Shuffle gives %v, and Choose %v, with seed %d", s.Name, a, b, seed)
			}
		}
	}
}

// The others shuffle all.
func TestDrawShuffles(t *testing.T) {
	for _, s := range suspects.All() {
		a, b := []int{0, 1, 2, 3, 4, 5, 6}, []int{0, 1, 2, 3, 4, 5, 6}
		s.Shuffle(a, rand.New(rand.NewPCG(1, 2)).IntN)
		s.Draw(b, 3, rand.New(rand.NewPCG(1, 2)).IntN)
		if s.Choose == nil && !slices.Equal(a, b) {
			t.Errorf("%s: %v, and drawn %v", s.Name, a, b)
		}
	}
	for _, k := range []int{-1, 4} {
		func() {
			defer func() {
				if e := recover(); e != fmt.Sprintf("suspects: Draw with k = %d from a deal of length 3", k) {
					t.Errorf("k = %d: %v", k, e)
				}
			}()
			museum.Suspect("naive").Draw(make([]int, 3), k, rand.IntN)
		}()
	}
}
