package chacha8

import (
	"math/rand/v2"
	"testing"
)

// TestStandard: the words are those of the standard library, over several keys
// and through several changes of the key, and when a generator is seeded anew in
// the middle.
func TestStandard(t *testing.T) {
	if !fast {
		t.Log("this processor has no AVX2: the words are made by the standard library")
	}
	r := new(Rand)
	for seed := range 50 {
		var key [32]byte
		for i := range key {
			key[i] = byte(i*seed + seed)
		}
		r.Seed(key)
		want := rand.NewChaCha8(key)
		for i := range 1000 + 7*seed {
			if got, want := r.Uint64(), want.Uint64(); got != want {
				t.Fatalf("seed %d: word %d is %#x, want %#x", seed, i, got, want)
			}
		}
	}
}

// TestWords mixes Words and Uint64.
func TestWords(t *testing.T) {
	r, want := New([32]byte{1}), rand.NewChaCha8([32]byte{1})
	for i := range 1000 {
		words := r.Words()
		if len(words) == 0 {
			t.Fatal("no words")
		}
		words = words[:min(len(words), i%70)]
		for _, w := range words {
			if want := want.Uint64(); w != want {
				t.Fatalf("round %d: %#x, want %#x", i, w, want)
			}
		}
		r.Skip(len(words))
		for range i % 3 {
			if got, want := r.Uint64(), want.Uint64(); got != want {
				t.Fatalf("round %d: %#x, want %#x", i, got, want)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	r := New([32]byte{})
	if n := testing.AllocsPerRun(10, func() {
		r.Seed([32]byte{1})
		for range 1000 {
			r.Uint64()
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkUint64(b *testing.B) {
	r, std := New([32]byte{}), rand.NewChaCha8([32]byte{})
	b.SetBytes(8)
	b.Run("std", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			std.Uint64()
		}
	})
	b.Run("yates", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			r.Uint64()
		}
	})
	b.Run("inlined", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			if _, ok := r.Next(); !ok {
				r.Refill()
			}
		}
	})
}
