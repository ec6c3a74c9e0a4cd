package yates

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// reportPerElement reports the time for an element instead of that for an operation.
func reportPerElement(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkShuffle(b *testing.B) {
	for _, n := range []int{52, 1_000, 100_000, 1_000_000, 10_000_000} {
		s := make([]uint64, n)
		for i := range s {
			s[i] = uint64(i)
		}
		swap := func(i, j int) { s[i], s[j] = s[j], s[i] }
		pcg, chacha := rand.NewPCG(1, 2), rand.NewChaCha8([32]byte{})
		withPCG := rand.New(pcg)
		for _, bm := range []struct {
			name    string
			shuffle func()
		}{
			{"secure/rand", func() { rand.Shuffle(n, swap) }},
			{"secure/yates", func() { Shuffle(s, nil) }},
			{"pcg/rand", func() { withPCG.Shuffle(n, swap) }},
			{"pcg/yates", func() { Shuffle(s, pcg) }},
			{"chacha8/yates", func() { Shuffle(s, chacha) }},
			{"func/yates", func() { ShuffleFunc(n, swap, nil) }},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, bm.name), func(b *testing.B) {
				for b.Loop() {
					bm.shuffle()
				}
				reportPerElement(b, n)
			})
		}
	}
}

func BenchmarkShuffleParallel(b *testing.B) {
	for _, n := range []int{1_000_000, 10_000_000, 100_000_000} {
		s := make([]uint64, n)
		for i := range s {
			s[i] = uint64(i)
		}
		swap := func(i, j int) { s[i], s[j] = s[j], s[i] }
		b.Run(fmt.Sprintf("n=%d/rand", n), func(b *testing.B) {
			for b.Loop() {
				rand.Shuffle(n, swap)
			}
			reportPerElement(b, n)
		})
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				for b.Loop() {
					ShuffleParallel(s, workers, nil)
				}
				reportPerElement(b, n)
			})
		}
	}
}
