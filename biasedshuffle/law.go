package biasedshuffle

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A table is what a slice ends up as.
type table struct {
	rows   map[string]*big.Rat
	has    map[string][]int64
	bad    bool     // on some path it has what is no item
	opaque bool     // that is because what it has is not known
	weight *big.Rat // of the paths that have it
	gone   bool     // on some path one of its items is nowhere
	first  []int64  // what it has where nothing touches it, if it is from outside
	whole  *table   // the same, with slices in it as items, if those keep what they have
}

func newTable() *table {
	return &table{rows: map[string]*big.Rat{}, has: map[string][]int64{}, weight: new(big.Rat)}
}

// note adds what a path ends with.
func (t *table) note(row []int64, weight *big.Rat) {
	key := fmt.Sprint(row)
	if t.rows[key] == nil {
		t.rows[key] = new(big.Rat)
		t.has[key] = row
	}
	t.rows[key].Add(t.rows[key], weight)
}

// complete adds the paths on which nothing touches the slice.
func (t *table) complete(cut *big.Rat) {
	rest := new(big.Rat).Sub(big.NewRat(1, 1), t.weight)
	if rest.Sub(rest, cut); t.first != nil && rest.Sign() > 0 {
		t.weight.Add(t.weight, rest)
		t.note(t.first, rest)
		if t.whole != nil {
			t.whole.note(t.first, rest)
		}
	}
}

// empty reports whether there is nothing on any path.
func (t *table) empty() bool { return !t.bad && len(t.rows) == 1 && t.rows["[]"] != nil }

// A law is the law of a slice that a loop brings into random order.
type law struct {
	n       int // items that move
	all     int // items
	still   []int
	kept    []int64 // what the places hold that never change
	rows    [][]int64
	weights []*big.Rat
	cut     *big.Rat
	lost    *big.Rat // probability that items are lost
	sample  *sample  // or as many of them are drawn each time
	gone    bool     // from everywhere
	silent  bool     // its numbers are not those of the program
	rounds  bool     // they are those of each of several rounds
}

// law returns the law of the table, and whether it is one of orders of the same
// items, of which there are at least two.
func (t *table) law(cut *big.Rat, sums bool) (*law, bool) {
	if t.bad || len(t.rows) < 2 || new(big.Rat).Add(t.weight, cut).Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	keys := slices.Sorted(maps.Keys(t.rows))
	l := &law{cut: cut, lost: new(big.Rat), gone: t.gone, all: len(t.has[keys[0]])}
	var items []int64
	for _, k := range keys {
		row := t.has[k]
		if len(row) != l.all {
			return nil, false
		}
		sorted := slices.Sorted(slices.Values(row))
		cleared := sums && slices.Contains(row, 0)
		if cleared || repeats(sorted) || items != nil && !slices.Equal(items, sorted) {
			l.lost.Add(l.lost, t.rows[k])
		} else {
			items = sorted
		}
	}
	if l.lost.Sign() > 0 {
		l.sample = t.sample()
		return l, true
	}
	var moving []int
	for i := range l.all {
		if slices.ContainsFunc(keys, func(k string) bool { return t.has[k][i] != t.has[keys[0]][i] }) {
			moving = append(moving, i)
		} else {
			l.still = append(l.still, i)
			l.kept = append(l.kept, t.has[keys[0]][i])
		}
	}
	if l.n = len(moving); l.n > 8 {
		return nil, false
	}
	for _, k := range keys {
		var row []int64
		for _, i := range moving {
			row = append(row, t.has[k][i])
		}
		l.rows = append(l.rows, row)
		l.weights = append(l.weights, t.rows[k])
	}
	return l, true
}

// repeats reports whether sorted items have one twice.
func repeats(sorted []int64) bool { return len(slices.Compact(slices.Clone(sorted))) != len(sorted) }

// numbers returns the end of a message, with the numbers if they are those of the program.
func (l *law) numbers() string {
	switch {
	case l.silent:
		return ""
	case l.rounds:
		return ": in a round, " + l.String()
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
func (l *law) items() []int64 { return slices.Sorted(slices.Values(slices.Concat(l.rows[0], l.kept))) }

// cycles reports whether the law is that of Sattolo's algorithm: each order that
// comes out is a single cycle, equally likely.
func (l *law) cycles() bool {
	if len(l.still) > 0 || int64(len(l.rows)) != falling(l.n-1, l.n-1) {
		return false
	}
	identity := l.items()
	for i, row := range l.rows {
		at, steps := slices.Index(row, identity[0]), 1
		for at > 0 {
			at = slices.Index(row, identity[at])
			steps++
		}
		if at < 0 || steps != l.n || l.weights[i].Cmp(l.weights[0]) != 0 {
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
	return slices.ContainsFunc([]int{0, l.n - k}, func(from int) bool {
		dealt := newTable()
		for i, row := range l.rows {
			dealt.note(row[from:from+k], l.weights[i])
		}
		for _, w := range dealt.rows {
			if w.Cmp(even) != 0 {
				return false
			}
		}
		return true
	})
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
	common := big.NewInt(1)
	for _, w := range l.weights {
		common.Div(new(big.Int).Mul(common, w.Denom()), new(big.Int).GCD(nil, nil, common, w.Denom()))
	}
	counts := make(map[int64]int) // by the numerator
	for _, w := range l.weights {
		counts[new(big.Int).Div(new(big.Int).Mul(w.Num(), common), w.Denom()).Int64()]++
	}
	parts := slices.Sorted(maps.Keys(counts))
	least, most := parts[0], parts[len(parts)-1]
	if len(parts) == 2 {
		return fmt.Sprintf("%s with probability %d/%d and %s with %d/%[3]d", orders(counts[most]), most, common,
			numeral(counts[least]), least)
	}
	return fmt.Sprintf("the orders come with probabilities from %d/%[2]d to %d/%[2]d instead of 1/%[4]d", least, common,
		most, falling(l.n, l.n))
}

// A sample is how likely each item is among those that are drawn without replacement.
type sample struct {
	size  int
	items []int64
	in    map[int64]*big.Rat
}

// sample returns the law of the table if it is one of samples, or nil.
func (t *table) sample() *sample {
	s := &sample{in: make(map[int64]*big.Rat)}
	for k, row := range t.has {
		s.size = len(row)
		if row := slices.Sorted(slices.Values(row)); repeats(row) || len(row) == 0 || row[0] < 0 {
			return nil
		}
		for _, item := range row {
			if s.in[item] == nil {
				s.in[item] = new(big.Rat)
			}
			s.in[item].Add(s.in[item], t.rows[k])
		}
	}
	s.items = slices.Sorted(maps.Keys(s.in))
	return s
}

// within reports whether the sample is one of n items, which are made one after the other.
func (s *sample) within(n int) bool {
	return s != nil && s.size < n && s.items[len(s.items)-1]>>n < s.items[0]
}

// even reports whether each of n items is equally likely.
func (s *sample) even(n int) bool {
	return len(s.items) == n && !slices.ContainsFunc(s.items, func(item int64) bool {
		return s.in[item].Cmp(s.in[s.items[0]]) != 0
	})
}

// of returns the chances of n items.
func (s *sample) of(n int) string {
	var shares []string
	for _, item := range s.items {
		shares = append(shares, s.in[item].RatString())
	}
	text := fmt.Sprintf("with %d drawn, the items come with probabilities %s", s.size, strings.Join(shares, ", "))
	if never := n - len(s.items); never > 0 {
		text += fmt.Sprintf(", and %d never", never)
	}
	return text
}
