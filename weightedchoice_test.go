package yates

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// vose is the table of aliasTable in floating point. With the bug, what has more
// than a column fills up others and keeps all it had.
func vose(weights []float64, bug bool) (borders []float64, aliases []int, height float64) {
	var short, enough []int
	for _, w := range weights {
		height += w
	}
	for i, w := range weights {
		borders, aliases = append(borders, w*float64(len(weights))), append(aliases, i)
		if borders[i] < height {
			short = append(short, i)
		} else {
			enough = append(enough, i)
		}
	}
	for len(short) > 0 && len(enough) > 0 {
		i, from := short[len(short)-1], enough[len(enough)-1]
		short = short[:len(short)-1]
		aliases[i] = from
		if bug {
			continue
		}
		if borders[from] -= height - borders[i]; borders[from] < height {
			enough = enough[:len(enough)-1]
			short = append(short, from)
		}
	}
	return borders, aliases, height
}

// Where the weights are small integers with a power of two for their sum, the
// second word of a draw is an integer below the sum.
func TestExactWeightedChoice(t *testing.T) {
	for _, test := range []struct {
		weights []float64
		shows   bool // the bug: what fills up another does not suffice for its own column
	}{
		{[]float64{1, 3}, false},
		{[]float64{1, 1}, false},
		{[]float64{1, 1, 2}, false},
		{[]float64{1, 2, 5}, false},
		{[]float64{4, 3, 1, 0}, true},
		{[]float64{0, 3, 5, 0, 8}, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 4}, true},
		{[]float64{30, 1, 0, 0, 0, 0, 1}, false},
	} {
		weights, sum := test.weights, 0.0
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
		for _, bug := range []bool{false, true} {
			borders, aliases, height := vose(weights, bug)
			err := lawOf(func(pick pick) string {
				i := pick(uint64(len(weights)))
				if float64(pick(uint64(height))) >= borders[i] {
					return fmt.Sprint(aliases[i])
				}
				return fmt.Sprint(i)
			}).is(want)
			if (err != nil) != (bug && test.shows) {
				t.Errorf("a twin for weights %v, with a bug: %v: %v", weights, bug, err)
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

func TestChanceAlias(t *testing.T) {
	const trials = 200_000
	for _, weights := range [][]float64{harmonic(50), {0.001, 1, 1000, 500, 0.1}, {0, 0.3, 0.2, 0, 0.25, 0.1, 0.15}} {
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		p := slices.Clone(weights)
		for i := range p {
			p[i] /= sum
		}
		drawn := func(draw func(src rand.Source) int) error {
			law, src := newSampled(p), rand.NewPCG(6, 2)
			for range trials {
				law.counts[draw(src)]++
			}
			return law.check(trials)
		}
		if err := drawn(NewWeightedChoice(weights).Draw); err != nil {
			t.Errorf("weights %v: %v", weights, err)
		}
		borders, aliases, height := vose(weights, true)
		rejects(t, drawn(func(src rand.Source) int {
			rng := rand.New(src)
			i := rng.IntN(len(weights))
			if rng.Float64()*height < borders[i] {
				return i
			}
			return aliases[i]
		}), "what fills up other columns keeps its own")
	}
}

func BenchmarkNewWeightedChoice(b *testing.B) {
	weights := harmonic(1000)
	perElement(b, len(weights), func([]int) { NewWeightedChoice(weights) })
}

func BenchmarkAliasDraw(b *testing.B) {
	a := NewWeightedChoice(harmonic(1000))
	for b.Loop() {
		a.Draw(nil)
	}
}
