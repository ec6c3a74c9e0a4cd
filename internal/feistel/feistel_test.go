package feistel

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// SipHash-2-4 of the bytes 0 to 7 under the key of bytes 0 to 15, from the
// vectors of its authors.
func TestSipHash(t *testing.T) {
	k := newSipKey(0x0706050403020100, 0x0f0e0d0c0b0a0908)
	if got := k.sum(0x0706050403020100); got != 0x93f5f5799a932462 {
		t.Errorf("SipHash = %#x", got)
	}
}

// TestNetwork: each integer has one place, and the halves are as they should be,
// up to the largest size.
func TestNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, n := range []uint64{2, 3, 4, 5, 7, 1000, 1 << 16, 257 * 257, 258 * 258, 258*258 + 1} {
		p := New(n, rng.Uint64)
		seen := make([]bool, n)
		for i := range n {
			x := p.At(i)
			if x >= n || seen[x] || p.Place(x) != i {
				t.Fatalf("n = %d: place %d has %d, whose place is %d", n, i, x, p.Place(x))
			}
			seen[x] = true
		}
	}
	sizes := []uint64{1<<32 - 1, 1 << 32, 1<<62 - 1, 1 << 62, math.MaxInt64, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1<<33,
		math.MaxUint64 - 1, math.MaxUint64}
	for root := uint64(300); root < 1<<32; root = root*3 + 1 {
		sizes = append(sizes, root*root-1, root*root, root*root+1)
	}
	for _, n := range sizes {
		p := New(n, rng.Uint64)
		hi, lo := bits.Mul64(p.A, p.B)
		product := float64(hi)*(1<<64) + float64(lo)
		if p.A > 1<<32 || p.B > 1<<32 || (p.A|p.B)&1 != 0 || hi == 0 && lo < n || product > 1.02*float64(n) {
			t.Fatalf("n = %d: halves of %d and %d", n, p.A, p.B)
		}
		for _, i := range []uint64{0, 1, n - 1, rng.Uint64N(n), rng.Uint64N(n), rng.Uint64N(n)} {
			if x := p.At(i); x >= n || p.Place(x) != i {
				t.Fatalf("n = %d: Place(At(%d)) = %d", n, i, p.Place(x))
			}
			if x := p.Place(i); x >= n || p.At(x) != i {
				t.Fatalf("n = %d: At(Place(%d)) = %d", n, i, p.At(x))
			}
		}
	}
}
