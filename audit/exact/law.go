package exact

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Law is the exact probability of each order that a shuffle gives to n items. It must
// not be modified. It is safe for concurrent use.
type Law struct {
	N     int
	Paths int64 // that were followed; 0 if the law is that of a formula

	// Classes gathers the n! orders by their probability, in ascending order.
	Classes []Class

	// Cut is the probability of all paths that were cut; see [Limits]. If it is
	// not 0, the probability of each order is at least what the law says, and at
	// most that plus Cut.
	Cut *big.Rat

	// Broken is the probability that an item is lost or doubled. BrokenDeal is an
	// example, or nil if there is none.
	Broken     *big.Rat
	BrokenDeal []int

	class []int32 // of the order with a rank
}

// A Class is the orders that have the same probability.
type Class struct {
	Probability *big.Rat // of each of the orders
	Orders      int64    // their number
	First       []int    // the first of them in lexicographic order
}

// LawOf returns the law of a shuffle from a formula for the probability of each order of
// n items, such as Probability in [suspects.Suspect]. It calls the formula once for each
// of the n! permutations of 0, …, n−1, in one goroutine, and takes some seconds for 10
// items.
//
// It fails if n is negative or more than [MaxItems], if a probability is negative, or if
// they do not add up to exactly 1.
func LawOf(n int, probability func(order []int) *big.Rat) (*Law, error) {
	if n < 0 || n > MaxItems {
		return nil, fmt.Errorf("exact: LawOf %d items, outside [0, %d]", n, MaxItems)
	}
	law := &Law{N: n, Cut: new(big.Rat), Broken: new(big.Rat), class: make([]int32, laws.Orders(n))}
	class := make(map[string]int32) // by the fraction
	var key []byte
	for rank := range law.class {
		order := yates.Unrank(n, uint64(rank))
		p := probability(order)
		key = append(p.Num().Append(key[:0], 32), '/')
		key = p.Denom().Append(key, 32)
		c, ok := class[string(key)]
		if !ok {
			if p.Sign() < 0 {
				return nil, fmt.Errorf("exact: order %v has the probability %s", yates.Unrank(n, uint64(rank)),
					p.RatString())
			}
			c = int32(len(law.Classes))
			class[string(key)] = c
			law.Classes = append(law.Classes, Class{Probability: new(big.Rat).Set(p)})
		}
		law.class[rank] = c
	}
	law.settle()
	sum := new(big.Rat)
	for _, c := range law.Classes {
		sum.Add(sum, new(big.Rat).Mul(c.Probability, new(big.Rat).SetInt64(c.Orders)))
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return nil, fmt.Errorf("exact: the probabilities of all orders of %s add up to %s, not 1",
			label.Plural(n, "item"), sum.RatString())
	}
	return law, nil
}

// gather makes the classes from the number of paths to each order, by the
// probability of these paths.
func (l *Law) gather(orders int, counts map[product][]uint64) {
	// Orders are in the same class if their counts agree: classes are split by
	// one row of counts after the other.
	type key struct {
		class int32
		count uint64
	}
	l.class = make([]int32, orders)
	l.Classes = []Class{{Probability: new(big.Rat)}}
	for weight, row := range counts {
		split := make(map[key]int32)
		var classes []Class
		for rank, count := range row {
			k := key{l.class[rank], count}
			c, ok := split[k]
			if !ok {
				c = int32(len(classes))
				split[k] = c
				classes = append(classes,
					Class{Probability: new(big.Rat).Add(l.Classes[k.class].Probability, weight.fraction(count))})
			}
			l.class[rank] = c
		}
		l.Classes = classes
	}

	l.settle()
}

// settle sorts the classes, joins those with the same probability, to which different
// counts may add up, and sets their orders.
func (l *Law) settle() {
	sorted := make([]int32, len(l.Classes))
	for c := range sorted {
		sorted[c] = int32(c)
	}
	slices.SortFunc(sorted, func(a, b int32) int {
		return l.Classes[a].Probability.Cmp(l.Classes[b].Probability)
	})
	number := make([]int32, len(sorted))
	var classes []Class
	for _, c := range sorted {
		p := l.Classes[c].Probability
		if len(classes) == 0 || classes[len(classes)-1].Probability.Cmp(p) != 0 {
			classes = append(classes, Class{Probability: p})
		}
		number[c] = int32(len(classes) - 1)
	}
	for rank := range l.class {
		c := number[l.class[rank]]
		l.class[rank] = c
		if classes[c].Orders == 0 {
			classes[c].First = yates.Unrank(l.N, uint64(rank))
		}
		classes[c].Orders++
	}
	l.Classes = classes
}

// Probability returns the probability of an order: a permutation of 0, …, n−1. It
// panics if it is not one.
func (l *Law) Probability(order []int) *big.Rat {
	if len(order) != l.N {
		panic(fmt.Sprintf("exact: Probability of an order of %s, not %d", label.Plural(len(order), "item"), l.N))
	}
	return new(big.Rat).Set(l.Classes[l.class[yates.Rank(order)]].Probability)
}

// Uniform reports whether all orders have the probability 1/n!. If paths were cut, it
// reports whether all orders are equally likely so far; only the cut paths are unknown
// then, and [Law.Cut] is their probability.
func (l *Law) Uniform() bool {
	return len(l.Classes) == 1 && l.Broken.Sign() == 0
}

// Least returns the least likely orders.
func (l *Law) Least() Class { return l.Classes[0] }

// Most returns the most likely orders.
func (l *Law) Most() Class { return l.Classes[len(l.Classes)-1] }

// TotalVariation returns the distance to a fair shuffle: the greatest difference,
// over all sets of orders, of the probability that the order is in the set. For the
// naive shuffle of three items it is 1/18: together the three orders that come too often
// have 15/27 instead of 1/2, which is 5.6 of 100 deals more. At least this share of the
// deals would have to change to make the shuffle fair. It is not what a bet wins: see
// [Law.Gain].
//
// Broken deals count as orders that a fair shuffle never gives; paths that were
// cut are left out and may add up to [Law.Cut].
func (l *Law) TotalVariation() *big.Rat {
	fair := big.NewRat(1, int64(len(l.class)))
	sum := new(big.Rat).Set(l.Broken)
	for _, c := range l.Classes {
		if d := new(big.Rat).Sub(c.Probability, fair); d.Sign() > 0 {
			sum.Add(sum, d.Mul(d, new(big.Rat).SetInt64(c.Orders)))
		}
	}
	return sum
}

// Gain returns what the best bet on an order wins on average for a stake of 1, if
// it is paid at the odds of a fair shuffle, n!−1 to 1: n! times the greatest
// probability, less the stake. It is 1/9 for the naive shuffle of three items. No bet on
// several orders, or on the places of some items, wins more. It is 0 for a fair shuffle,
// and less than 0 only if deals are broken or paths were cut.
func (l *Law) Gain() *big.Rat {
	gain := new(big.Rat).SetInt64(int64(len(l.class)))
	gain.Mul(gain, l.Most().Probability)
	return gain.Sub(gain, big.NewRat(1, 1))
}

// KullbackLeibler returns the information that one deal gives on average against a
// fair shuffle, in nats: after d deals the odds are about exp(d·KullbackLeibler)
// to 1, so no test can tell a shuffle from a fair one, with odds of a million to
// one, in much fewer than 13.8/KullbackLeibler deals. It is +Inf if deals are
// broken.
func (l *Law) KullbackLeibler() float64 {
	if l.Broken.Sign() > 0 {
		return math.Inf(1)
	}
	// With x = n!·P − 1, whose sum over all orders is −n!·Cut, the sum of P·ln(n!·P)
	// is that of ((1+x)·ln(1+x) − x)/n!, less Cut. All terms are positive, so none
	// cancel, and x is rounded after the subtraction: the smallest bias is right.
	cut, _ := l.Cut.Float64()
	sum := 0.0
	orders := new(big.Rat).SetInt64(int64(len(l.class)))
	for _, c := range l.Classes {
		ratio := new(big.Rat).Mul(c.Probability, orders)
		x, _ := ratio.Sub(ratio, big.NewRat(1, 1)).Float64()
		sum += float64(c.Orders) * divergence(x)
	}
	return math.Max(sum/float64(len(l.class))-cut, 0)
}

// divergence returns (1+x)·ln(1+x) − x, for x ≥ −1.
func divergence(x float64) float64 {
	switch {
	case x == -1:
		return 1
	case math.Abs(x) > 1e-2:
		return (1+x)*math.Log1p(x) - x
	}
	// x²/(1·2) − x³/(2·3) + x⁴/(3·4) − …
	sum, power := 0.0, x
	for k := 1.0; k < 10; k++ {
		power *= x
		sum += power / (k * (k + 1))
		power = -power
	}
	return sum
}

// String returns the law as a table: each probability with the number of its orders and
// one of them (or each order, if there are at most 24), and the expected number in a
// million runs.
func (l *Law) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", label.Plural(l.N, "item"), label.Plural(len(l.class), "order"))
	if l.Paths > 0 {
		fmt.Fprintf(&b, ", %s", label.Plural(l.Paths, "path"))
	}
	b.WriteString("\n")
	row := func(order []int, orders int64, p *big.Rat) {
		f, _ := p.Float64()
		which := fmt.Sprint(order)
		if orders > 1 {
			which = fmt.Sprintf("%d orders, such as %v", orders, order)
		}
		fmt.Fprintf(&b, "%-*s  %s  %s in a million\n", 2*l.N+1, which, p.RatString(), label.Few(1e6*f))
	}
	if len(l.class) <= 24 {
		for rank, c := range l.class {
			row(yates.Unrank(l.N, uint64(rank)), 1, l.Classes[c].Probability)
		}
	} else {
		for _, c := range l.Classes {
			row(c.First, c.Orders, c.Probability)
		}
	}
	if l.Cut.Sign() > 0 {
		f, _ := l.Cut.Float64()
		fmt.Fprintf(&b, "each at most %.3g more, the probability of the paths that were cut\n", f)
	}
	if l.BrokenDeal != nil {
		fmt.Fprintf(&b, "broken with probability %s, such as %v\n", l.Broken.RatString(), l.BrokenDeal)
	}
	return b.String()
}
