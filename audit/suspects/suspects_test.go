package suspects_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/suspects"
)

func TestAll(t *testing.T) {
	names := make(map[string]bool)
	for _, s := range suspects.All() {
		if names[s.Name] {
			t.Errorf("two suspects are called %q", s.Name)
		}
		names[s.Name] = true
		if s.Title == "" || len(s.Story) < 50 || len(s.Sources) == 0 || s.Code == "" || s.Shuffle == nil {
			t.Errorf("%s lacks something: %+v", s.Name, s)
		}
		for _, source := range s.Sources {
			if strings.Contains(source, "http://") {
				t.Errorf("%s: %q", s.Name, source)
			}
		}
		if found, ok := suspects.Find(s.Name); !ok || found.Title != s.Title {
			t.Errorf("Find(%q) = %v, %v", s.Name, found.Name, ok)
		}
		forms := 0
		for _, has := range []bool{s.Choices != nil, s.Steps != nil, s.Ratio != nil} {
			if has {
				forms++
			}
		}
		if forms > 1 {
			t.Errorf("%s has %d laws", s.Name, forms)
		}
		// Every shuffle takes any number of items and, but for the broken one,
		// keeps them all.
		r := rand.New(rand.NewPCG(1, 2))
		for n := range 70 {
			items := make([]int, n)
			s.Deal(items, n, r.IntN)
			sorted := slices.Sorted(slices.Values(items))
			for i, x := range sorted {
				if x != i && !s.Breaks {
					t.Fatalf("%s of %d items lost some: %v", s.Name, n, items)
				}
			}
		}
	}
}

// Find knows more riffles, words and numbers of words than the museum shows.
func TestFind(t *testing.T) {
	for _, name := range []string{"keys-52", "riffle-1", "riffle-6", "riffle-12", "riffle-40", "modulo-1", "modulo-32", "scaled-1",
		"scaled-8", "scaled-24", "modulo-100-values", "scaled-1000-values", "modulo-16777215-values"} {
		if s, ok := suspects.Find(name); !ok || s.Name != name {
			t.Errorf("Find(%q) = %q, %v", name, s.Name, ok)
		}
	}
	for _, name := range []string{"", "fair", "riffle", "riffle-", "riffle-0", "riffle-41", "riffle-07", "riffle-+7",
		"riffle--7", "riffle-7 ", "7",
		"modulo-0", "modulo-33", "scaled-25", "scaled-x", "seed-7", "modulo-64-values", "modulo-0-values", "riffle-7-values", "riffle-99999999999999999999"} {
		if s, ok := suspects.Find(name); ok {
			t.Errorf("Find(%q) = %q", name, s.Name)
		}
	}
}

// The laws are those of the code: every path of n items is followed, and each
// order's probability compared.
func TestLaws(t *testing.T) {
	bits := 20 // 2^bits paths and more can be followed
	if testing.Short() {
		bits = 12
	}
	most := func(s suspects.Suspect) int { // items
		var k int
		for format, items := range map[string]func() int{
			"modulo-%d": func() int { return bits/k + 1 },
			"scaled-%d": func() int { return bits/k + 1 },
			"riffle-%d": func() int { return bits / k },
			"keys-%d":   func() int { return int(float64(bits) / math.Log2(float64(k)+0.5)) },
		} {
			if _, err := fmt.Sscanf(s.Name, format, &k); err == nil && !strings.HasSuffix(s.Name, "-values") {
				return min(items(), 5)
			}
		}
		return 5
	}
	museum := suspects.All()
	for k := range 5 {
		museum = append(museum, suspects.Riffle(k+1), suspects.Keys(k+1), suspects.Scaled(8), suspects.Modulo(k+1), suspects.Scaled(k+1),
			suspects.Remainders(uint64(3*k+5)), suspects.Fractions(uint64(3*k+5)))
	}
	laws := 0
	for _, s := range museum {
		if s.Choices == nil && s.Ratio == nil || s.Breaks {
			continue
		}
		for n := 2; n <= most(s); n++ {
			l, err := exact.Enumerate(n, s.Shuffle, exact.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			laws++
			want := make(map[int]float64)
			if s.Choices != nil {
				byChoices(s, n, want)
			}
			var ratio func(deal []int) float64
			if s.Ratio != nil {
				ratio = s.Ratio(n)
			}
			var probability func(order []int) *big.Rat
			if s.Probability != nil {
				probability = s.Probability(n)
			}
			orders := 1
			for k := 2; k <= n; k++ {
				orders *= k
			}
			for rank := range orders {
				deal := yates.Unrank(n, uint64(rank))
				if probability != nil {
					if p := probability(deal); p.Cmp(l.Probability(deal)) != 0 {
						t.Errorf("%s: %v has probability %v, but by the exact law %v", s.Name, deal,
							l.Probability(deal), p)
					}
				}
				got, _ := l.Probability(deal).Float64()
				if ratio != nil {
					want[rank] = math.Exp(ratio(deal)) / float64(orders)
				}
				if s.Name == "sort-tim" && got > want[rank] {
					continue
				}
				if math.Abs(got-want[rank]) > 1e-12 {
					t.Errorf("%s: %v has probability %v, but by the law %v", s.Name, deal, got, want[rank])
				}
			}
		}
	}
	if laws < 40 && !testing.Short() {
		t.Errorf("compared only %d laws", laws)
	}
}

// byChoices adds up the probability of each order by its rank.
func byChoices(s suspects.Suspect, n int, byRank map[int]float64) {
	laws := make([][]float64, n+1)
	for k := 2; k <= n; k++ {
		laws[k] = s.Choices(n, k, k-1)
	}
	var follow func(items []int, k int, p float64)
	follow = func(items []int, k int, p float64) {
		if k < 2 {
			byRank[int(yates.Rank(items))] += p
			return
		}
		for c, pc := range laws[k] {
			next := slices.Clone(items)
			next[k-1], next[c] = next[c], next[k-1]
			follow(next, k-1, p*pc)
		}
	}
	first := make([]int, n)
	for i := range first {
		first[i] = i
	}
	follow(first, n, 1)
}
