package yates

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// An Alias draws indices by weight, with replacement: a draw takes constant time
// however many weights there are. To draw without replacement see
// [WeightedSample].
//
// The probabilities are exactly those of the weights given, as float64 numbers:
// nothing is rounded, at any ratio of the weights.
//
// An Alias does not change once it is made, so goroutines may share it.
type Alias struct {
	weights []float64
	columns []column // one, whose alias is the result, if no other is possible
}

// A column is a share of 1/n. Below its cut, the first 64 binary places of the
// exact border, it belongs to its own index, and above to alias.
type column struct {
	cut   uint64
	alias int
}

// NewAlias returns an Alias for indices of weights: index i is drawn with
// probability weights[i] divided by the sum of all weights. An index of weight 0
// is never drawn. It copies weights.
//
// It panics if a weight is negative, infinite or NaN, or if none is positive. It
// takes O(n) time, some tenths of a microsecond for each weight, and keeps 24
// bytes of memory for each.
func NewAlias(weights []float64) *Alias {
	positive, last := countPositive("NewAlias", weights)
	switch positive {
	case 0:
		panic("yates: NewAlias of no positive weights")
	case 1:
		return &Alias{columns: []column{{alias: last}}}
	}
	a := &Alias{slices.Clone(weights), make([]column, len(weights))}
	borders, aliases, height := aliasTable(weights)
	q, rest := new(big.Int), new(big.Int)
	for i, alias := range aliases {
		a.columns[i].alias = alias
		if alias != i {
			q.QuoRem(q.Lsh(&borders[i], 64), height, rest)
			a.columns[i].cut = q.Uint64()
		}
	}
	return a
}

// Draw returns an index, drawn by weight; draws are independent of each other. It
// takes O(1) time and two words, none if only one weight is positive, and
// allocates nothing.
func (a *Alias) Draw(src rand.Source) int {
	if len(a.columns) == 1 {
		return a.columns[0].alias
	}
	r := open(src)
	defer r.close()
	i := int(r.below(uint64(len(a.columns))))
	x, c := r.uint64(), a.columns[i]
	switch {
	case x < c.cut:
		return i
	case x > c.cut || c.alias == i:
		return c.alias
	}
	return a.decide(i, x, &r)
}

// decide returns what Draw does for the column i and a height whose first word x
// is the cut: it draws words until one is not that of the border. That happens
// once in 2⁶⁴ draws, so it may take long, and the border is computed again.
func (a *Alias) decide(i int, x uint64, r *source) int {
	borders, aliases, height := aliasTable(a.weights)
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

// aliasTable returns n columns of equal height. Column i belongs to index i below
// borders[i], and to aliases[i] from there on. In all, an index has a part of the
// columns proportional to its weight.
//
// It is the method of Walker (1977), with the table of Vose (A linear algorithm for
// generating random numbers with a given distribution, IEEE Transactions on
// Software Engineering 17(9), 1991), in integers. A column that an index does not
// fill is filled up from an index that has more than a column. As long as there is
// the one there is the other, because the indices that are left have as many
// columns in all as they are; without rounding, this needs no further care.
//
// What comes out for a word depends on which index fills up which. So the order is
// frozen: the last that has been found to be short, from the last that has been
// found to have enough.
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
