package undo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates"
)

// The choices that a form tells are those that a shuffle of that form made.
func TestForms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 64, 65, 130, 300, 4097} {
		u, few, first := New(n), New(n), make([]int32, n)
		r := rand.New(rand.NewPCG(uint64(n), 1))
		for range 50 {
			var made []int32
			choose := func(k int) int {
				c := r.IntN(k)
				if k > 1 {
					made = append(made, int32(c))
				}
				return c
			}
			check := func(f Form, deal []int) {
				t.Helper()
				d, inverse := make([]int32, n), make([]int32, n)
				for i, x := range deal {
					d[i], inverse[x] = int32(x), int32(i)
				}
				got := make([]int32, n-1)
				u.Choices(f, d, inverse, got)
				if !slices.Equal(got, made) {
					t.Fatalf("%v: %v came from the choices %v, not %v", f, deal, made, got)
				}
				made = nil
			}
			deal := make([]int, n)
			reset := func() {
				for i := range deal {
					deal[i] = i
				}
			}
			reset()
			yates.FisherYates(deal, choose)
			check(Backward, deal)
			reset()
			for i := range n - 1 {
				j := i + choose(n-i)
				deal[i], deal[j] = deal[j], deal[i]
			}
			if n > 10 { // the first few
				for i, x := range deal {
					first[i] = int32(x)
				}
				got := make([]int32, n/10)
				few.Choices(Forward, first, nil, got)
				if !slices.Equal(got, made[:n/10]) {
					t.Fatalf("%v of %d came from the choices %v, not %v", first[:n/10], n, made[:n/10], got)
				}
			}
			check(Forward, deal)
			for i := range deal { // inside out
				c := choose(i + 1)
				deal[i] = deal[c]
				deal[c] = i
			}
			slices.Reverse(made)
			check(InsideOut, deal)
			reset()
			left := slices.Clone(deal)
			for i := range deal {
				c := choose(len(left))
				deal[i] = left[c]
				left = slices.Delete(left, c, c+1)
			}
			check(StrikeOut, deal)
		}
	}
}

// The tree counts as a list does.
func TestRemaining(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 63, 64, 511, 512, 513, 5000} {
		tree, list := NewRemaining(n), make([]int, n)
		for i := range list {
			list[i] = i
		}
		for _, x := range r.Perm(n) {
			want := slices.Index(list, x)
			if !tree.Has(x) || tree.Left() != len(list) {
				t.Fatalf("%d of %d items: %v, %d left", x, n, tree.Has(x), tree.Left())
			}
			if got := tree.Take(x); got != want || tree.Has(x) {
				t.Fatalf("%d of %d items has the rank %d, not %d", x, n, got, want)
			}
			list = slices.Delete(list, want, want+1)
		}
	}
}

// The law of coarse choices is what counting gives.
func TestCoarse(t *testing.T) {
	for k := 1; k < 200; k++ {
		law := CoarseLaw(k)
		counts := make([]float64, len(law))
		for c := range k {
			counts[Coarse(c, k)]++
		}
		for x, p := range law {
			if math.Abs(counts[x]/float64(k)-p) > 1e-15 {
				t.Errorf("of %d choices, %v are in bin %d, by the law %v", k, counts[x], x, p*float64(k))
			}
		}
	}
}
