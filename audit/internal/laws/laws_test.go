package laws

import (
	"math"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
)

// Logarithms of rising powers are the sums of those of the factors.
func TestRising(t *testing.T) {
	for _, x := range []float64{0.5, 1, 4, 15, 64, 1000, 46080} {
		sum := 0.0
		for n := range 3000 {
			if got := Rise(x, float64(n)); math.Abs(got-sum) > 1e-12*max(1, sum) {
				t.Fatalf("%v rises %d steps by %v, not %v", x, n, got, sum)
			}
			sum += math.Log1p(float64(n) / x)
		}
	}
}

// The laws of classes are what counting gives.
func TestClasses(t *testing.T) {
	for _, c := range []struct{ classes, size int }{{2, 2}, {3, 2}, {2, 3}, {1, 4}, {4, 1}, {2, 4}} {
		n := c.classes * c.size
		for k := 1; k <= n; k++ {
			neighbours, hands := make(map[int]float64), make(map[int]float64)
			all := fairgame.Deals(n, k)
			for _, deal := range all {
				near, far := 0, 0
				for i, x := range deal {
					for j, y := range deal[:i] {
						if x%c.classes == y%c.classes {
							far++
							if i-j == 1 {
								near++
							}
						}
					}
				}
				neighbours[near] += 1 / float64(len(all))
				hands[far] += 1 / float64(len(all))
			}
			compare := func(what string, law []float64, counted map[int]float64) {
				for v, p := range law {
					if math.Abs(p-counted[v]) > 1e-12 {
						t.Errorf("%s, %d of %+v: %d has %v, by the law %v", what, k, c, v, counted[v], p)
					}
					delete(counted, v)
				}
				if len(counted) > 0 {
					t.Errorf("%s, %d of %+v: the law leaves out %v", what, k, c, counted)
				}
			}
			compare("hands", OfHands(k, c.classes, c.size), hands)
			if k == n {
				compare("neighbours", OfNeighbours(c.classes, c.size), neighbours)
			}
		}
	}
}

// The laws of sets, against all sets.
func TestSetLaws(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for k := 1; k < n; k++ {
			half, neighbours := make([]float64, k+1), make([]float64, k+1)
			all := 0.0
			for _, d := range fairgame.Deals(n, k) {
				slices.Sort(d)
				low, next := 0, 0
				for i, x := range d {
					if x < n/2 {
						low++
					}
					if i > 0 && d[i-1] == x-1 {
						next++
					}
				}
				half[low]++
				neighbours[next]++
				all++
			}
			for v := range k + 1 {
				at := func(law []float64) float64 {
					if v < len(law) {
						return law[v]
					}
					return 0
				}
				if p := at(Hypergeometric(n, n/2, k)); math.Abs(p-half[v]/all) > 1e-12 {
					t.Errorf("%d of %d: %d of the first half with %v, not %v", k, n, v, p, half[v]/all)
				}
				if p := at(Hypergeometric(n, k-1, k)); math.Abs(p-neighbours[v]/all) > 1e-12 {
					t.Errorf("%d of %d: %d next to each other with %v, not %v", k, n, v, p, neighbours[v]/all)
				}
			}
		}
	}
}
