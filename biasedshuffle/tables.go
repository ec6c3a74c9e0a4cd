package biasedshuffle

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A table is what a slice ends up as.
type table struct {
	rows map[string]*big.Rat
	has  map[string][]string
	bad  bool // on some path it has what is no item

	opaque bool // that is because what it has is not known

	weight *big.Rat // of the paths that have it
	gone   *big.Rat // of the paths on which one of its items is nowhere

	first []string // what it has where nothing touches it, if it is from outside

	whole *table // the same, with slices in it as items, if those keep what they have
}

func newTable() *table {
	return &table{rows: map[string]*big.Rat{}, has: map[string][]string{}, weight: new(big.Rat), gone: new(big.Rat)}
}

// note adds what a path ends with.
func (t *table) note(row []string, weight *big.Rat) {
	key := strings.Join(row, " ")
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
func (t *table) empty() bool {
	return !t.bad && t.weight.Cmp(big.NewRat(1, 1)) == 0 && len(t.rows) == 1 && t.rows[""] != nil
}

// law returns the law of the table, and whether it is one of orders of the same
// items, of which there are at least two.
func (t *table) law(cut *big.Rat, arithmetic bool) (*law, bool) {
	if t.bad || len(t.rows) < 2 || new(big.Rat).Add(t.weight, cut).Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	keys := slices.Sorted(maps.Keys(t.rows))
	l := &law{cut: cut, lost: new(big.Rat), gone: t.gone.Sign() > 0, all: len(t.has[keys[0]])}
	var items []string
	for _, k := range keys {
		row := t.has[k]
		if len(row) != l.all {
			return nil, false
		}
		sorted := slices.Sorted(slices.Values(row))
		cleared := arithmetic && slices.Contains(row, "i0")
		if cleared || len(slices.Compact(slices.Clone(sorted))) != len(row) || items != nil &&
			!slices.Equal(items, sorted) {
			l.lost.Add(l.lost, t.rows[k])
			continue
		}
		items = sorted
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
	l.n = len(moving)
	if l.n > 8 {
		return nil, false
	}
	for _, k := range keys {
		var row []string
		for _, i := range moving {
			row = append(row, t.has[k][i])
		}
		l.rows = append(l.rows, row)
		l.weights = append(l.weights, t.rows[k])
	}
	return l, true
}

// sample returns the law of the table if it is one of samples, or nil.
func (t *table) sample() *sample {
	s := &sample{in: make(map[string]*big.Rat)}
	for _, k := range slices.Sorted(maps.Keys(t.rows)) {
		row := t.has[k]
		if s.size == 0 {
			s.size = len(row)
		}
		if len(row) != s.size || len(slices.Compact(sorted(row))) != s.size {
			return nil
		}
		for _, item := range row {
			if !strings.HasPrefix(item, "i") {
				return nil
			}
			if s.in[item] == nil {
				s.in[item] = new(big.Rat)
				s.items = append(s.items, item)
			}
			s.in[item].Add(s.in[item], t.rows[k])
		}
	}
	s.items = sorted(s.items)
	return s
}
