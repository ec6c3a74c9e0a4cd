package apart

import (
	"cmp"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Order is the slow twin, under random choices.
func TestTwin(t *testing.T) {
	rng, crowded := rand.New(rand.NewPCG(5, 0)), 0
	for range 150 {
		n, kinds, run := rng.IntN(30), 1+rng.IntN(12), 1+rng.IntN(4)
		classes, plain := make([]int, n), rng.Perm(n)
		for i := range classes {
			classes[i] = rng.IntN(kinds)
		}
		seed := rng.Uint64()
		below := func() func(n uint64) uint64 { return rand.New(rand.NewPCG(seed, 0)).Uint64N }
		got, err := Order(classes, plain, run, below())
		want, wantErr := slow(classes, plain, run, below())
		if (err == nil) != (wantErr == nil) || !slices.Equal(got, want) {
			t.Fatalf("%d in runs of %d: %d, %v instead of %d, %v", classes, run, got, err, want, wantErr)
		}
		if err != nil {
			crowded++
		}
	}
	if crowded < 5 || crowded > 100 {
		t.Errorf("%d of 150 are crowded", crowded)
	}
}

// A number is what SPEC.md calls a count: of its binary digits all but the first 64 are 0.
type number = *big.Float

func zero() number             { return new(big.Float).SetPrec(64).SetMode(big.ToZero) }
func cut(v *big.Int) number    { return zero().SetInt(v) }
func plus(a, b number) number  { return zero().Add(a, b) }
func times(a, b number) number { return zero().Mul(a, b) }

// at returns a number of a list, beyond which all are 0.
func at(list []number, i int) number {
	if i < 0 || i >= len(list) {
		return zero()
	}
	return list[i]
}

// product returns lo · (lo + 1) · … · hi.
func product(lo, hi int) *big.Int { return new(big.Int).MulRange(int64(lo), int64(hi)) }

// pick returns an index, in proportion to the numbers.
func pick(below func(n uint64) uint64, w []number) int {
	sum, sums := zero(), make([]*big.Int, len(w))
	for i := range w {
		sum = plus(sum, w[i])
		sums[i], _ = sum.Int(nil)
	}
	e := uint(max(sums[len(w)-1].BitLen()-64, 0))
	t := new(big.Int).SetUint64(below(new(big.Int).Rsh(sums[len(w)-1], e).Uint64()))
	return slices.IndexFunc(sums, func(sum *big.Int) bool { return sum.Rsh(sum, e).Cmp(t) > 0 })
}

// slow returns an order in which at most K items of a class stand in a row. Names are those of SPEC.md.
func slow(classes, plain []int, K int, below func(n uint64) uint64) ([]int, error) {
	type unit struct{ c, n int }
	var units []unit
	var members [][]int // of the classes, as they come in plain
	N := len(classes)
	for i, class := range classes {
		if slices.Index(classes, class) == i {
			members = append(members, slices.DeleteFunc(slices.Clone(plain), func(k int) bool { return classes[k] != class }))
		}
	}
	if K = min(K, N); K == 0 {
		return nil, nil
	}
	for c, class := range members {
		if n := len(class); n > K*(N-n+1) {
			return nil, errors.New("too many are alike")
		} else if n > K {
			units = append(units, unit{c, n})
		} else {
			units = append(units, slices.Repeat([]unit{{c, 1}}, n)...)
		}
	}
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(len(members[a.c]), len(members[b.c])) })
	ways := [][]number{{cut(big.NewInt(1))}}
	for r := 1; r <= N; r++ {
		ways = append(ways, nil)
		for i := range N - r + 1 {
			sum := zero()
			for k := range min(K, i+1) {
				sum = plus(sum, at(ways[r-1], i-k))
			}
			ways[r] = append(ways[r], sum)
		}
	}
	weight := func(n, r, s int) number {
		v := new(big.Int).Binomial(int64(r-1), int64(s-1))
		return times(cut(v.Mul(v, product(s+1, n))), at(ways[r], n-r))
	}
	placed := func(row []number, m, n, left int) [][]number {
		lists := [][]number{row}
		for s := 1; s <= n; s++ {
			var list []number
			for x := 0; x <= left+n-s && x < len(row); x++ {
				filled := times(at(lists[s-1], x+1), cut(big.NewInt(int64(x+1))))
				list = append(list, plus(filled, times(at(lists[s-1], x), cut(big.NewInt(int64(max(m+2-s-x, 0)))))))
			}
			lists = append(lists, list)
		}
		return lists
	}
	least := func(n int) int { return (n + K - 1) / K }

	states, done := [][][]number{{{cut(big.NewInt(1))}}}, 0
	for i, u := range units {
		n, left := u.n, N-done-u.n
		next := make([][]number, len(states[i])+n-least(n))
		for f := range next {
			next[f] = slices.Repeat([]number{zero()}, N+1)
		}
		for f, row := range states[i] {
			for s, list := range placed(row, done-f, n, left) {
				for r := max(s, least(n)); s > 0 && r <= n; r++ {
					w := weight(n, r, s)
					for x := 0; x < len(list) && x+r-s <= left; x++ {
						to := &next[f+n-r][x+r-s]
						*to = plus(*to, times(list[x], w))
					}
				}
			}
		}
		most := make([]int, N+1) // binary digits of any with as few of both
		for _, row := range next {
			top := 0
			for b, w := range row {
				top = max(top, most[b], w.MantExp(nil))
				if most[b] = top; w.MantExp(nil) < top-80 {
					row[b] = zero()
				}
			}
		}
		states, done = append(states, next), done+n
	}

	type plan struct{ r, s, q int }
	plans, left, b, ends := make([]plan, len(units)), 0, 0, []number(nil)
	for _, row := range states[len(units)] {
		ends = append(ends, row[0])
	}
	f := pick(below, ends)
	for i, u := range slices.Backward(units) {
		n, state, weights, options := u.n, states[i], []number(nil), []plan(nil)
		done -= n
		for r := max(least(n), n-f); r <= n && f-n+r < len(state); r++ {
			for s, list := range placed(state[f-n+r], done-f+n-r, n, left) {
				if 1 <= s && s <= r {
					options, weights = append(options, plan{r, s, 0}), append(weights, times(at(list, b-r+s), weight(n, r, s)))
				}
			}
		}
		p := options[pick(below, weights)]
		f, b, weights = f-n+p.r, b-p.r+p.s, nil
		g := done - f + 1 - b
		for q := 0; q <= p.s; q++ {
			v := new(big.Int).Binomial(int64(p.s), int64(q))
			v.Mul(v, product(b+1, b+q)).Mul(v, product(g-p.s+1, g-q))
			weights = append(weights, times(at(state[f], b+q), cut(v)))
		}
		p.q = pick(below, weights)
		b, left, plans[i] = b+p.q, left+n, p
	}

	type run struct{ c, k int }
	before := new(run)
	runs, free, gaps := []*run{before}, []*run{before}, []*run(nil)
	for i, p := range plans {
		n, r, filled, between := units[i].n, p.r, []*run(nil), []*run(nil)
		for j := p.s; j > 0; j-- {
			list := &free
			if p.s-j < p.q {
				list = &gaps
			}
			k, last := below(uint64(len(*list))), len(*list)-1
			behind := (*list)[k]
			(*list)[k], *list = (*list)[last], (*list)[:last]
			filled = append(filled, behind)
			for more := true; more; {
				var lengths []number
				for k := range min(K, n) {
					lengths = append(lengths, at(ways[r-1], n-r-k))
				}
				next := &run{units[i].c, 1 + pick(below, lengths)}
				runs = slices.Insert(runs, slices.Index(runs, behind)+1, next)
				behind, n, r = next, n-next.k, r-1
				if more = r > 0 && below(uint64(r)) >= uint64(j-1); more {
					between = append(between, behind)
				}
			}
			filled = append(filled, behind)
		}
		free, gaps = append(free, filled...), append(gaps, between...)
	}
	var order []int
	for _, run := range runs {
		order = append(order, members[run.c][:run.k]...)
		members[run.c] = members[run.c][run.k:]
	}
	return order, nil
}
