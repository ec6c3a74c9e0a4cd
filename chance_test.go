package yates

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The laws that are too large to enumerate are sampled, with fixed seeds. The
// probability that a test fails for a correct function and a fresh seed is at
// most alpha.
const alpha = 1e-9

// A sampled law counts outcomes, whose probabilities are known.
type sampled struct {
	p      []float64
	counts []int
}

func newSampled(p []float64) *sampled { return &sampled{p, make([]int, len(p))} }

// check returns an error if a count out of trials is too far from its
// probability. By Chernoff's bound a count of c or more, and one of c or less, on
// the same side of the mean, has a probability of at most exp(−trials·D), where D
// is the divergence of c/trials from p; there are two sides to each of the counts.
func (s *sampled) check(trials int) error {
	limit := math.Log(2 * float64(len(s.p)) / alpha)
	for i, p := range s.p {
		q := float64(s.counts[i]) / float64(trials)
		d := 0.0
		if q > 0 {
			d += q * math.Log(q/p)
		}
		if q < 1 {
			d += (1 - q) * math.Log((1-q)/(1-p))
		}
		if float64(trials)*d > limit {
			return fmt.Errorf("outcome %d came %d times of %d, which is far from probability %v", i, s.counts[i],
				trials, p)
		}
	}
	return nil
}

func equally(n int) []float64 { return slices.Repeat([]float64{1 / float64(n)}, n) }

// rejects reports an error unless err is one.
func rejects(t *testing.T, err error, bug string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error for a twin with a bug: %s", bug)
	}
}

func TestChanceReservoir(t *testing.T) {
	const n, k, trials = 500, 3, 30_000 // skips begin after 48 items
	included := func(reservoir func(iter.Seq[int], int, rand.Source) []int) error {
		var places [k]*sampled
		for p := range places {
			places[p] = newSampled(equally(n))
		}
		src := rand.NewPCG(3, 2)
		for range trials {
			for p, i := range reservoir(ints(n), k, src) {
				places[p].counts[i]++
			}
		}
		for p := range places {
			if err := places[p].check(trials); err != nil {
				return fmt.Errorf("place %d: %w", p, err)
			}
		}
		return nil
	}
	if err := included(Reservoir[int]); err != nil {
		t.Error(err)
	}
	rejects(t, included(func(seq iter.Seq[int], k int, src rand.Source) []int {
		r := open(src)
		var kept []int
		t, next := 0, 0
		for x := range seq {
			if t < k {
				kept = append(kept, x)
			} else if t >= next {
				kept[r.below(uint64(k))] = x
				next = t + 1 + int(r.skip(oneByOne*uint64(k), uint64(k)))
			}
			t++
		}
		return kept
	}), "the skips do not grow with the stream")
}

// orderChances returns the probability of each ordered draw of k by weight, by
// the definition, and the draws in the same order.
func orderChances(weights []float64, k int) (p []float64, draws [][]int) {
	var extend func(s []int, chance float64)
	extend = func(s []int, chance float64) {
		if len(s) == k {
			p, draws = append(p, chance), append(draws, slices.Clone(s))
			return
		}
		sum := 0.0
		for i, w := range weights {
			if !slices.Contains(s, i) {
				sum += w
			}
		}
		for i, w := range weights {
			if !slices.Contains(s, i) && w > 0 {
				extend(append(s, i), chance*w/sum)
			}
		}
	}
	extend(nil, 1)
	return p, draws
}

// decimal returns s as the digits of one integer.
func decimal(s []int) int {
	d := 0
	for _, x := range s {
		d = 10*d + x
	}
	return d
}

func TestChanceWeighted(t *testing.T) {
	const trials = 60_000
	tiny, huge := math.SmallestNonzeroFloat64, math.MaxFloat64
	for _, test := range []struct {
		weights []float64
		k       int
	}{
		{[]float64{1, 2, 3, 4}, 4},
		{[]float64{6, 0, 1, 5, 2, 4, 3}, 2},
		{[]float64{0.001, 1, 1000}, 3},
		{[]float64{0.3, 0.2, 0.25, 0.1, 0.15}, 1},
	} {
		p, draws := orderChances(test.weights, test.k)
		index := map[int]int{}
		for i, d := range draws {
			index[decimal(d)] = i
		}
		for _, scale := range []float64{1, huge / 2000, 1e-305} {
			weights := slices.Clone(test.weights)
			for i := range weights {
				weights[i] *= scale
			}
			law, src := newSampled(p), rand.NewPCG(3, 3)
			for range trials {
				i, ok := index[decimal(WeightedSample(weights, test.k, src))]
				if !ok {
					t.Fatalf("%v, k = %d: an impossible draw", weights, test.k)
				}
				law.counts[i]++
			}
			if err := law.check(trials); err != nil {
				t.Errorf("%v, k = %d: %v", weights, test.k, err)
			}
		}
	}
	src := rand.NewPCG(3, 4)
	counts := newSampled(equally(3))
	for range trials {
		s := WeightedSample([]float64{tiny, huge, tiny, 0, tiny}, 2, src)
		if s[0] != 1 {
			t.Fatalf("weight %g comes before %g", tiny, huge)
		}
		counts.counts[s[1]/2]++
	}
	if err := counts.check(trials); err != nil {
		t.Errorf("equal weights of %g: %v", tiny, err)
	}
}

// The short way of ring must only ever refuse what comes too late.
func TestWeightedLate(t *testing.T) {
	src := rand.NewPCG(3, 5)
	rng := rand.New(src)
	refusals := 0
	for range 100_000 {
		weight := math.Ldexp(1+rng.Float64(), rng.IntN(8)-4)
		limit := newRate(math.Ldexp(1+rng.Float64(), rng.IntN(20)-10)).ring(rng.Uint64N(3), rng.Uint64()>>rng.IntN(64),
			rng.Uint64())
		if late := newRate(weight).late(&limit); late < math.MaxUint64 {
			if at := newRate(weight).ring(0, late, 0); at.before(&limit) {
				t.Fatalf("weight %v: %#x is not late, the limit is %v", weight, late, limit)
			}
		}
		before := *src
		full, _ := (&source{pcg: src}).ring(newRate(weight), nil)
		replay := before
		short, ok := (&source{pcg: &replay}).ring(newRate(weight), &limit)
		switch {
		case ok && short != full:
			t.Fatalf("weight %v: %v with a limit, %v without", weight, short, full)
		case !ok && full.before(&limit):
			t.Fatalf("weight %v: refused, but %v is before the limit %v", weight, full, limit)
		case !ok:
			refusals++
		}
		// the floating-point value of the time
		at := math.Ldexp(float64(full.hi), full.exp+64)
		if !(at > 0 && at < 64/weight) {
			t.Fatalf("weight %v rings at %v", weight, at)
		}
	}
	if refusals < 1000 {
		t.Errorf("only %d refusals", refusals)
	}
}

func TestChancePermutation(t *testing.T) {
	const cells, trials = 64, 20_000
	cell := func(x, n int64) int { return min(cells-1, int(float64(x)/float64(n)*cells)) }
	for _, n := range []int64{maxTable + 1, 1_000_003, math.MaxInt64} {
		one := func(at func(p *Permutation, i int64) int64) error {
			src := rand.NewPCG(3, 6)
			first, last, apart := newSampled(equally(cells)), newSampled(equally(cells)), newSampled(equally(cells))
			for range trials {
				p := NewPermutation(n, src)
				x, y, z := at(p, 0), at(p, int64(p.net.B)), at(p, n-1)
				first.counts[cell(x, n)]++
				last.counts[cell(z, n)]++
				d := x - y // never 0, which is one in n
				if d < 0 {
					d += n
				}
				apart.counts[cell(d, n)]++
			}
			return errors.Join(first.check(trials), last.check(trials), apart.check(trials))
		}
		if err := one((*Permutation).At); err != nil {
			t.Errorf("n = %d: %v", n, err)
		}
		rejects(t, one(func(p *Permutation, i int64) int64 {
			left, right := uint64(i)/p.net.B, uint64(i)%p.net.B
			left = (left + p.net.Keys[0].Below(p.net.A, right)) % p.net.A
			right = (right + p.net.Keys[1].Below(p.net.B, left)) % p.net.B
			return int64(left*p.net.B+right) % p.n
		}), "a Feistel network of two rounds")
	}
}
