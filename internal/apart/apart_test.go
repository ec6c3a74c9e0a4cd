package apart

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// patterns calls do for all sizes of classes of n items together, the largest first.
func patterns(n, most int, sizes []int, do func(sizes []int)) {
	if n == 0 {
		do(sizes)
	}
	for k := min(n, most); k > 0; k-- {
		patterns(n-k, k, append(sizes, k), do)
	}
}

// orders returns all orders of classes in which no run is too long: the slow, obvious twin.
func orders(sizes []int, run int) (all []string) {
	left := slices.Clone(sizes)
	var try func(order []int)
	try = func(order []int) {
		if len(order) > run && len(slices.Compact(slices.Clone(order[len(order)-run-1:]))) == 1 {
			return
		}
		done := true
		for c := range left {
			if left[c] > 0 {
				done = false
				left[c]--
				try(append(order, c))
				left[c]++
			}
		}
		if done {
			all = append(all, fmt.Sprint(order))
		}
	}
	try(nil)
	return all
}

// The counts are those of all orders, times n! for each class of n.
func TestCounts(t *testing.T) {
	for n := range 9 {
		for run := 1; run <= 4; run++ {
			patterns(n, n, nil, func(sizes []int) {
				all := orders(sizes, run)
				classes, plain := []int(nil), []int(nil)
				for c, n := range sizes {
					classes = append(classes, slices.Repeat([]int{c}, n)...)
				}
				for i := range classes {
					plain = append(plain, i)
				}
				_, crowd := Order(classes, plain, run, func(n uint64) uint64 { return n / 2 })
				if len(all) == 0 {
					if want := (Crowd{0, sizes[0], run * (n - sizes[0] + 1), min(run, n)}); crowd == nil || *crowd != want {
						t.Errorf("%v in runs of %d: %v, not %v", sizes, run, crowd, want)
					}
					return
				}
				got, want := count{}, uint64(len(all))
				for _, row := range newTable(sizes, run).states[len(newTable(sizes, run).units)] {
					got = got.plus(row.at(0))
				}
				for _, n := range sizes {
					for k := range n {
						want *= uint64(k) + 1
					}
				}
				if crowd != nil || got != (count{want, 0}) {
					t.Errorf("%v in runs of %d: %d orders, want %d (%v)", sizes, run, got, want, crowd)
				}
			})
		}
	}
}

// lawOf returns the probabilities of all results of draw, whose choices are tried one after the other.
func lawOf(draw func(chooser) []int) map[string]*big.Rat {
	law, path := map[string]*big.Rat{}, [][2]int(nil) // the choices so far, and how many there are
	for {
		at, p := 0, big.NewRat(1, 1)
		choose := func(weights row) int {
			some, total := []int(nil), uint64(0)
			for i, w := range weights {
				if w.m > 0 {
					some, total = append(some, i), total+w.m // such small counts have no exponent
				}
			}
			if at == len(path) {
				path = append(path, [2]int{0, len(some)})
			}
			i := some[path[at][0]]
			at++
			p.Mul(p, new(big.Rat).SetFrac(new(big.Int).SetUint64(weights[i].m), new(big.Int).SetUint64(total)))
			return i
		}
		name := fmt.Sprint(draw(chooser{func(n uint64) uint64 {
			return uint64(choose(slices.Repeat(row{{1, 0}}, int(n))))
		}, choose}))
		if law[name] == nil {
			law[name] = new(big.Rat)
		}
		law[name].Add(law[name], p)
		for len(path) > 0 && path[len(path)-1][0]+1 == path[len(path)-1][1] {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return law
		}
		path[len(path)-1][0]++
	}
}

// uniform reports whether a law has equal probabilities for these orders.
func uniform(law map[string]*big.Rat, orders []string) bool {
	return len(law) == len(orders) && !slices.ContainsFunc(orders, func(name string) bool {
		return law[name] == nil || law[name].Cmp(big.NewRat(1, int64(len(orders)))) != 0
	})
}

// All choices together lead to each order with the same probability. To choose the next item at random of those that
// may be next does not.
func TestLaw(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for run := 1; run <= 3; run++ {
			patterns(n, n, nil, func(sizes []int) {
				all := orders(sizes, run)
				if len(all) > 0 && !uniform(lawOf(newTable(sizes, run).draw), all) {
					t.Errorf("%v in runs of %d: the orders are not equally likely", sizes, run)
				}
			})
		}
	}
	greedy := func(choose chooser) (order []int) { // of what leaves a way to go on, in proportion to what is left
		left, all := []int{2, 1, 1}, 4
		for ; all > 0; all-- {
			weights := make(row, len(left))
			for c, n := range left {
				last := len(order) > 0 && order[len(order)-1] == c
				stuck := slices.ContainsFunc([]int{0, 1, 2}, func(d int) bool { return d != c && 2*left[d] > all })
				if !last && !stuck {
					weights[c].m = uint64(n)
				}
			}
			c := choose.pick(weights)
			left[c]--
			order = append(order, c)
		}
		return order
	}
	if law := lawOf(greedy); uniform(law, orders([]int{2, 1, 1}, 1)) {
		t.Errorf("greedy spacing passes: %v", law)
	}
}

// exactly returns the number of orders without neighbours of a class, by inclusion and exclusion of neighbours.
func exactly(sizes []int) *big.Int {
	sums := []*big.Int{big.NewInt(1)} // by the number of blocks, which are in any order
	for _, n := range sizes {
		next := make([]*big.Int, len(sums)+n)
		for i := range next {
			next[i] = new(big.Int)
		}
		for s := 1; s <= n; s++ {
			ways := new(big.Int).Binomial(int64(n-1), int64(s-1))
			ways.Mul(ways, new(big.Int).MulRange(int64(s+1), int64(n)))
			if (n-s)%2 == 1 {
				ways.Neg(ways)
			}
			for i, sum := range sums {
				next[i+s].Add(next[i+s], new(big.Int).Mul(ways, sum))
			}
		}
		sums = next
	}
	total := new(big.Int)
	for i, sum := range sums {
		total.Add(total, sum.Mul(sum, new(big.Int).MulRange(1, int64(i))))
	}
	return total
}

// Rounded counts of many items are as near as SPEC.md says: 2⁻⁴⁶ for 20,000.
func TestRounded(t *testing.T) {
	for _, sizes := range [][]int{
		slices.Repeat([]int{10}, 30), {100, 60, 30, 10, 5, 1, 1, 1}, {150, 149}, {150, 100, 49},
		append([]int{100}, slices.Repeat([]int{1}, 100)...), slices.Repeat([]int{2}, 100),
	} {
		all := newTable(sizes, 1).states
		got, want := all[len(all)-1][0][0], new(big.Float).SetInt(exactly(sizes))
		ratio := new(big.Float).SetMantExp(new(big.Float).SetUint64(got.m), got.e)
		far, _ := ratio.Sub(ratio.Quo(ratio, want), big.NewFloat(1)).Float64()
		if far > 0 || far < -0x1p-50 {
			t.Errorf("%v: the count is wrong by %g", sizes, far)
		}
	}
}

// Rows have room for little more than what is in them, or the first would take 2 GB; and what is too unlikely to
// matter is not in them, or the second would have three times as much.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		most  int
	}{{append(slices.Repeat([]int{1}, 10_000), 10_000), 100_000}, {slices.Repeat([]int{20}, 50), 5_000}} {
		room := 0
		for _, state := range newTable(c.sizes, 1).states {
			for _, counts := range state {
				room += cap(counts)
			}
		}
		if room > c.most {
			t.Errorf("for %d classes rows have room for %d counts", len(c.sizes), room)
		}
	}
}
