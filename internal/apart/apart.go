// Package apart orders items so that not too many of a class stand in a row: of all such orders each has the same
// probability. SPEC.md, "Apart", defines what a seed gives, and says why.
package apart

import (
	"math/big"
	"slices"
)

// Limit returns how many items there may be: more would take minutes.
func Limit(run int) int {
	if run > 1 {
		return 1_000
	}
	return 20_000
}

// A Crowd is why there is no order: it is an error of the root package, which has its words.
type Crowd struct{ Index, Count, Fit, Run int }

// Order returns an order of items with these classes, in which the items of each class stand in the order of plain, or
// the [Crowd] for which there is none. Below returns a uniform integer in [0, n).
func Order[C comparable](classes []C, plain []int, run int, below func(n uint64) uint64) ([]int, *Crowd) {
	number, sizes, of := map[C]int{}, []int(nil), make([]int, len(classes))
	for i, class := range classes {
		c, known := number[class]
		if !known {
			c = len(sizes)
			number[class], sizes = c, append(sizes, 0)
		}
		of[i] = c
		sizes[c]++
	}
	run = min(run, len(classes))
	for c, n := range sizes {
		if fit := run * (len(classes) - n + 1); n > fit {
			return nil, &Crowd{slices.Index(of, c), n, fit, run}
		}
	}
	order := newTable(sizes, run).draw(chooser{below, nil})
	next := make([][]int, len(sizes))
	for _, i := range plain {
		next[of[i]] = append(next[of[i]], i)
	}
	for p, c := range order {
		order[p], next[c] = next[c][0], next[c][1:]
	}
	return order, nil
}

// A chooser makes choices. Tests try all of them.
type chooser struct {
	below func(n uint64) uint64
	among func(weights row) int // or nil
}

// pick returns an index, with a probability in proportion to its weight.
func (c chooser) pick(weights row) int {
	if c.among != nil {
		return c.among(weights)
	}
	sums, sum := make(row, len(weights)), count{}
	for i, w := range weights {
		sum = sum.plus(w)
		sums[i] = sum
	}
	t := c.below(sum.m)
	return slices.IndexFunc(sums, func(some count) bool { return some.m>>(sum.e-some.e) > t })
}

// A plan says how many runs a unit is, in how many groups of neighbours, and how many of these fill gaps that must be
// filled.
type plan struct{ runs, groups, fill int }

// plan chooses the plans of all units, from the last to the first.
func (t *table) plan(choose chooser) []plan {
	plans, left, done, f, b := make([]plan, len(t.units)), 0, 0, 0, 0
	for _, u := range t.units {
		done += u.n
	}
	var ends row
	for _, counts := range t.states[len(t.units)] {
		ends = append(ends, counts.at(0))
	}
	f = choose.pick(ends)
	for i, u := range slices.Backward(t.units) {
		n, state := u.n, t.states[i]
		done -= n
		var weights row
		var options []plan
		for r := max(t.least(n), n-f); r <= min(n, n-f+len(state)-1); r++ {
			forms := t.weights(n, r)
			for s, placed := range place(state[f-n+r], done-f+n-r, n, left) {
				if s <= r {
					options = append(options, plan{r, s, 0})
					weights = append(weights, placed.at(b-r+s).times(forms[s]))
				}
			}
		}
		p := options[choose.pick(weights)]
		f -= n - p.runs
		b -= p.runs - p.groups
		gaps, fills := done-f+1-b, row(nil)
		ways := new(big.Int).MulRange(int64(gaps-p.groups+1), int64(gaps)) // to place the groups, if q fill gaps
		for q := 0; q <= p.groups && b+q < len(state[f]); q++ {
			if q > 0 {
				ways.Mul(ways, big.NewInt(int64(p.groups-q+1)*int64(b+q)))
				ways.Quo(ways, big.NewInt(int64(q)*int64(gaps+1-q)))
			}
			fills = append(fills, state[f][b+q].times(countOf(ways)))
		}
		p.fill = choose.pick(fills)
		b += p.fill
		left += n
		plans[i] = p
	}
	return plans
}

// draw returns the class of each place.
func (t *table) draw(choose chooser) (classes []int) {
	type piece struct{ class, n, next int }
	runs := []piece{{}} // in no order; the first one is empty and stands before all
	free, gaps := []int{0}, []int(nil)
	for i, p := range t.plan(choose) {
		n, filled, between := t.units[i].n, []int(nil), []int(nil)
		for j := p.groups; j > 0; j-- {
			some := &free
			if p.groups-j < p.fill { // the first groups are as long as any
				some = &gaps
			}
			k, last := choose.below(uint64(len(*some))), len(*some)-1
			at := (*some)[k]
			(*some)[k] = (*some)[last]
			*some = (*some)[:last]
			filled = append(filled, at)
			for more := true; more; {
				items := 1 + choose.pick(t.lengths(n, p.runs))
				n, p.runs = n-items, p.runs-1
				runs = append(runs, piece{t.units[i].class, items, runs[at].next})
				runs[at].next = len(runs) - 1
				at = len(runs) - 1
				if more = p.runs > 0 && choose.below(uint64(p.runs)) >= uint64(j-1); more {
					between = append(between, at)
				}
			}
			filled = append(filled, at)
		}
		free, gaps = append(free, filled...), append(gaps, between...)
	}
	for at := runs[0].next; at > 0; at = runs[at].next {
		classes = append(classes, slices.Repeat([]int{runs[at].class}, runs[at].n)...)
	}
	return classes
}

// lengths returns how many ways there are to divide n items into r runs, by the length of the first.
func (t *table) lengths(n, r int) (ways row) {
	for k := 1; k <= min(t.run, n); k++ {
		ways = append(ways, t.ways[r-1].at(n-k-r+1))
	}
	return ways
}
