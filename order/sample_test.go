package order

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestSampleTwin compares a sample with the Fisher–Yates shuffle of a slice.
func TestSampleTwin(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 10, 1000, 100_000} {
		for _, k := range []uint64{0, 1, 2, n / 3, n - 1, n} {
			k = min(k, n)
			seed := SeedFromText(fmt.Sprint(n))
			var slow stream
			slow.reset(seed, "sample", 0)
			want := make([]uint64, n)
			for i := range want {
				want[i] = uint64(i)
			}
			for i := range k {
				j := i + slow.below(n-i)
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
		short, long := NewSample(Seed{}, n, 100), NewSample(Seed{}, n, 100_000)
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

func TestPseudoPermutation(t *testing.T) {
	for _, n := range []uint64{2, 3, 1000, 70_000} {
		p, seen := NewPseudoPermutation(Seed{}, n), make([]bool, n)
		for i := range n {
			if x := p.At(i); seen[x] {
				t.Fatalf("%d comes twice of %d", x, n)
			} else {
				seen[x] = true
			}
		}
	}
	a, b := NewPseudoPermutation(SeedFromText("a"), math.MaxUint64),
		NewPseudoPermutation(SeedFromText("b"), math.MaxUint64)
	if a.At(0) == b.At(0) {
		t.Error("the seed has no say")
	}
}

// TestRepeatFill compares Fill with its slow twin, Next.
func TestRepeatFill(t *testing.T) {
	for _, n := range []uint64{1, 6, 1 << 63, 1<<63 + 1, 3 << 62, math.MaxUint64} {
		slow, fast := NewRepeat(Seed{}, n), NewRepeat(Seed{}, n)
		for size := range 200 {
			got := make([]uint64, size)
			fast.Fill(got)
			for i, x := range got {
				if want := slow.Next(); x != want {
					t.Fatalf("n = %d, %d of %d: %d, want %d", n, i, size, x, want)
				}
			}
		}
	}
}

func TestRangePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"order: NewSample of 1 integers from 0":  func() { NewSample(Seed{}, 0, 1) },
		"order: NewSample of 3 integers from 2":  func() { NewSample(Seed{}, 2, 3) },
		"order: NewSample of -1 integers from 2": func() { NewSample(Seed{}, 2, -1) },
		fmt.Sprintf("order: NewSample of %d integers, which no memory holds", math.MaxInt/2+2): func() {
			NewSample(Seed{}, math.MaxInt, math.MaxInt/2+2).Next()
		},
		fmt.Sprintf("order: NewSample of %d integers, which no memory holds", math.MaxInt>>5+1): func() { // one less fits
			NewSample(Seed{}, math.MaxInt, math.MaxInt>>5+1).Next()
		},
		"order: Sample.Next after the last integer":           func() { NewSample(Seed{}, 2, 0).Next() },
		"order: NewPseudoPermutation of 1 integers":           func() { NewPseudoPermutation(Seed{}, 1) },
		"order: PseudoPermutation.At(2), outside [0, 2)":      func() { NewPseudoPermutation(Seed{}, 2).At(2) },
		"order: Select of too many records or buckets":        func() { new(Digits).Select(nil, 1, 0, 1) },
		"order: Select of too many records or buckets (2049)": func() { new(Digits).Select(nil, 0, 1, 2050) },
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
