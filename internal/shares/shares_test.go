package shares

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func ExampleParts() {
	var parts Parts
	if err := parts.Set("train=0.8,dev=10%,test=1/10"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(parts[1].Name, parts.Sizes(12))
	// Output: dev [10 1 1]
}

// TestSizes: each size is its quota rounded down or up, those that are rounded up have the
// largest remainders, and if the shares come to 1 nothing is left.
func TestSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		whole := int64(1 + rng.IntN(30))
		n, left := rng.Int64N(200), whole
		var texts []string
		var shares []*big.Rat
		for left > 0 && rng.IntN(4) > 0 {
			k := 1 + rng.Int64N(left)
			left -= k
			texts = append(texts, fmt.Sprintf("%d=%d/%d", len(texts), k, whole))
			shares = append(shares, big.NewRat(k, whole))
		}
		if len(texts) == 0 {
			continue
		}
		var parts Parts
		if err := parts.Set(strings.Join(texts, ",")); err != nil {
			t.Fatal(err)
		}
		sizes, sum := parts.Sizes(n), int64(0)
		most, least := big.NewRat(-1, 1), big.NewRat(1, 1) // remainders of parts rounded down, and up
		for i, size := range sizes {
			sum += size
			quota := new(big.Rat).Mul(shares[i], big.NewRat(n, 1))
			over := new(big.Rat).Sub(big.NewRat(size, 1), quota)
			if over.Cmp(big.NewRat(1, 1)) >= 0 || over.Cmp(big.NewRat(-1, 1)) <= 0 {
				t.Fatalf("%v of %d: %v", texts, n, sizes)
			}
			if over.Sign() > 0 {
				up := new(big.Rat).Sub(big.NewRat(1, 1), over)
				if up.Cmp(least) < 0 {
					least = up
				}
			} else if down := over.Neg(over); down.Cmp(most) > 0 {
				most = down
			}
		}
		if most.Cmp(least) > 0 || left == 0 && sum != n || sum > n {
			t.Fatalf("%v of %d: %v", texts, n, sizes)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "a part is missing",
		"a=0.5,":                             "a part is missing beside a comma",
		"a":                                  `"a" is not NAME=SHARE`,
		"a=x":                                "is not a share",
		"a=-1":                               "is not a share",
		"a=1/0":                              "is not a share",
		"a=0.5,a=0.5":                        `two parts "a"`,
		"a=0.6,b=0.5":                        "come to 1.1, more than 1",
		"a=80,b=20":                          "% stands for hundredths",
		"a=1,b=1/" + strings.Repeat("9", 40): "the shares come to 1, more than 1",
	} {
		if err := new(Parts).Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}
