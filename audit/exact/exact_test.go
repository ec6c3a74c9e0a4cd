package exact_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

var fisherYates = yates.FisherYates[[]int]

func enumerate(t testing.TB, n int, shuffle func(s []int, intn func(k int) int), limits exact.Limits) *exact.Law {
	t.Helper()
	l, err := exact.Enumerate(n, shuffle, limits)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The naive shuffle of three items, as in the textbooks: three orders have 4/27,
// three have 5/27.
func TestNaive(t *testing.T) {
	l := enumerate(t, 3, museum.Suspect("naive").Shuffle, exact.Limits{})
	if l.Uniform() || l.Paths != 27 || len(l.Classes) != 2 ||
		l.Least().Probability.Cmp(big.NewRat(4, 27)) != 0 || l.Least().Orders != 3 ||
		l.Most().Probability.Cmp(big.NewRat(5, 27)) != 0 || l.Most().Orders != 3 {
		t.Errorf("naive, n = 3: %+v", l)
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {2, 1, 0}} {
		if p := l.Probability(order); p.Cmp(big.NewRat(4, 27)) != 0 {
			t.Errorf("naive: %v has %v, want 4/27", order, p)
		}
	}
	// 3·(5/27 − 1/6) and 3·4/27·ln(24/27) + 3·5/27·ln(30/27)
	if tv := l.TotalVariation(); tv.Cmp(big.NewRat(1, 18)) != 0 {
		t.Errorf("total variation %v, want 1/18", tv)
	}
	if gain := l.Gain(); gain.Cmp(big.NewRat(1, 9)) != 0 {
		t.Errorf("gain %v, want 6·5/27 − 1 = 1/9", gain)
	}
	if kl, want := l.KullbackLeibler(), 12./27*math.Log(24./27)+15./27*math.Log(30./27); math.Abs(kl-want) > 1e-15 {
		t.Errorf("Kullback–Leibler distance %v, want %v", kl, want)
	}
	if text := l.String(); !strings.Contains(text, "[1 0 2]  5/27  185,185 in a million") ||
		!strings.Contains(text, "[0 1 2]  4/27  148,148") {
		t.Errorf("the table is\n%s", text)
	}
}

func TestFair(t *testing.T) {
	for n := range 8 {
		l := enumerate(t, n, fisherYates, exact.Limits{})
		if !l.Uniform() || l.KullbackLeibler() > 1e-12 || l.TotalVariation().Sign() != 0 ||
			l.Least().Orders != l.Paths {
			t.Errorf("Fisher–Yates of %d items: %v", n, l)
		}
	}
}

// The information of small biases does not drown in rounding: with n!·P = 1 ± x it
// is ((1+x)·ln(1+x) + (1−x)·ln(1−x))/2 = x²/2 + x⁴/12 + …
func TestKullbackLeibler(t *testing.T) {
	for x := int64(3); x < 1e18; x *= 7 { // 1/x
		l, err := exact.LawOf(3, func(order []int) *big.Rat {
			sign := int64(1)
			if order[0] < order[1] {
				sign = -1
			}
			p := big.NewRat(sign, x)
			return p.Mul(p.Add(p, big.NewRat(1, 1)), big.NewRat(1, 6))
		})
		if err != nil {
			t.Fatal(err)
		}
		f := 1 / float64(x)
		want := ((1+f)*math.Log1p(f) + (1-f)*math.Log1p(-f)) / 2
		if x > 300 {
			want = f * f / 2 * (1 + f*f/6 + f*f*f*f/15)
		}
		if kl := l.KullbackLeibler(); math.Abs(kl/want-1) > 1e-11 {
			t.Errorf("n!·P = 1 ± 1/%d: %v, want %v", x, kl, want)
		}
	}
	// Half of the orders never come.
	if kl := enumerate(t, 5, museum.Suspect("skip-last").Shuffle,
		exact.Limits{}).KullbackLeibler(); math.Abs(kl-math.Ln2) > 1e-15 {
		t.Errorf("skip-last: %v, want ln 2", kl)
	}
	if text := enumerate(t, 8, museum.Suspect("skip-last").Shuffle, exact.Limits{}).String(); !strings.Contains(text,
		" 49.6 in a million\n") {
		t.Errorf("the table is\n%s", text)
	}
}

// A loop that draws again has no longest path: what is cut bounds what is not
// known, and the interval holds the truth.
func TestCut(t *testing.T) {
	rejecting := func(s []int, intn func(k int) int) {
		fisherYates(s, func(k int) int {
			for {
				if c := intn(4); c < k {
					return c
				}
			}
		})
	}
	const depth = 9
	l := enumerate(t, 3, rejecting, exact.Limits{Depth: depth})
	if l.Cut.Sign() <= 0 || l.Cut.Cmp(big.NewRat(1, 10)) > 0 || !l.Uniform() {
		t.Fatalf("cut at %d: %v", depth, l)
	}
	// All orders have (1 − Cut)/6, which is (1 − Cut)·ln(1 − Cut).
	whole, _ := new(big.Rat).Sub(big.NewRat(1, 1), l.Cut).Float64()
	if kl := l.KullbackLeibler(); math.Abs(kl-math.Max(whole*math.Log(whole), 0)) > 1e-15 ||
		l.Gain().Cmp(new(big.Rat).Neg(l.Cut)) != 0 {
		t.Errorf("cut at %d: distance %v, gain %v", depth, kl, l.Gain())
	}
	low := l.Probability([]int{0, 1, 2})
	if fair := big.NewRat(1, 6); low.Cmp(fair) >= 0 || low.Add(low, l.Cut).Cmp(fair) < 0 {
		t.Errorf("1/6 is not within [%v, +%v]", low, l.Cut)
	}
	total := new(big.Rat).Set(l.Cut)
	for _, c := range l.Classes {
		total.Add(total, new(big.Rat).Mul(c.Probability, new(big.Rat).SetInt64(c.Orders)))
	}
	if total.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("all is %v, want 1", total)
	}
}

func TestBroken(t *testing.T) {
	l := enumerate(t, 3, museum.Suspect("xor-swap").Shuffle, exact.Limits{})
	// Only a path without a self-swap is whole: 2/3 · 1/2.
	if l.Broken.Cmp(big.NewRat(2, 3)) != 0 || l.BrokenDeal == nil || l.Uniform() ||
		!math.IsInf(l.KullbackLeibler(), 1) {
		t.Errorf("XOR swap: %v", l)
	}
}

func TestErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	calls := 0
	for _, c := range []struct {
		name, want string
		n          int
		shuffle    func(s []int, intn func(k int) int)
		limits     exact.Limits
	}{
		{"many items", "outside [0, 10]", 11, fisherYates, exact.Limits{}},
		{"few items", "outside [0, 10]", -1, fisherYates, exact.Limits{}},
		{"paths", "more than 100 paths", 6, fisherYates, exact.Limits{Paths: 100}},
		{"hidden source", "no function of its choices", 8, func(s []int, _ func(k int) int) {
			r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		}, exact.Limits{}},
		{"state in bounds", "no function of its choices", 3, func(s []int, intn func(k int) int) {
			calls++
			intn(2 + calls)
			intn(2)
		}, exact.Limits{}},
		{"state in questions", "asked for 2, and now for none", 3, func(s []int, intn func(k int) int) {
			if calls++; calls%2 == 0 {
				intn(2)
			}
		}, exact.Limits{}},
		{"nothing to choose from", "intn(0)", 3, func(s []int, intn func(k int) int) { intn(0) }, exact.Limits{}},
		{"depth", "2⁻¹²⁸", 3, func(s []int, intn func(k int) int) {
			for intn(2) == 0 {
			}
		}, exact.Limits{}},
	} {
		if calls = 0; c.name == "state in questions" {
			calls = 1
		}
		if l, err := exact.Enumerate(c.n, c.shuffle, c.limits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want %q", c.name, l, err, c.want)
		}
	}
}

// A panic of the shuffle is the caller's own.
func TestPanic(t *testing.T) {
	defer func() {
		if e := recover(); e != "mine" {
			t.Errorf("recovered %v", e)
		}
	}()
	exact.Enumerate(3, func([]int, func(k int) int) { panic("mine") }, exact.Limits{})
}

// A formula's law is that of the paths, order by order.
func TestLawOf(t *testing.T) {
	known := []suspects.Suspect{
		suspects.Modulo(1), suspects.Modulo(2), suspects.Modulo(3), suspects.Scaled(1), suspects.Scaled(2),
		suspects.Scaled(3),
		suspects.Riffle(0), suspects.Riffle(1), suspects.Riffle(2), suspects.Riffle(3), suspects.Keys(2),
	}
	for _, s := range known {
		for n := range 7 {
			got, err := exact.LawOf(n, s.Probability(n))
			if err != nil {
				t.Errorf("%s of %d items: %v", s.Name, n, err)
				continue
			}
			want := enumerate(t, n, s.Shuffle, exact.Limits{})
			if got.N != n || got.Paths != 0 || got.Cut.Sign() != 0 || got.Broken.Sign() != 0 ||
				len(got.Classes) != len(want.Classes) {
				t.Errorf("%s of %d items: %+v, want %+v", s.Name, n, got, want)
				continue
			}
			for c, class := range got.Classes {
				w := want.Classes[c]
				if class.Orders != w.Orders || class.Probability.Cmp(w.Probability) != 0 ||
					!slices.Equal(class.First, w.First) {
					t.Errorf("%s of %d items: class %+v, want %+v", s.Name, n, class, w)
				}
			}
			for rank := range laws.Orders(n) {
				order := yates.Unrank(n, uint64(rank))
				if p, w := got.Probability(order), want.Probability(order); p.Cmp(w) != 0 {
					t.Errorf("%s: %v has %v, want %v", s.Name, order, p, w)
				}
			}
		}
	}
	l, err := exact.LawOf(3, func(order []int) *big.Rat {
		clear(order) // may be used up
		return big.NewRat(1, 6)
	})
	if err != nil || !l.Uniform() || l.TotalVariation().Sign() != 0 {
		t.Errorf("the fair law is %v, %v", l, err)
	}
	if text := l.String(); !strings.HasPrefix(text, "3 items, 6 orders\n[0 1 2]  1/6  166,667 in a million\n") {
		t.Errorf("the table is\n%s", text)
	}
	if l, err = exact.LawOf(1, func([]int) *big.Rat {
		return big.NewRat(1, 1)
	}); err != nil || !strings.HasPrefix(l.String(), "1 item, 1 order\n") {
		t.Errorf("one item: %v, %v", l, err)
	}
}

func TestLawOfErrors(t *testing.T) {
	always := func(a, b int64) func([]int) *big.Rat { return func([]int) *big.Rat { return big.NewRat(a, b) } }
	for _, c := range []struct {
		n           int
		probability func(order []int) *big.Rat
		want        string
	}{
		{-1, always(1, 1), "outside [0, 10]"},
		{11, always(1, 1), "outside [0, 10]"},
		{1, always(1, 2), "all orders of 1 item add up to 1/2, not 1"},
		{3, always(1, 7), "add up to 6/7, not 1"},
		{2, func(order []int) *big.Rat { return big.NewRat(int64(4*order[0]-1), 2) }, "[0 1] has the probability -1/2"},
	} {
		if l, err := exact.LawOf(c.n, c.probability); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, %v, want %q", l, err, c.want)
		}
	}
}
