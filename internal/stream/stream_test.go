package stream

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestScaleExact counts, for many n, the words that make each integer in [0, n),
// all of them where n is small. The words that share a product's upper half are
// an interval, and as their lower halves rise by n, Scale can reject the first
// of the interval at most; so three looks at an interval count it exactly. (For
// n = 1 see TestBelow.)
func TestScaleExact(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	// first returns the smallest word that gives at least hi, and 2⁶⁴ for hi = n.
	first := func(hi, n uint64) *big.Int {
		x := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
		x.Add(x, new(big.Int).SetUint64(n-1))
		return x.Div(x, new(big.Int).SetUint64(n))
	}
	ns := []uint64{1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 3<<62 + 1, math.MaxUint64 - 1, math.MaxUint64}
	for n := uint64(2); n <= 600; n++ {
		ns = append(ns, n)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		ns = append(ns, rng.Uint64()>>rng.IntN(62)|3)
	}
	for _, n := range ns {
		want := new(big.Int).Div(two64, new(big.Int).SetUint64(n)).Uint64()
		var his []uint64
		if n <= 600 {
			for hi := range n {
				his = append(his, hi)
			}
		} else {
			his = append(his, 0, 1, n/2, n-2, n-1)
			for range 50 {
				his = append(his, rng.Uint64N(n))
			}
		}
		for _, hi := range his {
			lo, end := first(hi, n), first(hi+1, n)
			accepted := new(big.Int).Sub(end, lo).Uint64()
			last := end.Sub(end, big.NewInt(1)).Uint64()
			for i, x := range []uint64{lo.Uint64(), lo.Uint64() + 1, last} {
				if i > 0 && accepted == 1 {
					break // the interval is of one word
				}
				got, ok := Scale(x, n)
				if ok && got != hi {
					t.Fatalf("Scale(%d, %d) = %d, want %d", x, n, got, hi)
				}
				if !ok && i > 0 {
					t.Fatalf("Scale(%d, %d) rejects a word that is not the first of its interval", x, n)
				}
			}
			if _, ok := Scale(lo.Uint64(), n); !ok {
				accepted--
			}
			if accepted != want {
				t.Fatalf("n = %d: %d words make %d, want %d", n, accepted, hi, want)
			}
		}
	}
}

// TestBelow: Below is what Scale makes of the first word that it takes. For n just over
// a half of 2⁶⁴, nearly every second word is rejected.
func TestBelow(t *testing.T) {
	for _, n := range []uint64{1, 2, 1<<63 + 1, math.MaxUint64} {
		var s, twin Stream
		s.Reset([32]byte{}, "test", n)
		twin.Reset([32]byte{}, "test", n)
		for range 1000 {
			want, ok := Scale(twin.Uint64(), n)
			for !ok {
				want, ok = Scale(twin.Uint64(), n)
			}
			if got := s.Below(n); got != want {
				t.Fatalf("Below(%d) = %d, want %d", n, got, want)
			}
		}
	}
	if i, ok := Scale(math.MaxUint64, 1); i != 0 || !ok {
		t.Errorf("Scale to one integer = %d, %v", i, ok)
	}
}
