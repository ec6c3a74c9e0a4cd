package order

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSelect compares Select with its slow twin, Next.
func TestSelect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		seed := SeedFromText(string(rune(rng.IntN(100))))
		lo := rng.IntN(Buckets)
		hi := lo + rng.IntN(min(MostSelected, Buckets-lo)+1)
		if rng.IntN(4) == 0 {
			hi = min(lo+MostSelected, Buckets)
		}
		var fast, slow Digits
		fast.Reset(seed, 7)
		slow.Reset(seed, 7)
		for left := BlockRecords; left > 0; {
			n := rng.IntN(left + 1)
			left -= n
			var want []uint32
			for i := range n {
				if b := slow.Next(); b >= lo && b < hi {
					want = append(want, uint32(i<<12|b))
				}
			}
			if got := fast.Select(make([]uint32, n), n, lo, hi); !slices.Equal(got, want) {
				t.Fatalf("Select(%d, %d, %d) is %v, not %v", n, lo, hi, got, want)
			}
		}
	}
}

func BenchmarkSelect(b *testing.B) {
	var d Digits
	d.Reset(Seed{}, 0)
	dst := make([]uint32, 4095)
	for name, size := range map[string]int{"1": 1, "40": 40, "256": 256, "512": 512, "1024": 1024, "2048": 2048} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d.Select(dst, len(dst), 0, size)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4095, "ns/digit")
		})
	}
	digit := make([]uint16, 4095)
	b.Run("Fill", func(b *testing.B) {
		for b.Loop() {
			d.Fill(digit)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4095, "ns/digit")
	})
}
