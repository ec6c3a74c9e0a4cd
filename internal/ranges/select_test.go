package ranges

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestSelect compares Select with its slow twin, the digits.
func TestSelect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var digits order.Digits
	for range 4000 {
		seed := order.SeedFromText(string(rune(rng.IntN(100))))
		few, n := []int{rng.IntN(MostSelected + 1), rng.IntN(10), MostSelected}[rng.IntN(3)], rng.IntN(4097)
		block := uint64(rng.IntN(3))
		var want []uint32
		digits.Seek(seed, 4096*block)
		for i := range n {
			if b := digits.Next(); b < few {
				want = append(want, uint32(i<<12|b))
			}
		}
		if got := Select(make([]uint32, n), seed, block, n, few); !slices.Equal(got, want) {
			t.Fatalf("Select(%d, %d, %d) is %v, not %v", block, n, few, got, want)
		}
	}
}

func BenchmarkSelect(b *testing.B) {
	dst := make([]uint32, 4096)
	for name, size := range map[string]int{"1": 1, "40": 40, "256": 256, "512": 512, "1024": 1024, "2048": 2048} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Select(dst, order.Seed{}, 7, len(dst), size)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/digit")
		})
	}
}
