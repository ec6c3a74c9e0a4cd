package biasedshuffle

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A law is the law of a slice that a loop brings into random order.
type law struct {
	n       int // items that move
	all     int // items
	still   []int
	kept    []string // what the places hold that never change
	rows    [][]string
	weights []*big.Rat
	cut     *big.Rat
	lost    *big.Rat // probability that items are lost
	sample  *sample  // or as many of them are drawn each time
	gone    bool     // from everywhere
	silent  bool     // its numbers are not those of the program
	rounds  bool     // as it goes through several
}

// numbers returns the end of a message, with the numbers if they are those of the program.
func (l *law) numbers() string {
	if l.silent {
		return ""
	}
	return ": " + l.String()
}

// losses is numbers for the probability that items are lost.
func (l *law) losses(chance string) string {
	if l.silent {
		return ""
	}
	return fmt.Sprintf(": for %d items %s is %s", l.all, chance, l.lost.RatString())
}

// fromOne reports whether the law is one of n items after a first place that is not used.
func (l *law) fromOne(n int) bool { return l.n == n && l.all == n+1 && l.still[0] == 0 }

// fair reports whether all orders of the items that move are equally likely, as far
// as the law is known.
func (l *law) fair() bool {
	orders := falling(l.n, l.n)
	even := big.NewRat(1, orders)
	for _, w := range l.weights {
		if w.Cmp(even) > 0 || new(big.Rat).Add(w, l.cut).Cmp(even) < 0 {
			return false
		}
	}
	return int64(len(l.rows)) == orders || l.cut.Cmp(even) >= 0
}

// items returns all items in the order in which they stood before.
func (l *law) items() []string { return sorted(slices.Concat(l.rows[0], l.kept)) }

// cycles reports whether the law is that of Sattolo's algorithm: each order that
// comes out is a single cycle, equally likely.
func (l *law) cycles() bool {
	if len(l.still) > 0 || int64(len(l.rows)) != falling(l.n-1, l.n-1) {
		return false
	}
	identity := sorted(l.rows[0])
	for i, row := range l.rows {
		if l.weights[i].Cmp(l.weights[0]) != 0 {
			return false
		}
		at, steps := 0, 0
		for {
			at = slices.Index(row, identity[at])
			if at < 0 {
				return false
			}
			if steps++; at == 0 {
				break
			}
		}
		if steps != l.n {
			return false
		}
	}
	return true
}

// deals reports whether the law is that of a deal of k of the items, to the first
// places or to the last: each choice and order of k is equally likely there.
func (l *law) deals(k int) bool {
	if k < 1 || k > l.n-2 || len(l.still) > 0 || l.cut.Sign() > 0 {
		return false
	}
	even := big.NewRat(1, falling(l.n, k))
	for _, from := range []int{0, l.n - k} {
		dealt := make(map[string]*big.Rat)
		for i, row := range l.rows {
			key := strings.Join(row[from:from+k], " ")
			if dealt[key] == nil {
				dealt[key] = new(big.Rat)
			}
			dealt[key].Add(dealt[key], l.weights[i])
		}
		uniform := true
		for _, w := range dealt {
			uniform = uniform && w.Cmp(even) == 0
		}
		if uniform {
			return true
		}
	}
	return false
}

// String tells the law in numbers: how many orders can come out, and how likely
// they are.
func (l *law) String() string {
	orders := int(falling(l.all, l.all))
	if l.cut.Sign() > 0 {
		return fmt.Sprintf("for %d items the %d orders are not equally likely", l.all, orders)
	}
	if len(l.rows) < orders {
		return fmt.Sprintf("for %d items only %d of the %d orders can come out", l.all, len(l.rows), orders)
	}
	return fmt.Sprintf("for %d items %s", l.all, l.shares())
}

// shares returns how many orders have each probability, the likeliest first.
func (l *law) shares() string {
	counts := make(map[string]int)
	by := make(map[string]*big.Rat)
	common := big.NewInt(1)
	for _, w := range l.weights {
		counts[w.RatString()]++
		by[w.RatString()] = w
		common.Div(new(big.Int).Mul(common, w.Denom()), new(big.Int).GCD(nil, nil, common, w.Denom()))
	}
	keys := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return by[b].Cmp(by[a]) })
	fraction := func(w *big.Rat) string {
		return fmt.Sprint(new(big.Int).Div(new(big.Int).Mul(w.Num(), common), w.Denom()), "/", common)
	}
	if len(keys) == 2 {
		return fmt.Sprintf("%s with probability %s and %s with %s", orders(counts[keys[0]]), fraction(by[keys[0]]),
			numeral(counts[keys[1]]), fraction(by[keys[1]]))
	}
	return fmt.Sprintf("the orders come with probabilities from %s to %s instead of 1/%d",
		fraction(by[keys[len(keys)-1]]),
		fraction(by[keys[0]]), falling(l.n, l.n))
}

// A sample is how likely each item is among those that are drawn without replacement.
type sample struct {
	size  int
	items []string
	in    map[string]*big.Rat
	never int // items that are not drawn
}

// within reports whether the sample is one of n items, which are made one after the other.
func (s *sample) within(n int) bool {
	if s == nil || s.size >= n {
		return false
	}
	first, _ := strconv.Atoi(s.items[0][1:])
	last, _ := strconv.Atoi(s.items[len(s.items)-1][1:])
	return last>>n < first
}

// even reports whether each of n items is equally likely.
func (s *sample) even(n int) bool {
	if s.never = n - len(s.items); s.never > 0 {
		return false
	}
	for _, item := range s.items {
		if s.in[item].Cmp(s.in[s.items[0]]) != 0 {
			return false
		}
	}
	return true
}

func (s *sample) String() string {
	var shares []string
	for _, item := range s.items {
		shares = append(shares, s.in[item].RatString())
	}
	text := fmt.Sprintf("with %d drawn, the items come with probabilities %s", s.size, strings.Join(shares, ", "))
	if s.never > 0 {
		text += fmt.Sprintf(", and %d never", s.never)
	}
	return text
}
