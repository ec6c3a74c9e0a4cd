package suspects_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// Choose has the law of Choices wherever self is; Shuffle makes the same choices from the back, and Draw some from the
// front.
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
			for taken := range n + 1 {
				slices.Sort(a)
				slices.Sort(b)
				s.Draw(a, taken, rand.New(rand.NewPCG(seed, 0)).IntN)
				intn := rand.New(rand.NewPCG(seed, 0)).IntN
				for i := range min(taken, n-1) {
					j := i + s.Choose(n, n-i, 0, intn)
					b[i], b[j] = b[j], b[i]
				}
				if !slices.Equal(a, b) {
					t.Errorf("%s: Draw of %d gives %v, and Choose %v, with seed %d", s.Name, taken, a, b, seed)
				}
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
