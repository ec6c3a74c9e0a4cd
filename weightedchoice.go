package yates

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// A WeightedChoice draws indices by weight, with replacement, in constant time: it is
// an alias table. To draw without replacement, see [WeightedSample].
//
// It is exact: the probabilities are the ratios of the weights, as float64
// numbers, without rounding. One WeightedChoice can hold any finite weights, from
// 5e-324 to 1.8e308.
//
// A WeightedChoice is safe for concurrent use. Make one with [NewWeightedChoice].
type WeightedChoice struct {
	weights []float64
	columns []column // a single one if only its alias is possible
}

// A column is one of n equally likely ones. Up to a border it belongs to its own
// index, and from there on to alias. The cut is the first 64 binary places of the
// border as a fraction of the height.
type column struct {
	cut   uint64
	alias int
}

// NewWeightedChoice returns a WeightedChoice that draws index i with probability
// weights[i] divided by the sum of the weights. An index of weight 0 is never drawn. It
// copies weights.
//
// It panics if a weight is negative, infinite or NaN, or if none is positive. It
// takes O(n) time, about half a microsecond for each weight. The result has 24 bytes
// for each weight; NewWeightedChoice needs a few hundred more while it runs.
func NewWeightedChoice(weights []float64) *WeightedChoice {
	positive, last := countPositive("NewWeightedChoice", weights)
	switch positive {
	case 0:
		panic("yates: NewWeightedChoice of no positive weights")
	case 1:
		return &WeightedChoice{columns: []column{{alias: last}}}
	}
	w := &WeightedChoice{slices.Clone(weights), make([]column, len(weights))}
	borders, aliases, height := aliasTable(weights)
	q, rest := new(big.Int), new(big.Int)
	for i, alias := range aliases {
		w.columns[i].alias = alias
		if alias != i {
			q.QuoRem(q.Lsh(&borders[i], 64), height, rest)
			w.columns[i].cut = q.Uint64()
		}
	}
	return w
}

// Draw returns an index drawn by weight, independently of all other draws. It takes
// O(1) time and two words, and allocates nothing. If only one weight is positive it
// draws no randomness.
func (w *WeightedChoice) Draw(src rand.Source) int {
	if len(w.columns) == 1 {
		return w.columns[0].alias
	}
	r := open(src)
	defer r.close()
	i := int(r.below(uint64(len(w.columns))))
	x, c := r.uint64(), w.columns[i]
	switch {
	case x < c.cut:
		return i
	case x > c.cut || c.alias == i:
		return c.alias
	}
	return w.decide(i, x, &r)
}

// decide is Draw for a height in column i whose first word x is the cut. It draws
// words until one differs from the border's. That is needed only once in 2⁶⁴ draws,
// so it may be slow and compute the border again.
func (w *WeightedChoice) decide(i int, x uint64, r *source) int {
	borders, aliases, height := aliasTable(w.weights)
	rest, q := &borders[i], new(big.Int)
	for {
		q.QuoRem(q.Lsh(rest, 64), height, rest)
		switch cut := q.Uint64(); {
		case x < cut:
			return i
		case x > cut || rest.Sign() == 0:
			return aliases[i]
		}
		x = r.uint64()
	}
}

// aliasTable returns n columns of equal height: column i belongs to index i below
// borders[i], and to aliases[i] from there on. Each index has a part of all columns
// that is proportional to its weight.
//
// It is the method of Walker (1977), with the table of Vose (A linear algorithm for
// generating random numbers with a given distribution, IEEE Transactions on
// Software Engineering 17(9), 1991), in integers. Index i begins with n·weights[i],
// so that n indices have n columns on average. One that has less than a column is
// settled by filling up its column from one that has more; those not settled still
// have a column on average, so while one has less, another has more. Rounding would
// break this, but integers are exact.
//
// Which index fills which column decides the result of a word, and so is frozen: the
// one last found to be short is filled from the one last found to have enough.
func aliasTable(weights []float64) (borders []big.Int, aliases []int, height *big.Int) {
	least := math.MaxInt // the weights are multiples of 2^least
	for _, w := range weights {
		if w > 0 {
			_, exp := math.Frexp(w)
			least = min(least, exp-53)
		}
	}
	// For now borders[i] is n times weight i, and height the sum of all weights.
	borders, aliases, height = make([]big.Int, len(weights)), make([]int, len(weights)), new(big.Int)
	n, x := big.NewInt(int64(len(weights))), new(big.Int)
	for i, w := range weights {
		aliases[i] = i
		if w > 0 {
			frac, exp := math.Frexp(w)
			x.SetUint64(uint64(frac * (1 << 53)))
			borders[i].Lsh(x.Mul(x, n), uint(exp-53-least))
		}
		height.Add(height, &borders[i])
	}
	height.Quo(height, n)
	var short, enough []int
	for i := range borders {
		if borders[i].Cmp(height) < 0 {
			short = append(short, i)
		} else {
			enough = append(enough, i)
		}
	}
	gap := new(big.Int)
	for len(short) > 0 {
		i, from := short[len(short)-1], enough[len(enough)-1]
		short = short[:len(short)-1]
		aliases[i] = from
		borders[from].Sub(&borders[from], gap.Sub(height, &borders[i]))
		if borders[from].Cmp(height) < 0 {
			enough = enough[:len(enough)-1]
			short = append(short, from)
		}
	}
	return borders, aliases, height
}
