package deals

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// The slow twins of how words are cut and found: by runes, and in a map.
func TestTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 0))
	parts := []string{" ", ",", ";", "\t", "\r\n", "\v", "\f", "[", "]", "é", "\u00a0", "\xff", "0", "7", "10", "012", "+3",
		"-1", "x", "AhTd", "4294967297"}
	cards := Shoe(1)
	for range 3000 {
		var text []byte
		for range r.IntN(12) {
			text = append(text, parts[r.IntN(len(parts))]...)
		}
		for _, it := range []*Items{nil, cards} {
			var want [][]byte
			for _, w := range bytes.FieldsFunc(text, func(r rune) bool {
				return bytes.ContainsRune([]byte(" ,;\t\n\r\v\f"), r) || it != nil && (r == '[' || r == ']')
			}) {
				if it != nil {
					want = append(want, it.cut(w)...)
				} else {
					want = append(want, w)
				}
			}
			if got := plainWords(text, it); !slices.EqualFunc(got, want, bytes.Equal) {
				t.Fatalf("%q: %q, not %q", text, got, want)
			}
		}
	}
	for _, of := range [][2]int{{0, 3}, {1, 52}, {7, 12}, {98, 101}, {-2, 3}, {999_999_990, 1_000_000_003}} {
		var names []string
		for x := of[0]; x <= of[1]; x++ {
			names = append(names, strconv.Itoa(x))
		}
		it := NewItems(names)
		for x := of[0] - 12; x <= of[1]+12; x++ {
			for _, format := range []string{"%d", "%02d", "%+d", "%d ", "%dx", "%d00", "000000000%d"} {
				name := fmt.Sprintf(format, x)
				want := slices.Index(names, name)
				if got := it.find([]byte(name)); got != want {
					t.Errorf("%d to %d: %q is item %d, not %d", of[0], of[1], name, got, want)
				}
			}
		}
	}
}
