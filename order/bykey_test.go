package order_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// Each part has its share of all words, to the word, and a part that grows at its end takes from the next one alone.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	seed := order.SeedFromText("parts")
	for range 300 {
		whole := 1 + rng.Int64N(1000)
		a, b := rng.Int64N(whole+1), rng.Int64N(whole+1)
		a, b = min(a, b), max(a, b)
		ends := []int64{a, b, whole}
		parts := order.NewParts(big.NewRat(a, whole), big.NewRat(b-a, whole), big.NewRat(whole-b, whole))
		for i, end := range ends {
			want := new(big.Int).Lsh(big.NewInt(end), 64) // of words below it, times the whole
			if end == whole {
				if len(parts) > i {
					t.Fatalf("%v: %d parts end before the last word", ends, len(parts))
				}
				break
			}
			over := new(big.Int).Mul(new(big.Int).SetUint64(parts[i]), big.NewInt(whole))
			if over.Sub(over, want).Sign() < 0 || over.Cmp(big.NewInt(whole)) >= 0 {
				t.Fatalf("%v: part %d ends at %d", ends, i, parts[i])
			}
		}
		c := a + rng.Int64N(b-a+1)
		grown := order.NewParts(big.NewRat(c, whole), big.NewRat(b-c, whole), big.NewRat(whole-b, whole))
		for k := range 50 {
			key := fmt.Append(nil, "user ", k)
			was, is := parts.Of(seed, key), grown.Of(seed, key)
			if was != is && (was != 1 || is != 0) {
				t.Fatalf("from %v to %d: %s moves from part %d to %d", ends, c, key, was, is)
			}
		}
	}
}
