package laws

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The ranges after each of the deals have the truth in all but few of the runs; 5% would be allowed. Seeds are fixed.
func TestRange(t *testing.T) {
	const runs, deals, level = 200, 200, 0.05
	r := rand.New(rand.NewPCG(44, 0))
	for _, p := range []float64{0.002, 0.02, 0.3, 0.5, 0.97} {
		missed := 0
		for range runs {
			times := 0.0
			for deal := 1.0; deal <= deals; deal++ {
				if r.Float64() < p {
					times++
				}
				if low, high := Range(times, deal, level); p < low || p > high {
					missed++
					break
				}
			}
		}
		if missed > level*runs {
			t.Errorf("in %d of %d runs, a range did not have %v", missed, runs, p)
		}
	}
	if low, high := Range(60, 100, level); low < 0.42 || low > 0.5 || high < 0.7 || high > 0.78 {
		t.Errorf("60 of 100 deals have the range %v to %v", low, high)
	}
}

// Of deals from a number of seeds, the range has it.
func TestSeedsRange(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	for _, seeds := range []int{1, 20, 300, 5000, 100_000} {
		missed := 0
		for range 200 {
			seen := make(map[int]bool)
			for deal := 1.0; deal <= 400; deal++ {
				if seen[r.IntN(seeds)] = true; int(deal)%50 > 0 {
					continue
				}
				if _, low, high := SeedsRange(deal, float64(len(seen)), 0.05); float64(seeds) < low*0.999 ||
					float64(seeds) > high*1.001 {
					missed++
					break
				}
			}
		}
		if missed > 10 {
			t.Errorf("%d of 200 ranges did not have %d seeds", missed, seeds)
		}
	}
}

// The likeliest number of seeds is that of the orders that came, if each came many times.
func TestLikeliestSeeds(t *testing.T) {
	if likeliest, _, _ := SeedsRange(640, 30, 0.05); math.Abs(likeliest-30) > 0.1 {
		t.Error(likeliest)
	}
}
