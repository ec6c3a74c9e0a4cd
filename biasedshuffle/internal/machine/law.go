package machine

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
)

// A Table is what a slice ends up as.
type Table struct {
	Rows   map[string]*big.Rat
	has    map[string][]int64
	Bad    bool     // on some path it has what is no item
	opaque bool     // that is because what it has is not known
	weight *big.Rat // of the paths that have it
	gone   bool     // on some path one of its items is nowhere
	Mixed  bool     // on some path the items of one slice are in another order than they were there
	First  []int64  // what it has where nothing touches it, if it is from outside
	whole  *Table   // the same, with slices in it as items, if those keep what they have
}

func newTable() *Table {
	return &Table{Rows: map[string]*big.Rat{}, has: map[string][]int64{}, weight: new(big.Rat)}
}

// note adds what a path ends with.
func (t *Table) note(row []int64, weight *big.Rat) {
	key := fmt.Sprint(row)
	if t.Rows[key] == nil {
		t.Rows[key] = new(big.Rat)
		t.has[key] = row
	}
	t.Rows[key].Add(t.Rows[key], weight)
}

// complete adds the paths on which nothing touches the slice.
func (t *Table) complete(cut *big.Rat) {
	rest := new(big.Rat).Sub(big.NewRat(1, 1), t.weight)
	if rest.Sub(rest, cut); t.First != nil && rest.Sign() > 0 {
		t.weight.Add(t.weight, rest)
		t.note(t.First, rest)
		if t.whole != nil {
			t.whole.note(t.First, rest)
		}
	}
}

// Empty reports whether there is nothing on any path.
func (t *Table) Empty() bool { return !t.Bad && len(t.Rows) == 1 && t.Rows["[]"] != nil }

// A Law is the law of a slice that a loop brings into random order.
type Law struct {
	N       int // items that move
	All     int // items
	Still   []int
	Kept    []int64 // what the places hold that never change
	Rows    [][]int64
	weights []*big.Rat
	Cut     *big.Rat
	Lost    *big.Rat // probability that items are lost
	Twice   *big.Rat // probability that an item is there twice
	Sample  *sample  // or as many of them are drawn each time
	gone    bool     // from everywhere
	Silent  bool     // its numbers are not those of the program
	Rounds  bool     // they are those of each of several rounds
}

// Law returns the law of the table, and whether it is one of orders of the same
// items, of which there are at least two.
func (t *Table) Law(cut *big.Rat, sums bool) (*Law, bool) {
	if t.Bad || len(t.Rows) < 2 || new(big.Rat).Add(t.weight, cut).Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	keys := slices.Sorted(maps.Keys(t.Rows))
	l := &Law{Cut: cut, Lost: new(big.Rat), Twice: new(big.Rat), gone: t.gone, All: len(t.has[keys[0]])}
	var items []int64
	for _, k := range keys {
		row := t.has[k]
		if len(row) != l.All {
			return nil, false
		}
		sorted := slices.Sorted(slices.Values(row))
		cleared, twice := sums && slices.Contains(row, 0), repeats(sorted)
		if twice {
			l.Twice.Add(l.Twice, t.Rows[k])
		}
		if cleared || twice || items != nil && !slices.Equal(items, sorted) {
			l.Lost.Add(l.Lost, t.Rows[k])
		} else {
			items = sorted
		}
	}
	if l.Lost.Sign() > 0 {
		l.Sample = t.sample()
		return l, true
	}
	var moving []int
	for i := range l.All {
		if slices.ContainsFunc(keys, func(k string) bool { return t.has[k][i] != t.has[keys[0]][i] }) {
			moving = append(moving, i)
		} else {
			l.Still = append(l.Still, i)
			l.Kept = append(l.Kept, t.has[keys[0]][i])
		}
	}
	if l.N = len(moving); l.N > 8 {
		return nil, false
	}
	for _, k := range keys {
		var row []int64
		for _, i := range moving {
			row = append(row, t.has[k][i])
		}
		l.Rows = append(l.Rows, row)
		l.weights = append(l.weights, t.Rows[k])
	}
	return l, true
}

// repeats reports whether sorted items have one twice.
func repeats(sorted []int64) bool { return len(slices.Compact(slices.Clone(sorted))) != len(sorted) }

// Numbers returns the end of a message, with the numbers if they are those of the program.
func (l *Law) Numbers() string { return l.numbers(l.String()) }

func (l *Law) numbers(text string) string {
	switch {
	case l.Silent:
		return ""
	case l.Rounds:
		return ": in a round " + text
	}
	return ": " + text
}

// Losses is numbers for the probability that items are lost.
func (l *Law) Losses() string {
	return l.numbers(fmt.Sprintf("for %d items with %s", l.All, l.Lost.RatString()))
}

// FromOne reports whether the law is one of n items after a first place that is not used.
func (l *Law) FromOne(n int) bool { return l.N == n && l.All == n+1 && l.Still[0] == 0 }

// Fair reports whether all orders of the items that move are equally likely, as far
// as the law is known.
func (l *Law) Fair() bool {
	orders := code.Falling(l.N, l.N)
	even := big.NewRat(1, orders)
	for _, w := range l.weights {
		if w.Cmp(even) > 0 || new(big.Rat).Add(w, l.Cut).Cmp(even) < 0 {
			return false
		}
	}
	return int64(len(l.Rows)) == orders || l.Cut.Cmp(even) >= 0
}

// Items returns all items in the order in which they stood before.
func (l *Law) Items() []int64 { return slices.Sorted(slices.Values(slices.Concat(l.Rows[0], l.Kept))) }

// Cycles reports whether the law is that of Sattolo's algorithm: each order that
// comes out is a single cycle, equally likely.
func (l *Law) Cycles() bool {
	if len(l.Still) > 0 || int64(len(l.Rows)) != code.Falling(l.N-1, l.N-1) {
		return false
	}
	identity := l.Items()
	for i, row := range l.Rows {
		at, steps := slices.Index(row, identity[0]), 1
		for at > 0 {
			at = slices.Index(row, identity[at])
			steps++
		}
		if at < 0 || steps != l.N || l.weights[i].Cmp(l.weights[0]) != 0 {
			return false
		}
	}
	return true
}

// Deals reports whether the law is that of a deal of k of the items, to the first
// places or to the last: each choice and order of k is equally likely there.
func (l *Law) Deals(k int) bool {
	if k < 1 || k > l.N-2 || len(l.Still) > 0 || l.Cut.Sign() > 0 {
		return false
	}
	even := big.NewRat(1, code.Falling(l.N, k))
	return slices.ContainsFunc([]int{0, l.N - k}, func(from int) bool {
		dealt := newTable()
		for i, row := range l.Rows {
			dealt.note(row[from:from+k], l.weights[i])
		}
		for _, w := range dealt.Rows {
			if w.Cmp(even) != 0 {
				return false
			}
		}
		return true
	})
}

// String tells the law in numbers: how many orders can come out, and how likely
// they are.
func (l *Law) String() string {
	orders := int(code.Falling(l.All, l.All))
	if l.Cut.Sign() > 0 {
		return fmt.Sprintf("for %d items not all orders are equally likely", l.All)
	}
	if len(l.Rows) < orders {
		return fmt.Sprintf("for %d items only %d of the %d orders can come out", l.All, len(l.Rows), orders)
	}
	return fmt.Sprintf("for %d items %s", l.All, l.shares())
}

// shares returns how many orders have each probability, the likeliest first.
func (l *Law) shares() string {
	common := big.NewInt(1)
	for _, w := range l.weights {
		common.Div(new(big.Int).Mul(common, w.Denom()), new(big.Int).GCD(nil, nil, common, w.Denom()))
	}
	counts := make(map[int64]int64) // by the numerator
	for _, w := range l.weights {
		counts[new(big.Int).Div(new(big.Int).Mul(w.Num(), common), w.Denom()).Int64()]++
	}
	parts := slices.Sorted(maps.Keys(counts))
	least, most := parts[0], parts[len(parts)-1]
	if len(parts) == 2 {
		return fmt.Sprintf("%s with %d/%d, %d with %d/%[3]d", code.Come(counts[most], "order"), most, common,
			counts[least], least)
	}
	return fmt.Sprintf("orders come with %d/%[2]d to %d/%[2]d", least, common, most)
}

// A sample is how likely each item is among those that are drawn without replacement.
type sample struct {
	size  int
	items []int64
	in    map[int64]*big.Rat
}

// sample returns the law of the table if it is one of samples, or nil.
func (t *Table) sample() *sample {
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
			s.in[item].Add(s.in[item], t.Rows[k])
		}
	}
	s.items = slices.Sorted(maps.Keys(s.in))
	return s
}

// Within reports whether the sample is one of n items, which are made one after the other.
func (s *sample) Within(n int) bool {
	return s != nil && s.size < n && s.items[len(s.items)-1]>>n < s.items[0]
}

// Even reports whether each of n items is equally likely.
func (s *sample) Even(n int) bool {
	return len(s.items) == n && !slices.ContainsFunc(s.items, func(item int64) bool {
		return s.in[item].Cmp(s.in[s.items[0]]) != 0
	})
}

// Of returns the chances of n items.
func (s *sample) Of(n int) string {
	var shares []string
	for _, item := range s.items {
		shares = append(shares, s.in[item].RatString())
	}
	text := fmt.Sprintf("with %d drawn, items come with %s", s.size, strings.Join(shares, ", "))
	if never := n - len(s.items); never > 0 {
		text += fmt.Sprintf(", and %d never", never)
	}
	return text
}
