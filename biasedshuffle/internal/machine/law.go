package machine

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// Chances are how likely it is that a slice ends up as each of some rows, by their texts.
type Chances map[string]*chance

type chance struct {
	row []int64
	of  *big.Rat
}

// add adds a probability to that of a row.
func (c Chances) add(row []int64, more *big.Rat) {
	key := fmt.Sprint(row)
	if c[key] == nil {
		c[key] = &chance{row, new(big.Rat)}
	}
	c[key].of.Add(c[key].of, more)
}

// sorted lists the chances in the order of the rows.
func (c Chances) sorted() []*chance {
	return slices.SortedFunc(maps.Values(c), func(a, b *chance) int { return slices.Compare(a.row, b.row) })
}

// even reports whether there are n rows, equally likely.
func (c Chances) even(n int64) bool {
	all := c.sorted()
	return int64(len(all)) == n && !slices.ContainsFunc(all, func(a *chance) bool { return a.of.Cmp(all[0].of) != 0 })
}

// A Table is what a slice ends up as.
type Table struct {
	Rows   Chances
	Bad    bool     // on some path it has what is no item
	weight *big.Rat // of the paths that have it
	gone   bool     // on some path one of its items is nowhere
	First  []int64  // what it has where nothing touches it, if it is from outside
}

// complete adds the paths on which nothing touches the slice.
func (t *Table) complete(cut *big.Rat) {
	rest := new(big.Rat).Sub(big.NewRat(1, 1), t.weight)
	if rest.Sub(rest, cut); t.First != nil && rest.Sign() > 0 {
		t.weight.Add(t.weight, rest)
		t.Rows.add(t.First, rest)
	}
}

// A Law is the law of a slice that a loop brings into random order.
type Law struct {
	N      int // items that move
	All    int // items
	Still  []int
	Kept   []int64 // what the places hold that never change
	Rows   Chances // of the places that change
	Cut    *big.Rat
	Lost   *big.Rat // probability that items are lost
	Sample *sample  // or as many of them are drawn each time
	gone   bool     // from everywhere
	Silent bool     // its numbers are not those of the program
}

// Law returns the law of the table, and whether it is one of orders of the same items, of which there are at least two.
func (t *Table) Law(cut *big.Rat, sums bool) (*Law, bool) {
	if t.Bad || len(t.Rows) < 2 || new(big.Rat).Add(t.weight, cut).Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	rows := t.Rows.sorted()
	first := rows[0].row
	l := &Law{Cut: cut, Rows: Chances{}, Lost: new(big.Rat), gone: t.gone, All: len(first)}
	var items []int64
	for _, c := range rows {
		if len(c.row) != l.All {
			return nil, false
		}
		sorted := slices.Sorted(slices.Values(c.row))
		cleared := sums && slices.Contains(sorted, 0)
		if cleared || repeats(sorted) || items != nil && !slices.Equal(items, sorted) {
			l.Lost.Add(l.Lost, c.of)
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
		if slices.ContainsFunc(rows, func(c *chance) bool { return c.row[i] != first[i] }) {
			moving = append(moving, i)
		} else {
			l.Still = append(l.Still, i)
			l.Kept = append(l.Kept, first[i])
		}
	}
	if l.N = len(moving); l.N > 8 {
		return nil, false
	}
	for _, c := range rows {
		var row []int64
		for _, i := range moving {
			row = append(row, c.row[i])
		}
		l.Rows.add(row, c.of)
	}
	return l, true
}

// Come is a number of things that come, such as "1 value comes".
func Come(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing + " comes"
	}
	return fmt.Sprint(n, " ", thing, "s come")
}

// Falling returns n·(n−1)···(n−k+1).
func Falling(n, k int) int64 { return new(big.Int).MulRange(int64(n-k+1), int64(n)).Int64() }

// repeats reports whether sorted items have one twice.
func repeats(sorted []int64) bool { return len(slices.Compact(slices.Clone(sorted))) != len(sorted) }

// Numbers returns the end of a message, with the numbers if they are those of the program: how likely it is that
// items are lost, or how likely the orders are.
func (l *Law) Numbers() string {
	switch {
	case l.Silent:
		return ""
	case l.Lost.Sign() > 0:
		return fmt.Sprintf(": for %d items with %s", l.All, l.Lost.RatString())
	}
	return ": " + l.String()
}

// FromOne reports whether the law is one of n items after a first place that is not used.
func (l *Law) FromOne(n int) bool { return l.N == n && l.All == n+1 && l.Still[0] == 0 }

// Fair reports whether all orders of the items that move are equally likely, as far as the law is known.
func (l *Law) Fair() bool {
	orders := Falling(l.N, l.N)
	even := big.NewRat(1, orders)
	for _, c := range l.Rows {
		if c.of.Cmp(even) > 0 || new(big.Rat).Add(c.of, l.Cut).Cmp(even) < 0 {
			return false
		}
	}
	return int64(len(l.Rows)) == orders || l.Cut.Cmp(even) >= 0
}

// Items returns all items in the order in which they stood before.
func (l *Law) Items() []int64 {
	return slices.Sorted(slices.Values(slices.Concat(l.Rows.sorted()[0].row, l.Kept)))
}

// Cycles reports whether the law is that of Sattolo's algorithm: as many orders as there are single cycles come out,
// equally likely, and in none an item is in its place.
func (l *Law) Cycles() bool {
	items := l.Items()
	for _, c := range l.Rows {
		for i, item := range c.row {
			if len(l.Still) > 0 || item == items[i] {
				return false
			}
		}
	}
	return l.Rows.even(Falling(l.N-1, l.N-1))
}

// Deals reports whether the law is that of a deal of k of the items, to the first
// places or to the last: each choice and order of k is equally likely there.
func (l *Law) Deals(k int) bool {
	if k > l.N-2 || len(l.Still) > 0 || l.Cut.Sign() > 0 {
		return false
	}
	return slices.ContainsFunc([]int{0, l.N - k}, func(from int) bool {
		dealt := Chances{}
		for _, c := range l.Rows {
			dealt.add(c.row[from:from+k], c.of)
		}
		return dealt.even(Falling(l.N, k))
	})
}

// String tells the law in numbers: how many orders can come out, and how likely they are.
func (l *Law) String() string {
	orders := int(Falling(l.All, l.All))
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
	for _, c := range l.Rows {
		common.Div(new(big.Int).Mul(common, c.of.Denom()), new(big.Int).GCD(nil, nil, common, c.of.Denom()))
	}
	counts := make(map[int64]int64) // by the numerator
	for _, c := range l.Rows {
		counts[new(big.Int).Div(new(big.Int).Mul(c.of.Num(), common), c.of.Denom()).Int64()]++
	}
	parts := slices.Sorted(maps.Keys(counts))
	least, most := parts[0], parts[len(parts)-1]
	if len(parts) == 2 {
		return fmt.Sprintf("%s with %d/%d, %d with %d/%[3]d", Come(counts[most], "order"), most, common,
			counts[least], least)
	}
	return fmt.Sprintf("orders come with %d/%[2]d to %d/%[2]d", least, common, most)
}

// A sample is how likely each item is among those that are drawn without replacement.
type sample struct {
	size int
	of   Chances // of single items
}

// sample returns the law of the table if it is one of samples, or nil.
func (t *Table) sample() *sample {
	s := &sample{of: Chances{}}
	for _, c := range t.Rows {
		s.size = len(c.row)
		if row := slices.Sorted(slices.Values(c.row)); repeats(row) || len(row) == 0 || row[0] < 0 {
			return nil
		}
		for _, item := range c.row {
			s.of.add([]int64{item}, c.of)
		}
	}
	return s
}

// Within reports whether the sample is one of n items, which are made one after the other.
func (s *sample) Within(n int) bool {
	if s == nil || s.size >= n {
		return false
	}
	items := s.of.sorted()
	return items[len(items)-1].row[0]>>n < items[0].row[0]
}

// Even reports whether each of n items is equally likely.
func (s *sample) Even(n int) bool { return s.of.even(int64(n)) }
