package yates

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// This file proves shuffles by enumeration: it follows every path of the random
// choices and adds up the exact probability of each outcome.
//
// Functions that take words, not choices, are given words that make choices: of
// the words from which below(n) returns c, all of them neighbours, the least and
// the greatest. A list of bounds says which n each word is for. If a function
// drew with another bound than the list says, the least and the greatest word of
// some choice would lead to different outcomes (words that are neighbours give
// neighbouring choices), unless they stand for one choice of the other bound,
// too; so a wrong list is found out, and cannot hide a bias. A word for several
// choices at once has the product of their bounds.

// A pick returns one of the integers in [0, n); see lawOf.
type pick func(n uint64) uint64

// A law is the probability of each outcome.
type law map[string]*big.Rat

// refused is the outcome of a path that asks for a word after its last bound, as
// it does after a rejection.
const refused = "refused"

// lawOf returns the law of the outcomes of f, which must be a function of what
// pick returns. It calls f once for each path.
func lawOf(f func(pick) string) law {
	l := law{}
	var choices, limits []uint64
	for {
		depth := 0
		paths := big.NewInt(1) // this path has the probability 1/paths
		outcome := f(func(n uint64) uint64 {
			if depth == len(choices) {
				choices, limits = append(choices, 0), append(limits, n)
			}
			paths.Mul(paths, new(big.Int).SetUint64(n))
			depth++
			return choices[depth-1]
		})
		p := new(big.Rat).SetFrac(big.NewInt(1), paths)
		if q := l[outcome]; q != nil {
			p.Add(p, q)
		}
		l[outcome] = p
		for len(choices) > 0 && choices[len(choices)-1]+1 == limits[len(choices)-1] {
			choices = choices[:len(choices)-1]
		}
		if len(choices) == 0 {
			return l
		}
		limits = limits[:len(choices)]
		choices[len(choices)-1]++
	}
}

// lawOfWords returns the law of the outcomes of f, whose words are for choices
// below the given bounds.
func lawOfWords(t testing.TB, bounds func(choices []uint64) uint64, f func(src rand.Source) string) law {
	t.Helper()
	return lawOf(func(pick pick) string {
		var choices, greatest []uint64
		outcome := orRefused(f, func() uint64 {
			n := bounds(choices)
			if n == 0 {
				panic(refused)
			}
			c := pick(n)
			low, high := words(n, c)
			choices, greatest = append(choices, c), append(greatest, high)
			return low
		})
		used := 0
		again := orRefused(f, func() uint64 {
			if used == len(greatest) {
				panic(refused)
			}
			used++
			return greatest[used-1]
		})
		if again != outcome || used != len(greatest) {
			t.Errorf("the words for choices %v are not of these bounds: %s and, after %d of them, %s", choices, outcome,
				used, again)
		}
		return outcome
	})
}

type sourceFunc func() uint64

func (f sourceFunc) Uint64() uint64 { return f() }

func orRefused(f func(src rand.Source) string, word sourceFunc) (outcome string) {
	defer func() {
		if e := recover(); e == refused {
			outcome = refused
		} else if e != nil {
			panic(e)
		}
	}()
	return f(word)
}

// words returns the least and the greatest word from which below(n) returns c.
// They are w with c·2⁶⁴ <= w·n < (c+1)·2⁶⁴, save one that below may reject.
func words(n, c uint64) (least, greatest uint64) {
	if n == 1 {
		return 0, 1<<64 - 1
	}
	ceil := func(c uint64) uint64 { // of c·2⁶⁴/n, modulo 2⁶⁴
		q, rest := bits.Div64(c%n, 0, n)
		if rest > 0 {
			q++
		}
		return q
	}
	least, greatest = ceil(c), ceil(c+1)-1
	if least*n < -n%n {
		least++
	}
	return least, greatest
}

// inTurn returns the bounds of choices that do not depend on each other.
func inTurn(bounds ...uint64) func([]uint64) uint64 {
	return func(choices []uint64) uint64 {
		if len(choices) == len(bounds) {
			return 0
		}
		return bounds[len(choices)]
	}
}

// asIn returns the bounds that a slow twin picks with.
func asIn(twin func(pick) string) func([]uint64) uint64 {
	return func(choices []uint64) (bound uint64) {
		defer func() {
			if e := recover(); e != nil && e != refused {
				panic(e)
			}
		}()
		k := 0
		twin(func(n uint64) uint64 {
			if k == len(choices) {
				bound = n
				panic(refused)
			}
			k++
			return choices[k-1]
		})
		return 0
	}
}

// falling returns n, n−1, …, last.
func falling(n, last int) []uint64 {
	var bounds []uint64
	for ; n >= last; n-- {
		bounds = append(bounds, uint64(n))
	}
	return bounds
}

// rising returns first, first+1, …, n.
func rising(first, n int) []uint64 {
	bounds := falling(n, first)
	slices.Reverse(bounds)
	return bounds
}

// uniform returns an error unless the outcomes, besides refused, are the wanted
// ones, all with the same probability.
func (l law) uniform(want []string) error {
	if len(want) == 0 {
		return fmt.Errorf("no outcome is wanted")
	}
	p := l[want[0]]
	for _, outcome := range want {
		switch q := l[outcome]; {
		case q == nil:
			return fmt.Errorf("%s never comes out", outcome)
		case q.Cmp(p) != 0:
			return fmt.Errorf("%s has probability %v, and %s %v", want[0], p, outcome, q)
		}
	}
	outcomes := len(want)
	if l[refused] != nil {
		outcomes++
	}
	if len(l) != outcomes {
		return fmt.Errorf("%d outcomes, want %d", len(l), outcomes)
	}
	return nil
}

// is returns an error unless l is the law that is wanted.
func (l law) is(want law) error {
	for outcome, p := range want {
		if q := l[outcome]; q == nil || q.Cmp(p) != 0 {
			return fmt.Errorf("%s has probability %v, want %v", outcome, q, p)
		}
	}
	if len(l) != len(want) {
		return fmt.Errorf("%d outcomes, want %d", len(l), len(want))
	}
	return nil
}

// orders returns all ways to draw k of the integers in [0, n), in order, for
// which ok returns true; nil is always true.
func orders(n, k int, ok func(s []int) bool) []string {
	var all []string
	var extend func(s []int)
	extend = func(s []int) {
		if len(s) == k {
			if ok == nil || ok(s) {
				all = append(all, fmt.Sprint(s))
			}
			return
		}
		for x := range n {
			if !slices.Contains(s, x) {
				extend(append(s, x))
			}
		}
	}
	extend(make([]int, 0, k))
	return all
}

func isDerangement(p []int) bool {
	for i, x := range p {
		if i == x {
			return false
		}
	}
	return true
}

func isCycle(p []int) bool {
	length := 1
	for i := p[0]; i != 0; i = p[i] {
		length++
	}
	return length == len(p)
}

const exactMax = 7

// TestExact enumerates every path of each function. TestExactShuffleRejects has twins with
// bugs, which the same check rejects.
func TestExact(t *testing.T) {
	type test struct {
		name     string
		from     int // least n
		outcomes func(n int) []string
		bounds   func(n int) []uint64
		f        func(n int, src rand.Source) any
	}
	tests := []test{{
		name:     "Cycle",
		from:     1,
		outcomes: func(n int) []string { return orders(n, n, isCycle) },
		bounds:   func(n int) []uint64 { return falling(n-1, 2) },
		f:        func(n int, src rand.Source) any { s := upTo(n); Cycle(s, src); return s },
	}, {
		name:     "Derangement",
		from:     2,
		outcomes: func(n int) []string { return orders(n, n, isDerangement) },
		bounds:   func(n int) []uint64 { return falling(n, 2) },
		f:        func(n int, src rand.Source) any { s := upTo(n); Derangement(s, src); return s },
	}, {
		name:     "Shuffled",
		outcomes: func(n int) []string { return orders(n, n, nil) },
		bounds:   func(n int) []uint64 { return rising(2, n) },
		f:        func(n int, src rand.Source) any { return Shuffled(slices.Values(upTo(n)), src) },
	}, {
		name:     "FisherYates",
		outcomes: func(n int) []string { return orders(n, n, nil) },
		bounds:   func(n int) []uint64 { return falling(n, 2) },
		f:        func(n int, src rand.Source) any { s := upTo(n); FisherYates(s, below(src)); return s },
	}, {
		name:     "NewPermutation",
		outcomes: func(n int) []string { return orders(n, n, nil) },
		bounds:   func(n int) []uint64 { return rising(2, n) },
		f:        func(n int, src rand.Source) any { return slices.Collect(NewPermutation(int64(n), src).All()) },
	}}
	for k := range exactMax + 1 {
		outcomes := func(n int) []string { return orders(n, min(n, k), nil) }
		tests = append(tests, test{
			name:     fmt.Sprintf("SampleIndices %d", k),
			from:     k,
			outcomes: outcomes,
			bounds:   func(n int) []uint64 { return falling(n, max(2, n-k+1)) },
			f:        func(n int, src rand.Source) any { return SampleIndices(n, k, src) },
		}, test{
			name:     fmt.Sprintf("Reservoir %d", k),
			outcomes: outcomes,
			bounds: func(n int) []uint64 {
				if k == 0 {
					return nil
				}
				return rising(2, n)
			},
			f: func(n int, src rand.Source) any { return Reservoir(slices.Values(upTo(n)), k, src) },
		})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for n := test.from; n <= exactMax; n++ {
				l := lawOfWords(t, inTurn(test.bounds(n)...), func(src rand.Source) string {
					return fmt.Sprint(test.f(n, src))
				})
				if err := l.uniform(test.outcomes(n)); err != nil {
					t.Errorf("n = %d: %v", n, err)
				}
			}
		})
	}
}

// below returns uniform integers in [0, k), for any k.
func below(src rand.Source) func(k int) int {
	r := open(src)
	return func(k int) int { return int(r.below(uint64(k))) }
}

// A new try of Derangement starts from what the last one left. It must have the
// law of the first, whatever was left.
func TestExactDerangementTries(t *testing.T) {
	const n = 4
	for first := range uint64(n) { // second choices that refuse the first try early
		for second := range uint64(n - 1) {
			given := []uint64{first, second}
			if first == 0 {
				given = given[:1] // element 0 stays: refused at once
			} else if first == 1 || second != 0 {
				continue // element 1 does not come to place 1
			}
			bounds := append(falling(n, n-len(given)+1), falling(n, 2)...)
			l := lawOfWords(t, inTurn(bounds...), func(src rand.Source) string {
				k := 0
				s := upTo(n)
				Derangement(s, sourceFunc(func() uint64 {
					w := src.Uint64()
					if k < len(given) {
						w, _ = words(bounds[k], given[k])
					}
					k++
					return w
				}))
				return fmt.Sprint(s)
			})
			if err := l.uniform(orders(n, n, isDerangement)); err != nil {
				t.Errorf("after the choices %v: %v", given, err)
			}
		}
	}
}

// The enumerator must notice bounds that the function does not draw with, even
// if the words that it gives happen to lead to a uniform law.
func TestExactNoticesWrongBounds(t *testing.T) {
	naive := func(src rand.Source) string {
		r := open(src)
		s := upTo(3)
		for i := range s {
			j := r.below(3)
			s[i], s[j] = s[j], s[i]
		}
		return fmt.Sprint(s)
	}
	for _, bounds := range [][]uint64{{3, 2, 1}, {3, 3}, {3, 3, 2}, {1, 3, 3}} {
		probe := &errorsOnly{TB: t}
		l := lawOfWords(probe, inTurn(bounds...), naive)
		if !probe.failed && l[refused] == nil {
			t.Errorf("bounds %v pass for 3, 3, 3", bounds)
		}
	}
}

// errorsOnly notes errors instead of reporting them.
type errorsOnly struct {
	testing.TB
	failed bool
}

func (e *errorsOnly) Helper()               {}
func (e *errorsOnly) Errorf(string, ...any) { e.failed = true }

// none must have exactly the probability of its comment, and first, where it is
// ok, the law of the skip.
func TestExactSkip(t *testing.T) {
	// noneTwin is none for those who pick.
	noneTwin := func(t, m, k uint64, pick pick) bool {
		for j := uint64(0); ; j++ {
			if pick((j+1)*(t+m-j)) >= (m-j)*(k-j) {
				return j%2 == 0
			}
		}
	}
	none := func(t, m, k uint64) *big.Rat {
		p := big.NewRat(1, 1)
		for i := range m {
			p.Mul(p, big.NewRat(int64(t+i+1-k), int64(t+i+1)))
		}
		return p
	}
	for k := uint64(1); k <= 4; k++ {
		for seen := k; seen <= 4*k && seen <= 12; seen++ {
			m := seen / k
			for m := range m + 1 {
				l := lawOfWords(t, asIn(func(pick pick) string { return fmt.Sprint(noneTwin(seen, m, k, pick)) }),
					func(src rand.Source) string {
						r := source{other: src}
						return fmt.Sprint(r.none(seen, m, k))
					})
				if got, want := l["true"], none(seen, m, k); got == nil || got.Cmp(want) != 0 {
					t.Errorf("none(%d, %d, %d) with probability %v, want %v", seen, m, k, got, want)
				}
			}
			firstTwin := func(pick pick) string {
				s := pick(m)
				ok := pick(seen+s+1) <= seen && noneTwin(seen, s, k, pick)
				if !ok {
					return refused
				}
				return fmt.Sprint(s)
			}
			l := lawOfWords(t, asIn(firstTwin), func(src rand.Source) string {
				r := source{other: src}
				s, ok := r.first(seen, m, k)
				if !ok {
					return refused
				}
				return fmt.Sprint(s)
			})
			ratio := new(big.Rat)
			for s := range m {
				want := none(seen, s, k)
				want.Mul(want, big.NewRat(int64(k), int64(seen+s+1)))
				got := l[fmt.Sprint(s)]
				if s == 0 {
					ratio.Quo(got, want)
				} else if want.Mul(want, ratio).Cmp(got) != 0 {
					t.Errorf("first(%d, %d, %d) = %d with probability %v, want %v", seen, m, k, s, got, want)
				}
			}
			if least := big.NewRat(1, 5); l[refused] != nil && least.Add(least, l[refused]).Cmp(big.NewRat(1, 1)) > 0 {
				t.Errorf("first(%d, %d, %d) is refused with probability %v", seen, m, k, l[refused])
			}
		}
	}
}

// Each result of below must come from equally many words: ⌊2⁶⁴/n⌋ neighbours. The
// word before them is another result's or, where one more than that many would
// give it, rejected, and the next word decides.
func TestBelow(t *testing.T) {
	below := func(n uint64, words ...uint64) (result uint64, used int) {
		r := source{other: sourceFunc(func() uint64 { used++; return words[used-1] })}
		return r.below(n), used
	}
	rejections := 0
	for _, n := range []uint64{2, 3, 5, 6, 7, 52, 1000, 1 << 32, 1<<32 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1} {
		each := new(big.Int).Lsh(big.NewInt(1), 64)
		each.Div(each, new(big.Int).SetUint64(n))
		for _, c := range []uint64{0, 1, 2, n / 3, n / 2, n - 2, n - 1} {
			if c >= n {
				continue
			}
			least, greatest := words(n, c)
			if greatest-least+1 != each.Uint64() {
				t.Errorf("below(%d) = %d for %d words, want %v", n, c, greatest-least+1, each)
			}
			for _, w := range []uint64{least, least + (greatest-least)/2, greatest} {
				if got, used := below(n, w); got != c || used != 1 {
					t.Errorf("below(%d) = %d after %d words of which the first is %#x, want %d after 1", n, got, used,
						w, c)
				}
			}
			other, _ := words(n, n-1-c)
			if hi, lo := bits.Mul64(least-1, n); least > 0 && hi == c && lo < n {
				rejections++
				if got, used := below(n, least-1, other); got != n-1-c || used != 2 {
					t.Errorf("below(%d) = %d after %d words of which the first is %#x, want it rejected", n, got, used,
						least-1)
				}
			}
		}
	}
	if rejections < 10 {
		t.Errorf("only %d words were on the wrong side of the threshold", rejections)
	}
}

// Where the weights are small integers with a power of two for their sum, the
// second word of a draw is an integer below the sum.
func TestExactWeightedChoice(t *testing.T) {
	for _, weights := range [][]float64{{1, 3}, {1, 1}, {1, 1, 2}, {1, 2, 5}, {4, 3, 1, 0}, {0, 3, 5, 0, 8},
		{1, 2, 3, 4, 5, 6, 7, 4}, {30, 1, 0, 0, 0, 0, 1}} {
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		want := law{}
		for i, w := range weights {
			if w > 0 {
				want[fmt.Sprint(i)] = big.NewRat(int64(w), int64(sum))
			}
		}
		for _, unit := range []float64{1, 1e-100, math.SmallestNonzeroFloat64, math.Ldexp(1, 1010)} {
			scaled := slices.Clone(weights)
			for i := range scaled {
				scaled[i] *= unit
			}
			a := NewWeightedChoice(scaled)
			l := lawOfWords(t, inTurn(uint64(len(weights)), uint64(sum)), func(src rand.Source) string {
				return fmt.Sprint(a.Draw(src))
			})
			if err := l.is(want); err != nil {
				t.Errorf("weights %v · %g: %v", weights, unit, err)
			}
		}
	}
}

// In all columns together, each index has n times its weight.
func TestAliasTable(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	wide := make([]float64, 200)
	for i := range wide {
		wide[i] = math.Float64frombits(r.Uint64() >> 1 % (0x7ff << 52)) // any that is finite
	}
	for _, weights := range [][]float64{
		{1, 1, 1}, {0.1, 0.2, 0.3}, harmonic(1000), wide,
		{math.SmallestNonzeroFloat64, math.MaxFloat64, 0, math.MaxFloat64, 1},
	} {
		parts := make([]*big.Rat, len(weights)) // of a column
		for i := range parts {
			parts[i] = new(big.Rat)
		}
		borders, aliases, height := aliasTable(weights)
		for i := range weights {
			border := new(big.Rat).SetFrac(&borders[i], height)
			rest := new(big.Rat).Sub(big.NewRat(1, 1), border)
			if border.Sign() < 0 || rest.Sign() < 0 {
				t.Fatalf("column %d has a border at %v", i, border)
			}
			parts[i].Add(parts[i], border)
			parts[aliases[i]].Add(parts[aliases[i]], rest)
		}
		sum := new(big.Rat)
		for _, w := range weights {
			sum.Add(sum, new(big.Rat).SetFloat64(w))
		}
		for i, w := range weights {
			want := new(big.Rat).SetFloat64(w)
			want.Quo(want.Mul(want, big.NewRat(int64(len(weights)), 1)), sum)
			if parts[i].Cmp(want) != 0 {
				t.Fatalf("index %d of weight %v has %v columns, want %v", i, w, parts[i], want)
			}
		}
	}
}

// A height that begins as the border does is settled by further words.
func TestAliasBorder(t *testing.T) {
	for _, weights := range [][]float64{harmonic(7), {1, 2, 4}, {1, 3, 4}, {0, 1, 2}, {1, 1, 1},
		{5e-324, 1e308, 1e308}} {
		given := slices.Clone(weights)
		a := NewWeightedChoice(given)
		clear(given) // it has a copy
		borders, aliases, height := aliasTable(weights)
		n := uint64(len(weights))
		for i := range n {
			draw := func(heights ...uint64) (result, used int) {
				result = a.Draw(sourceFunc(func() uint64 {
					used++
					if used == 1 {
						column, _ := words(n, i)
						return column
					}
					return heights[used-2]
				}))
				return result, used - 1
			}
			rest := new(big.Int).Set(&borders[i])
			var same []uint64 // the first words of the border
			for range 4 {
				q, _ := new(big.Int).QuoRem(rest.Lsh(rest, 64), height, rest)
				if q.BitLen() > 64 {
					break // the border is the top
				}
				w := q.Uint64()
				heights := func(last uint64) []uint64 { return append(slices.Clone(same), last) }
				if w > 0 {
					if got, used := draw(heights(w - 1)...); got != int(i) || used != len(same)+1 {
						t.Errorf("weights %v: %d from %d words just below border %d", weights, got, used, i)
					}
				}
				if got, used := draw(heights(w + 1)...); w < math.MaxUint64 &&
					(got != aliases[i] || used != len(same)+1) {
					t.Errorf("weights %v: %d from %d words just above border %d", weights, got, used, i)
				}
				same = heights(w)
				if rest.Sign() == 0 {
					if got, used := draw(same...); got != aliases[i] || used != len(same) {
						t.Errorf("weights %v: %d from %d words at border %d", weights, got, used, i)
					}
					break
				}
			}
		}
	}
}
