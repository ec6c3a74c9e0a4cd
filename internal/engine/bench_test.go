package engine

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"
)

// BenchmarkShuffle shuffles from memory to nowhere.
func BenchmarkShuffle(b *testing.B) {
	for _, c := range []struct {
		name   string
		length int
		tune   tuning
	}{
		{"short", 7, tuning{}},
		{"100", 99, tuning{}},
		{"100/spilled", 99, tuning{memory: 8 << 20, slab: 4 << 20, chunk: mib}},
	} {
		in := lines(func(*rand.Rand) int { return c.length })(nil, 32<<20, '\n')
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				opt := Options{Seed: &testSeed, Memory: 256 << 20, TempDir: b.TempDir(), tune: c.tune}
				if err := Shuffle(context.Background(), io.Discard, opt, Reader("", bytes.NewReader(in))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
