package yates

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// WeightedSample returns k different indices of weights in the order of
// successive draws: each draw takes index i with probability weights[i] divided
// by the sum of the weights that are not drawn yet. With k = len(weights) it is a
// weighted shuffle. Only ratios count, and the weights need not sum to 1. An
// index of weight 0 is never drawn. To draw with replacement, see [WeightedChoice].
//
// It panics if a weight is negative, infinite or NaN, or if k is negative or more
// than the number of positive weights. One call can take any finite weights, from
// 5e-324 to 1.8e308: nothing is summed, so nothing overflows and no small weight is
// lost beside a large one.
//
// It takes O(n log k) time and O(k) memory. If k is much less than n, it draws one
// word for most weights, otherwise about 5. It is not quite exact: a result differs
// from an exact one with a probability of less than n²·k·2⁻¹¹⁰, because random times
// have 128 bits.
func WeightedSample(weights []float64, k int, src rand.Source) []int {
	positive, last := countPositive("WeightedSample", weights)
	if k < 0 || k > positive {
		panic(fmt.Sprintf("yates: WeightedSample of %d from %d positive weights", k, positive))
	}
	switch {
	case k == 0:
		return []int{}
	case positive == 1:
		return []int{last}
	}
	l := lottery{source: open(src), k: k, first: make(rings, 0, k)}
	defer l.close()
	indices := make([]int, k) // by slot
	for i, w := range weights {
		if slot, in := l.offer(w); in {
			indices[slot] = i
		}
	}
	sample := make([]int, k)
	for p, a := range l.inOrder() {
		sample[p] = indices[a.slot]
	}
	return sample
}

// WeightedReservoir is [WeightedSample] for a stream of items and their weights: it
// returns k items in the order of successive draws by weight, without replacement. If
// fewer than k have a positive weight, it returns all of these.
//
// It reads seq once, to its end, and holds k items at any time. It panics if k is
// negative, seq is nil, or a weight is negative, infinite or NaN. If k is 0 it does
// not read seq. Time, words and precision are those of WeightedSample.
func WeightedReservoir[E any](seq iter.Seq2[E, float64], k int, src rand.Source) []E {
	if k < 0 {
		panic(fmt.Sprintf("yates: WeightedReservoir of %d items", k))
	}
	if seq == nil {
		panic("yates: WeightedReservoir of a nil iterator")
	}
	if k == 0 {
		return nil
	}
	l := lottery{source: open(src), k: k}
	defer l.close()
	var items []E // by slot
	n := 0
	for x, weight := range seq {
		if !isWeight(weight) {
			panic(fmt.Sprintf("yates: WeightedReservoir: weight %d is %v", n, weight))
		}
		n++
		switch slot, in := l.offer(weight); {
		case !in:
		case slot == len(items):
			items = append(items, x)
		default:
			items[slot] = x
		}
	}
	sample := make([]E, len(items))
	for p, a := range l.inOrder() {
		sample[p] = items[a.slot]
	}
	return sample
}

// countPositive returns the number of positive weights, and the index of the last. It
// panics if a weight is invalid.
func countPositive(name string, weights []float64) (positive, last int) {
	for i, w := range weights {
		if !isWeight(w) {
			panic(fmt.Sprintf("yates: %s: weight %d is %v", name, i, w))
		}
		if w > 0 {
			positive++
			last = i
		}
	}
	return positive, last
}

func isWeight(w float64) bool { return w >= 0 && !math.IsInf(w, 1) } // NaN is not >= 0

// A lottery draws k of the items that it is offered, by weight and without
// replacement. Its user keeps the items, in k slots.
//
// Each item rings after a random time, exponential with mean 1/weight; the first
// k to ring are drawn, in that order. Of exponential times with rates w the first
// is i with probability wᵢ/Σw; and as the others have no memory, they then start
// afresh. (Efraimidis and Spirakis, Weighted random sampling with a reservoir, IPL
// 2006, Algorithm A-Res, whose keys u^(1/w) are e to the power of minus these
// times. Their A-ExpJ draws how much weight to jump over, which takes fewer words;
// but weights that are added up are rounded.)
type lottery struct {
	source
	k     int
	first rings // a heap with the last to ring at its root
}

// offer reports whether an item of the given weight is among the first so far, and
// which slot it takes.
func (l *lottery) offer(weight float64) (slot int, in bool) {
	if weight == 0 {
		return 0, false
	}
	if len(l.first) < l.k {
		a, _ := l.ring(newRate(weight), nil)
		a.slot = len(l.first)
		l.first.push(a)
		return a.slot, true
	}
	last := &l.first[0]
	a, in := l.ring(newRate(weight), last)
	if !in || !a.before(last) {
		return 0, false
	}
	a.slot = last.slot
	*last = a
	l.first.down(0)
	return a.slot, true
}

// inOrder returns the drawn items in the order in which they ring.
func (l *lottery) inOrder() []ring {
	slices.SortFunc(l.first, func(a, b ring) int {
		return cmp.Or(cmp.Compare(a.exp, b.exp), cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo), a.slot-b.slot)
	})
	return l.first
}

// A ring is the time at which the item in a slot rings, (hi·2⁶⁴ + lo)·2^exp, where
// hi is at least 2⁶³.
type ring struct {
	hi, lo    uint64
	exp, slot int
}

func (a *ring) before(b *ring) bool {
	switch {
	case a.exp != b.exp:
		return a.exp < b.exp
	case a.hi != b.hi:
		return a.hi < b.hi
	}
	return a.lo < b.lo
}

// ring returns the time at which an item of the given rate rings, or false,
// after fewer words, if it finds that this is not before the limit.
//
// Von Neumann's exponential variate (1951): let x be a uniform real in [0, 1), and
// draw further uniform reals as long as each is less than the one before. At
// least j are less, in falling order, with probability xʲ/j!; so their number is
// even with probability 1 − x + x²/2 − … = e⁻ˣ. If it is even, the result is x;
// otherwise the result is 1 more than that of a new attempt. Either way it is at
// least x, which settles most items.
//
// Equal words stand for reals that would differ further down, either of which is
// the lesser with probability 1/2.
func (r *source) ring(w rate, limit *ring) (ring, bool) {
	late := uint64(math.MaxUint64)
	if limit != nil {
		late = w.late(limit)
	}
	for whole := uint64(0); ; whole++ {
		x := r.uint64()
		if late < math.MaxUint64 && (x >= late || whole > 0) {
			return ring{}, false
		}
		even := true
		for last := x; ; even = !even {
			u := r.uint64()
			if u > last || u == last && r.uint64()&1 == 0 {
				break
			}
			last = u
		}
		if even {
			return w.ring(whole, x, r.uint64()), true
		}
	}
}

// A rate is a positive weight, m·2^(exp−64), where m is at least 2⁶³.
type rate struct {
	m   uint64
	exp int
}

func newRate(weight float64) rate {
	frac, exp := math.Frexp(weight)              // frac is in [1/2, 1)
	return rate{uint64(frac*(1<<53)) << 11, exp} // exactly
}

// ring returns (whole + hi·2⁻⁶⁴ + lo·2⁻¹²⁸)/w, with a relative error of less than
// 2⁻¹²⁰.
func (w rate) ring(whole, hi, lo uint64) ring {
	exp := -128
	switch {
	case whole > 0:
		shift := bits.Len64(whole)
		hi, lo = whole<<(64-shift)|hi>>shift, hi<<(64-shift)|lo>>shift
		exp += shift
	case hi == 0:
		hi, lo = lo|1, 0 // never 0
		exp -= 64
	}
	if z := bits.LeadingZeros64(hi); z > 0 {
		hi, lo = hi<<z|lo>>(64-z), lo<<z
		exp -= z
	}
	// Half of hi is less than m, as Div64 wants it.
	hi, lo = hi>>1, hi<<63|lo>>1
	hi, rest := bits.Div64(hi, lo, w.m)
	lo, _ = bits.Div64(rest, 0, w.m)
	exp += 1 - w.exp
	if hi>>63 == 0 {
		hi, lo = hi<<1|lo>>63, lo<<1
		exp--
	}
	return ring{hi: hi, lo: lo, exp: exp}
}

// late returns a number such that w.ring(0, hi, lo) is not before the limit if hi
// is at least that number. If there is none, it returns the greatest uint64.
//
// The limit is at most (hi+1)·2^(exp+64); times w this is, in units of 2⁻⁶⁴, at
// most (⌊hi·m/2⁶⁴⌋ + 2)·2^(exp + w.exp + 128).
func (w rate) late(limit *ring) uint64 {
	p, _ := bits.Mul64(limit.hi, w.m)
	p += 2 // no overflow, as m is a multiple of 2¹¹ and p is less
	if shift := limit.exp + w.exp + 128; shift <= 0 {
		return p>>-shift + 1
	}
	return math.MaxUint64
}

// rings is a heap with the last to ring at its root.
type rings []ring

func (h *rings) push(a ring) {
	*h = append(*h, a)
	s := *h
	for i := len(s) - 1; i > 0; {
		up := (i - 1) / 2
		if !s[up].before(&s[i]) {
			return
		}
		s[i], s[up] = s[up], s[i]
		i = up
	}
}

func (h rings) down(i int) {
	for {
		last := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[last].before(&h[child]) {
				last = child
			}
		}
		if last == i {
			return
		}
		h[i], h[last] = h[last], h[i]
		i = last
	}
}

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
