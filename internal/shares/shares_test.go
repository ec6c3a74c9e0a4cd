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
	if err := parts.Add("train=0.8", "dev=10%", "test=1/10"); err != nil {
		fmt.Println(err)
	}
	sizes, err := parts.Sizes(12)
	fmt.Println(parts.Names(), sizes, err)
	// Output: [train dev test] [10 1 1] <nil>
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
		if err := parts.Add(texts...); err != nil {
			t.Fatal(err)
		}
		sizes, err := parts.Sizes(n)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
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
		"":                                     "a part is missing",
		"a=0.5,":                               "a part is missing beside a comma",
		"a=1/2 b=1/2":                          `"a=1/2 b=1/2" is not NAME=SHARE`,
		"a":                                    `"a" is not NAME=SHARE`,
		"=0.5":                                 `"=0.5" is not NAME=SHARE`,
		"a=x":                                  "is not a share",
		"a=-1":                                 "is not a share",
		"a=1/0":                                "is not a share",
		"a=0." + strings.Repeat("1", 99):       "is not a share",
		"a=0.5,a=0.5":                          `"a" is named twice`,
		"a=0.6,b=0.5":                          "come to 1.1, more than 1",
		"a=rest,b=1/2,c=rest":                  "two parts that take the rest",
		"a=-2":                                 "is not a share",
		"a=9223372036854775808":                "the shares come to 9.22337e+18, more than 1",
		"a=1.0,b=1/" + strings.Repeat("9", 40): "the shares come to 1, more than 1",
	} {
		if err := new(Parts).Add(strings.Split(text, ",")...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

// TestMixed: sizes, shares and the rest go together as long as they fit.
func TestMixed(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int64
		want string
	}{
		{"train=rest,test=1000", 5000, "[4000 1000]"},
		{"train=rest,test=1000", 1000, "[0 1000]"},
		{"train=rest,test=1000", 999, "the parts need 1000, but there are only 999"},
		{"train=0.8,test=20", 100, "[80 20]"},
		{"train=0.8,test=21", 100, "the parts need 101, but there are only 100"},
		{"train=rest,dev=1/3,test=1/3", 10, "[4 3 3]"},
		{"train=1/3,dev=1/3,test=rest", 10, "[4 3 3]"},
		{"train=2/3,dev=2,test=rest", 10, "[7 2 1]"},
		{"a=80,b=20", 100, "[80 20]"},
		{"a=80,b=20", 101, "[80 20]"},
		{"a=80,b=30", 200, "[80 30]"},
		{"a=10%, b=rest ", 1000, "[100 900]"},
		{"a=80,b=10%,c=20", 200, "[80 20 20]"},
		{"a=100", 101, "[100]"},
		{"a=1", 7, "[1]"},
		{"a=1.0,b=0", 7, "[7 0]"},
		{"a=rest,b=1", 7, "[6 1]"},
		{"a=1,b=3", 7, "[1 3]"},
		{"a=100%,b=rest", 7, "[7 0]"},
		{"a=2", 7, "[2]"},
		{"a=0." + strings.Repeat("0", 98), 7, "[0]"},
		{"a=rest", 7, "[7]"},
		{"a=rest", 0, "[0]"},
	} {
		var parts Parts
		if err := parts.Add(strings.Split(c.text, ",")...); err != nil {
			t.Fatal(err)
		}
		sizes, err := parts.Sizes(c.n)
		got := fmt.Sprint(sizes)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s of %d: %s, not %s", c.text, c.n, got, c.want)
		}
	}
}
