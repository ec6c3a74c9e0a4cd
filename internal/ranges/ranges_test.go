package ranges

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/internal/stream"
)

// TestSampleTwin compares a sample with the Fisher–Yates shuffle of a slice.
func TestSampleTwin(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 10, 1000, 100_000} {
		for _, k := range []uint64{0, 1, 2, n / 3, n - 1, n} {
			k = min(k, n)
			seed := [32]byte{byte(n)}
			var slow stream.Stream
			slow.Reset(seed, "sample", 0)
			want := make([]uint64, n)
			for i := range want {
				want[i] = uint64(i)
			}
			for i := range k {
				j := i + slow.Below(n-i)
				want[i], want[j] = want[j], want[i]
			}
			s := NewSample(seed, n, int(k))
			var got []uint64
			for range k {
				got = append(got, s.Next())
			}
			if !slices.Equal(got, want[:k]) {
				t.Fatalf("%d of %d: %v, want %v", k, n, got, want[:k])
			}
		}
	}
}

// A longer sample begins with the shorter one, at any size.
func TestSampleHead(t *testing.T) {
	for _, n := range []uint64{1 << 32, 1 << 63, math.MaxUint64} {
		short, long := NewSample([32]byte{}, n, 100), NewSample([32]byte{}, n, 100_000)
		seen := make(map[uint64]bool)
		for i := range 100_000 {
			x := long.Next()
			if x >= n || seen[x] {
				t.Fatalf("%d of [0, %d), again %v", x, n, seen[x])
			}
			seen[x] = true
			if i < 100 && short.Next() != x {
				t.Fatalf("integer %d of [0, %d) differs", i, n)
			}
		}
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"ranges: NewSample of 1 integers from 0":  func() { NewSample([32]byte{}, 0, 1) },
		"ranges: NewSample of 3 integers from 2":  func() { NewSample([32]byte{}, 2, 3) },
		"ranges: NewSample of -1 integers from 2": func() { NewSample([32]byte{}, 2, -1) },
		fmt.Sprintf("ranges: NewSample of %d integers, which no memory holds", math.MaxInt/2+2): func() {
			NewSample([32]byte{}, math.MaxInt, math.MaxInt/2+2).Next()
		},
		fmt.Sprintf("ranges: NewSample of %d integers, which no memory holds", math.MaxInt>>5+1): func() { // one less fits
			NewSample([32]byte{}, math.MaxInt, math.MaxInt>>5+1).Next()
		},
		"ranges: Sample.Next after the last integer":           func() { NewSample([32]byte{}, 2, 0).Next() },
		"ranges: Select of too many records or buckets":        func() { Select(nil, [32]byte{}, 0, 1, 1) },
		"ranges: Select of too many records or buckets (2049)": func() { Select(nil, [32]byte{}, 0, 0, 2049) },
	} {
		func() {
			defer func() {
				if r := recover(); fmt.Sprint(r) != name && fmt.Sprint(r)+" (2049)" != name {
					t.Errorf("%v, want %s", r, name)
				}
			}()
			f()
			t.Errorf("no panic: %s", name)
		}()
	}
}
