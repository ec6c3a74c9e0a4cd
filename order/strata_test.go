package order

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAllot: each part has its size, each class is used up if the parts are all there
// is, and each share is the exact one of what was left, rounded up or down.
func TestAllot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		classes, all := make([]int64, rng.IntN(9)), int64(0)
		for i := range classes {
			classes[i] = rng.Int64N(1 << rng.IntN(20))
			all += classes[i]
		}
		var parts []int64
		for left := all; len(parts) < rng.IntN(9); {
			parts = append(parts, rng.Int64N(left+1))
			left -= parts[len(parts)-1]
		}
		left := slices.Clone(classes)
		allotted := Allot(classes, parts)
		for p, size := range parts {
			sum, remainders := int64(0), [2]int64{all, 0} // the least that was rounded up, the largest that was not
			for c := range classes {
				n := allotted[c][p]
				sum += n
				switch remainder := left[c]*size - n*all; {
				case remainder < 0 && remainder > -all:
					remainders[0] = min(remainders[0], remainder+all)
				case remainder >= 0 && remainder < all:
					remainders[1] = max(remainders[1], remainder)
				case all > 0:
					t.Fatalf("round %d: class %d of %d records, part %d of %d: %d", round, c, left[c], p, size, n)
				}
				left[c] -= n
			}
			if sum != size || remainders[0] < remainders[1] {
				t.Fatalf("round %d: %v in %v is %v", round, classes, parts, allotted)
			}
			all -= size
		}
	}
}

// TestAllotTies: of equal remainders the first class comes first, and a class that was
// passed over comes first the next time.
func TestAllotTies(t *testing.T) {
	got := Allot([]int64{1, 1, 1, 1}, []int64{2, 1, 1})
	want := [][]int64{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Allot([]int64{1 << 62, 1<<62 - 1}, []int64{1 << 62, 1<<62 - 1}); got[0][0]+got[1][0] != 1<<62 {
		t.Errorf("large classes: %v", got)
	}
}
