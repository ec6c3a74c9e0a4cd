package samplers

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"testing"
)

func TestRFC3797Key(t *testing.T) {
	if got, want := RFC3797Key([]uint64{9319}, []uint64{12, 2, 5, 10, 8}, []uint64{9, 18, 26, 34, 41, 45}),
		"9319./2.5.8.10.12./9.18.26.34.41.45./"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := RFC3797Key(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestRFC3797Limits(t *testing.T) {
	all := slices.Sorted(RFC3797("key", MaxPool))
	if all = slices.Compact(all); len(all) != MaxPool || all[0] != 1 || all[len(all)-1] != MaxPool {
		t.Error("not each of the pool is selected once")
	}
	for _, bad := range []uint64{0, MaxPool + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a pool of %d", bad)
				}
			}()
			RFC3797("key", bad)
		}()
	}
}

// TestRivestTwin compares with integers of any size.
func TestRivestTwin(t *testing.T) {
	for _, n := range []uint64{1, 2, 876, 1<<32 + 1, 1<<64 - 1} {
		i := 0
		for got := range Rivest("seed", n) {
			i++
			sum := sha256.Sum256(fmt.Appendf(nil, "seed,%d", i))
			want := new(big.Int).Mod(new(big.Int).SetBytes(sum[:]), new(big.Int).SetUint64(n))
			if got-1 != want.Uint64() {
				t.Fatalf("choice %d of %d: got %d, want 1 more than %s", i, n, got, want)
			}
			if i == 100 {
				break
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("choices of nothing")
		}
	}()
	Rivest("seed", 0)
}

func TestRivestDistinct(t *testing.T) {
	all := slices.Collect(RivestDistinct("seed", 50))
	var want []uint64
	for choice := range Rivest("seed", 50) {
		if !slices.Contains(want, choice) {
			want = append(want, choice)
		}
		if len(want) == 50 {
			break
		}
	}
	if !slices.Equal(all, want) {
		t.Errorf("got %v, want %v", all, want)
	}
	for first := range RivestDistinct("seed", 50) {
		if first != want[0] {
			t.Errorf("got %d", first)
		}
		break
	}
}
