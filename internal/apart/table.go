package apart

import (
	"cmp"
	"iter"
	"math/big"
	"slices"
)

// A unit is a class of n items, or one item of a class that no order can have too many of in a row.
type unit struct{ class, n int }

// A table counts the arrangements of the first units, for all numbers of them. SPEC.md has the same in pseudocode.
//
// A run is neighbours of one class that stay neighbours. Runs of one class that are neighbours have a gap between them
// which later units must fill. A state is rows[f][b]: the arrangements with f pairs of items in runs, and b such gaps.
type table struct {
	run    int
	units  []unit
	states [][]row // before each unit, and after all
	ways   []row   // [r][n−r]: to divide n items into r runs
}

func newTable(sizes []int, run int) *table {
	t, done, all := &table{run: run, states: [][]row{{{{1, 0}}}}}, 0, 0
	for class, n := range sizes {
		all += n
		if n > run {
			t.units = append(t.units, unit{class, n})
			continue
		}
		for range n {
			t.units = append(t.units, unit{class, 1})
		}
	}
	slices.SortStableFunc(t.units, func(a, b unit) int { return cmp.Compare(sizes[a.class], sizes[b.class]) })
	most := slices.MaxFunc(append(t.units, unit{}), func(a, b unit) int { return cmp.Compare(a.n, b.n) }).n
	t.ways = []row{{{1, 0}}}
	for r := 1; r <= most; r++ {
		ways := make(row, min(r*(run-1), most-r)+1)
		for i := range ways {
			for k := range min(run, i+1) {
				ways[i] = ways[i].plus(t.ways[r-1].at(i - k))
			}
		}
		t.ways = append(t.ways, ways)
	}
	for _, u := range t.units {
		t.states = append(t.states, t.add(t.states[len(t.states)-1], u.n, done, all-done-u.n))
		done += u.n
	}
	return t
}

// weights returns how many ways n distinct items have to be r runs in s groups, by s.
func (t *table) weights(n, r int) row {
	out, v := make(row, r+1), new(big.Int).MulRange(int64(r+1), int64(n))
	for s := r; s > 0; s-- {
		out[s] = countOf(v).times(t.ways[r].at(n - r))
		v.Mul(v, big.NewInt(int64(s)*int64(s-1)))
		v.Quo(v, big.NewInt(int64(r-s+1)))
	}
	return out
}

// place yields the counts with s = 1, 2, …, n groups of a unit in gaps of m runs, by the gaps that are left to fill:
// no more of these than the groups and items that are left can fill.
func place(old row, m, n, left int) iter.Seq2[int, row] {
	return func(yield func(int, row) bool) {
		for s := 1; s <= n; s++ {
			next := make(row, min(len(old), left+n-s+1))
			for x := range next {
				filled := old.at(x + 1).times(count{uint64(x + 1), 0})
				next[x] = filled.plus(old[x].times(count{uint64(max(m+2-s-x, 0)), 0}))
			}
			if old = next; !yield(s, old) {
				return
			}
		}
	}
}

// least returns the number of runs that n items need.
func (t *table) least(n int) int { return (n + t.run - 1) / t.run }

// add returns the state with one more unit, of n items, of which so many are done and left.
func (t *table) add(state []row, n, done, left int) []row {
	weights, sum, wide := make([]row, n+1), make([]row, len(state)+n-t.least(n)), 0
	for r := t.least(n); r <= n; r++ {
		weights[r] = t.weights(n, r)
	}
	for _, old := range state {
		wide = max(wide, len(old)+n)
	}
	for f := range sum {
		sum[f] = make(row, min(left+1, wide))
	}
	for f, old := range state {
		for s, placed := range place(old, done-f, n, left) {
			front := max(slices.IndexFunc(placed, func(c count) bool { return c.m > 0 }), 0) // zeros add nothing
			for r := max(s, t.least(n)); r <= n; r++ {
				to := sum[f+n-r]
				for x := front; x < min(len(placed), left+1-r+s); x++ {
					to[x+r-s] = to[x+r-s].plus(placed[x].times(weights[r][s]))
				}
			}
		}
	}
	return likely(sum)
}

// likely drops counts of less than a 2⁻⁸⁰th of one with less of both: what follows has no more ways from there.
func likely(state []row) []row {
	most := make([]int, len(state[0]))
	for f, counts := range state {
		top, end := 0, 0
		for b, count := range counts {
			size := count.size()
			top = max(top, most[b], size)
			if most[b] = top; size < top-80 {
				counts[b].m, counts[b].e = 0, 0
			} else if size > 0 {
				end = b + 1
			}
		}
		state[f] = counts[:end]
	}
	for len(state[len(state)-1]) == 0 {
		state = state[:len(state)-1]
	}
	return state
}
