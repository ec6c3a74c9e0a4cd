package sparse

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestArray compares with an array that holds all its places.
func TestArray(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{2, 3, 10, 1000} {
		for _, k := range []int{1, 2, n / 2, n, 3 * n} {
			a, plain := New(uint64(k)), make([]uint64, n)
			for i := range plain {
				plain[i] = uint64(i)
			}
			for range k {
				place, value := 1+r.IntN(n-1), r.Uint64()
				if got, want := a.Swap(uint64(place), value), plain[place]; got != want {
					t.Fatalf("%d swaps of %d places: %d instead of %d", k, n, got, want)
				}
				plain[place] = value
			}
			for i, want := range plain {
				if got := a.At(uint64(i)); got != want {
					t.Fatalf("%d swaps of %d places: %d holds %d instead of %d", k, n, i, got, want)
				}
			}
		}
	}
	a := New(1)
	if a.Swap(math.MaxUint64, 5) != math.MaxUint64 || a.At(math.MaxUint64) != 5 || a.At(0) != 0 {
		t.Error("the last place is not like others")
	}
}

func TestMemory(t *testing.T) {
	for k, want := range map[uint64]uint64{0: 32, 1: 32, 2: 64, 3: 128, 4: 128, 1 << 20: 32 << 20, 1<<20 + 1: 64 << 20,
		1 << 58: 1 << 63, 1<<58 + 1: math.MaxUint64, 1 << 59: math.MaxUint64, 1 << 63: math.MaxUint64} {
		if got := Memory(k); got != want {
			t.Errorf("%d swaps take %d bytes, want %d", k, got, want)
		}
		if slots := New(min(k, 1<<10)).slots; 16*uint64(len(slots)) != Memory(min(k, 1<<10)) {
			t.Errorf("%d slots for %d swaps are not what Memory says", len(slots), min(k, 1<<10))
		}
	}
}

// The places are scattered, so that one is found in a few steps: no run of slots
// that are taken is long.
func TestScatters(t *testing.T) {
	const k = 1 << 16
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []uint64{10 * k, math.MaxUint64} {
		a := New(k)
		for range k {
			a.Swap(1+r.Uint64N(n-1), 0)
		}
		run, longest := 0, 0
		for _, slot := range a.slots {
			if run++; slot.place == 0 {
				run = 0
			}
			longest = max(longest, run)
		}
		if longest > 200 {
			t.Errorf("of %d places of %d, %d stand in a row of %d slots", k, n, longest, len(a.slots))
		}
	}
}
