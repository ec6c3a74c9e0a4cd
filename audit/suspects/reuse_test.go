package suspects

import (
	"math"
	"testing"

	"github.com/yates-shuffle/yates"
)

// Few coins that are used again, so that all words can be tried.
func TestReusedCoins(t *testing.T) {
	for coins := 1; coins <= 6; coins++ {
		const n = 5
		s := mergeSortWord(coins)
		orders := map[[n]int]float64{}
		for word := range 1 << coins {
			items := [n]int{0, 1, 2, 3, 4}
			bit := 0
			s.Shuffle(items[:], func(int) int {
				bit++
				return word >> (bit - 1) & 1
			})
			orders[items] += math.Exp2(-float64(coins))
		}
		ratio := s.Ratio(n)
		for rank := range uint64(120) {
			order := yates.Unrank(n, rank)
			if got, want := math.Exp(ratio(order))/120, orders[[n]int(order)]; math.Abs(got-want) > 1e-15 {
				t.Errorf("%d coins: %v has %v, want %v", coins, order, got, want)
			}
		}
	}
}
