package audit

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"
)

// This file has statistics of a deal, and their exact laws under a fair shuffle.

// A statistic is a number from a deal, with its law.
type statistic struct {
	name  string
	plain string // in words
	of    func(v *view) int
	law   []float64 // of the values from 0
	bin   []int32   // of a value
	laws  []float64 // of the bins
}

// A view is an undone deal, for the statistics.
type view struct {
	items         []int32 // of the deal
	deal, inverse []int32 // or, of a part, the order of its items among themselves
	choices       []int32 // of the backward form
	inversions    int
	falls         int // descents of the inverse
}

// newStatistics returns the statistics of a deal of k items or, where the deal is a
// part, of the order of its items among themselves, which is as uniform; if brief, those
// that take least time.
func newStatistics(k int, full, brief bool) []*statistic {
	if k < 2 {
		return nil
	}
	var all []*statistic
	add := func(name, plain string, law []float64, of func(v *view) int) {
		all = append(all, newStatistic(name, plain, law, leastBin, of))
	}
	if !brief {
		parity := func(v *view) int { return v.inversions & 1 }
		if full && mostInversions < k && k <= mostDescents { // then inversions are not counted
			parity = func(v *view) int { return (k - cycles(k, v.choices)) & 1 }
		}
		add("parity", "the number of swaps that would sort a deal is even more often than odd, or less often", []float64{0.5, 0.5}, parity)
	}
	if full {
		add("fixed points", "too many or too few items stay in place", fixedPointLaw(k),
			func(v *view) int { return fixedPoints(v.deal) })
	}
	if full && k <= mostDescents && !brief {
		add("cycles", "there are too many or too few chains of items in each other's places", cycleLaw(k),
			func(v *view) int { return cycles(len(v.deal), v.choices) })
	}
	if k == 2 {
		return all
	}
	if k <= mostDescents {
		law := descentLaw(k)
		add("descents", "too many or too few items are followed by a lower one", law,
			func(v *view) int { return descents(v.deal) })
		add("inverse descents", "too many or too few items come after the next higher one", law,
			func(v *view) int { return v.falls })
	}
	if brief {
		return all
	}
	if k <= mostInversions {
		least := leastBin
		if k > 16 {
			least = 1. / 64 // many values of a smooth law
		}
		all = append(all, newStatistic("inversions", "too many or too few pairs of items are in reverse order", inversionLaw(k), least,
			func(v *view) int { return v.inversions }))
	}
	if k <= mostRising {
		add("longest rise", "the longest ascending series of items, with others between them, is too long or too short", risingLaw(k),
			func(v *view) int { return rising(v.deal) })
	}
	return all
}

// A pattern computes the relative order of the items in a part of a deal.
type pattern struct {
	undo                *undoer
	sorted              []int64 // item and place
	deal, inverse, left []int32
}

func newPattern(k int) *pattern {
	return &pattern{newUndoer(k), make([]int64, k), make([]int32, k), make([]int32, k), make([]int32, k)}
}

// of replaces the deal of v.
func (p *pattern) of(v *view) {
	for i, x := range v.deal {
		p.sorted[i] = int64(x)<<32 | int64(i)
	}
	slices.Sort(p.sorted)
	for rank, s := range p.sorted {
		place := int32(s) // the low half
		p.deal[place], p.inverse[rank] = int32(rank), place
	}
	p.undo.lehmer(p.deal, p.left)
	for _, c := range p.left {
		v.inversions += int(c)
	}
	v.deal, v.inverse = p.deal, p.inverse
}

// leastBin is the least probability of a bin. The values beyond share one, so that
// no outcome is so rare that a single deal decides.
const leastBin = 1e-5

// newStatistic puts neighbours into bins that are likely enough.
func newStatistic(name, plain string, law []float64, least float64, of func(v *view) int) *statistic {
	s := &statistic{name: name, plain: plain, of: of, law: law, bin: make([]int32, len(law))}
	rest := 1.0
	bin := 0.0
	for v, p := range law {
		s.bin[v] = int32(len(s.laws))
		bin += p
		rest -= p
		if bin >= least && rest >= least {
			s.laws = append(s.laws, bin)
			bin = 0
		}
	}
	s.laws = append(s.laws, bin)
	return s
}

// The most items for which the laws are computed: the time is a second at most.
const (
	mostDescents   = 2048
	mostInversions = 512
	mostRising     = 60 // 966,467 partitions
)

// fixedPointLaw: k of n items are fixed and the others deranged with probability
// (1/k!)·Σ (−1)^j/j! for j = 0, …, n−k (Montmort 1713).
func fixedPointLaw(n int) []float64 {
	law := make([]float64, n+1)
	factorial := 1.0
	sum := make([]float64, n+1) // of (−1)^j/j!
	for j := range sum {
		if j > 0 {
			factorial *= float64(j)
			sum[j] = sum[j-1]
		}
		if j%2 == 0 {
			sum[j] += 1 / factorial
		} else {
			sum[j] -= 1 / factorial
		}
	}
	factorial = 1
	for k := range law {
		if k > 0 {
			factorial *= float64(k)
		}
		law[k] = sum[n-k] / factorial
	}
	if n > 0 {
		law[n-1] = 0 // exactly
	}
	return law
}

// cycleLaw: of the choices of the inside-out shuffle, the one among k starts a new
// cycle with probability 1/k, so the number of cycles has the generating function
// Π (x + k − 1)/k (the Stirling numbers of the first kind).
func cycleLaw(n int) []float64 {
	law := make([]float64, n+1)
	law[0] = 1
	for k := 1; k <= n; k++ {
		for c := k; c >= 0; c-- {
			law[c] *= float64(k-1) / float64(k)
			if c > 0 {
				law[c] += law[c-1] / float64(k)
			}
		}
	}
	return law
}

// descentLaw: item n−1 put into an order of n−1 items with d descents leaves d of
// them at d+1 of the n places (in a descent, or at the end), and makes d+1 at the
// others (Euler).
func descentLaw(n int) []float64 {
	law := make([]float64, max(n, 1))
	law[0] = 1
	for m := 2; m <= n; m++ {
		for d := m - 1; d >= 0; d-- {
			law[d] *= float64(d+1) / float64(m)
			if d > 0 {
				law[d] += law[d-1] * float64(m-d) / float64(m)
			}
		}
	}
	return law
}

// inversionLaw: the number of inversions is the sum of independent uniform choices
// among k = 1, …, n (Rodrigues 1839).
func inversionLaw(n int) []float64 {
	law := []float64{1}
	for k := 2; k <= n; k++ {
		next := make([]float64, len(law)+k-1)
		sum := 0.0
		for v := range next {
			if v < len(law) {
				sum += law[v]
			}
			if v >= k {
				sum -= law[v-k]
			}
			next[v] = math.Max(sum, 0) / float64(k)
		}
		law = next
	}
	return law
}

// risingLaw is the law of the length of the longest increasing subsequence. The
// correspondence of Robinson, Schensted and Knuth takes orders to pairs of standard
// tableaux of one shape, whose first row has that length (Schensted 1961). So of n!
// orders, f² belong to a shape with f tableaux, and with l(i) = row i + rows − i
//
//	f = n!·Π (l(i) − l(j)) / Π l(i)!,  i < j,
//
// (Frobenius 1900; it is the hook length formula, in a form that can be built up
// row by row).
func risingLaw(n int) []float64 {
	if law, ok := risingLaws.Load(n); ok {
		return law.([]float64)
	}
	law := makeRisingLaw(n)
	risingLaws.Store(n, law)
	return law
}

// risingLaws keeps what takes longest: 30 ms for 52 items, a tenth of a second for
// 60.
var risingLaws sync.Map // int to []float64

func makeRisingLaw(n int) []float64 {
	law := make([]float64, n+1)
	logFactorial := make([]float64, 2*n+1)
	for i := 1; i < len(logFactorial); i++ {
		logFactorial[i] = logFactorial[i-1] + math.Log(float64(i))
	}
	logs := make([]float64, 2*n+1)
	for i := 1; i < len(logs); i++ {
		logs[i] = math.Log(float64(i))
	}
	// Shapes are built from the last row, which is the shortest, to the first:
	// then l does not change when rows are added.
	l := make([]int, 0, n)
	var add func(row, left int, f float64)
	add = func(row, left int, f float64) {
		at := row + len(l)
		f -= logFactorial[at]
		for _, below := range l {
			f += logs[at-below]
		}
		if left == row {
			law[row] += math.Exp(2*f + logFactorial[n])
			return
		}
		l = append(l, at)
		left -= row
		for next := row; 2*next <= left; next++ { // else no row fits above it
			add(next, left, f)
		}
		add(left, left, f)
		l = l[:len(l)-1]
	}
	for row := 1; 2*row <= n; row++ {
		add(row, n, 0)
	}
	add(n, n, 0)
	return law
}

// rising returns the length of the longest increasing subsequence of a deal of at
// most 64 items, by patience: tails has the least last item of the subsequences of
// each length. They ascend with the length, so the set of them tells it all.
func rising(deal []int32) int {
	tails := uint64(0)
	for _, x := range deal {
		bit := uint64(1) << (x & 63)
		above := tails &^ (bit - 1)
		tails ^= above & -above // x is a lesser last item, or the first of its length
		tails |= bit
	}
	return bits.OnesCount64(tails)
}

func descents(deal []int32) int {
	d := 0
	for i := 1; i < len(deal); i++ {
		if deal[i] < deal[i-1] {
			d++
		}
	}
	return d
}

func fixedPoints(deal []int32) int {
	f := 0
	for i, x := range deal {
		if int32(i) == x {
			f++
		}
	}
	return f
}

// cycles counts the cycles, by the choices of the backward form: the choice among k
// is k−1 once in each cycle but that of item 0, which is the one left at the end.
func cycles(n int, choices []int32) int {
	c := 1
	for k := n; k > 1; k-- {
		if choices[n-k] == int32(k-1) {
			c++
		}
	}
	return c
}

// deckItems is the number of items that may be cards: 13 to a suit, suit after suit.
const deckItems = 52

// newClasses returns the statistics of suits and ranks in deals of k cards: how many
// neighbours share them, or how many pairs if the deal is a hand.
func newClasses(k int) []*statistic {
	var all []*statistic
	for _, c := range []struct {
		name    string
		classes int
		of      func(x int32) int32
	}{
		{"suit", 4, func(x int32) int32 { return x / 13 }},
		{"rank", 13, func(x int32) int32 { return x % 13 }},
	} {
		if k == deckItems {
			all = append(all, newStatistic(c.name+"s of neighbours", "neighbours have the same "+c.name+" too often or too seldom",
				neighbourLaw(c.classes, deckItems/c.classes), leastBin, func(v *view) int {
					same := 0
					for i := 1; i < k; i++ {
						if c.of(v.items[i]) == c.of(v.items[i-1]) {
							same++
						}
					}
					return same
				}))
		} else if k > 1 {
			all = append(all, newStatistic(c.name+"s of hands", "two of a hand have the same "+c.name+" too often or too seldom",
				handLaw(k, c.classes, deckItems/c.classes), leastBin, func(v *view) int {
					same := 0
					var count [13]int
					for _, x := range v.items {
						same += count[c.of(x)]
						count[c.of(x)]++
					}
					return same
				}))
		}
	}
	return all
}

// neighbourLaw is the law of the number of neighbours that share a class, of so many
// classes of that many items. To join i neighbours leaves m = n−i blocks; a class of s
// items makes j blocks in C(s−1, j−1) ways, so with x^j/j! for its j blocks there are
// m!·[x^m] (Σ C(s−1, j−1)·x^j/j!)^classes ways in all. Each order with more than i such
// neighbours is among them several times, which inclusion and exclusion mends.
func neighbourLaw(classes, size int) []float64 {
	n := classes * size
	factorial := make([]*big.Int, n+1)
	for i := range factorial {
		factorial[i] = new(big.Int).MulRange(1, int64(i))
	}
	product := []*big.Int{big.NewInt(1)} // times size! for each class
	for range classes {
		next := make([]*big.Int, len(product)+size)
		for i := range next {
			next[i] = new(big.Int)
		}
		for j := 1; j <= size; j++ {
			ways := new(big.Int).Binomial(int64(size-1), int64(j-1))
			ways.Mul(ways, new(big.Int).Div(factorial[size], factorial[j]))
			for i, p := range product {
				next[i+j].Add(next[i+j], new(big.Int).Mul(p, ways))
			}
		}
		product = next
	}
	law := make([]float64, n-classes+1)
	for same := range law {
		sum, term := new(big.Int), new(big.Int)
		for i := same; i < len(law); i++ {
			term.Binomial(int64(i), int64(same)).Mul(term, product[n-i]).Mul(term, factorial[n-i])
			if (i-same)%2 == 0 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
		}
		law[same], _ = new(big.Rat).SetFrac(sum, factorial[n]).Float64()
	}
	return law
}

// handLaw is the law of the number of pairs that share a class, in hands of k items.
func handLaw(k, classes, size int) []float64 {
	most := k * (k - 1) / 2
	ways := make([][]float64, k+1) // by items and pairs
	for i := range ways {
		ways[i] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for range classes {
		for items := k; items >= 0; items-- {
			for pairs := most; pairs >= 0; pairs-- {
				sum := 0.0
				for j, choose := 0, 1.0; j <= min(size, items) && j*(j-1)/2 <= pairs; j++ {
					sum += choose * ways[items-j][pairs-j*(j-1)/2]
					choose *= float64(size-j) / float64(j+1)
				}
				ways[items][pairs] = sum
			}
		}
	}
	total := 0.0
	for _, w := range ways[k] {
		total += w
	}
	law := make([]float64, 0, most+1)
	for pairs, w := range ways[k] {
		law = append(law, w/total)
		if w > 0 {
			most = pairs
		}
	}
	return law[:most+1]
}
