package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFairPlayers is [TestFairGame] for players that need more items than can be
// enumerated: here they have fewer items, and smaller generators.
func TestFairPlayers(t *testing.T) {
	computeAll(t)
	choices := func(deal []int32, f form) []int32 {
		u, c := newUndoer(len(deal)), make([]int32, len(deal)-1)
		if f == forward {
			u.fromFront(deal, c)
		} else {
			u.fromBack(deal, c)
		}
		return c
	}
	type player struct {
		groups []*group
		take   func(deal []int32)
	}
	for name, c := range map[string]struct {
		n, most int
		lossy   bool // the mean may fall
		player  func(n int) player
	}{
		"pairs": {4, 3, false, func(n int) player {
			p := newPairs(n)
			all := p.spots(1, func(int) string { return "" })
			return player{[]*group{all[0].group, all[1].group}, func(deal []int32) {
				p.bet(0, deal)
				all[0].count()
				all[1].count()
			}}
		}},
		"remainders": {5, 2, false, func(n int) player {
			b := newRemainderBet(n, forward, remainder{a: 5, c: 3, shift: 1}, 1)
			return player{[]*group{b.group}, func(deal []int32) {
				if b.playing() {
					b.bet(choices(deal, forward))
				}
			}}
		}},
		"additive": {2, 12, false, func(n int) player {
			b := newAdditiveBet(n, backward, additive{"", 1, 3}, 1)
			return player{[]*group{b.group}, func(deal []int32) { b.bet(choices(deal, backward)) }}
		}},
		"fractions": {7, 1, true, func(n int) player {
			g := fraction{a: 21, c: 7, m: 1 << 8}
			b := &fractionBet{group: newGroup("learned", about{}, 1, 1, 2), fraction: g, form: backward, n: n, key: latticeKey{among: n, each: 5, deals: 1}}
			return player{[]*group{b.group}, func(deal []int32) { b.bet(choices(deal, backward)) }}
		}},
		"fractions that go on": {5, 2, true, func(n int) player {
			g := fraction{a: 5, c: 3, m: 1 << 4}
			b := &fractionBet{group: newGroup("learned", about{}, 1, 1, 2), fraction: g, form: backward, n: n, key: latticeKey{among: n, each: 3, deals: 1}}
			return player{[]*group{b.group}, func(deal []int32) {
				if b.playing() {
					b.bet(choices(deal, backward))
				}
			}}
		}},
		"classes": {4, 3, false, func(n int) player {
			s := newStatistic("", "", neighbourLaw(2, 2), leastBin, nil)
			table := newTable("statistic", about{}, 1, [][]float64{s.laws})
			table.outcomes = make([]int32, 1)
			deals := 0.0
			return player{[]*group{table.group}, func(deal []int32) {
				same := 0
				for i := 1; i < n; i++ {
					if deal[i]/2 == deal[i-1]/2 {
						same++
					}
				}
				table.outcomes[0] = s.bin[same]
				table.note()
				table.settle(deals)
				deals++
			}}
		}},
	} {
		next := deals(c.n, c.n)
		won := false
		var follow func(sequence [][]int) []float64
		follow = func(sequence [][]int) []float64 {
			p := c.player(c.n)
			deal := make([]int32, c.n)
			for _, d := range sequence {
				for i, x := range d {
					deal[i] = int32(x)
				}
				p.take(deal)
			}
			var before []float64
			for _, g := range p.groups {
				before = append(before, fortunes(g)...)
			}
			for _, v := range before {
				won = won || v > 1.05
			}
			if len(sequence) == c.most {
				return before
			}
			mean := make([]float64, len(before))
			for _, d := range next {
				for i, v := range follow(append(slices.Clone(sequence), d)) {
					mean[i] += v / float64(len(next))
				}
			}
			for i := range mean {
				if mean[i] > before[i]*(1+1e-11) || !c.lossy && mean[i] < before[i]*(1-1e-11) {
					t.Fatalf("%s, player %d: after %v, the fortune is %v, and the mean of the next is %v", name, i, sequence, before[i], mean[i])
				}
			}
			return before
		}
		follow(nil)
		if !won {
			t.Errorf("%s: nobody has ever won", name)
		}
	}
}

// The weights of all players add up to 1 at most.
func TestWeights(t *testing.T) {
	for _, c := range []struct{ n, k int }{{6, 6}, {7, 7}, {10, 10}, {52, 52}, {52, 5}, {52, 2}, {52, 1}, {65, 65}, {200, 200}, {300, 300}, {2000, 2000}, {20000, 5}} {
		weight := 0.0
		for _, g := range New(c.n, Options{Take: c.k}).groups {
			weight += g.weight
		}
		if weight > 1+1e-12 || weight < 0.3 {
			t.Errorf("%d of %d: the weights add up to %v", c.k, c.n, weight)
		}
	}
}

// Logarithms of rising powers are the sums of those of the factors.
func TestRising(t *testing.T) {
	for _, x := range []float64{0.5, 1, 4, 15, 64, 1000, 46080} {
		sum := 0.0
		for n := range 3000 {
			if got := rise(x, float64(n)); math.Abs(got-sum) > 1e-12*max(1, sum) {
				t.Fatalf("%v rises %d steps by %v, not %v", x, n, got, sum)
			}
			sum += math.Log1p(float64(n) / x)
		}
	}
}

// The laws of classes are what counting gives.
func TestClasses(t *testing.T) {
	for _, c := range []struct{ classes, size int }{{2, 2}, {3, 2}, {2, 3}, {1, 4}, {4, 1}, {2, 4}} {
		n := c.classes * c.size
		for k := 1; k <= n; k++ {
			neighbours, hands := make(map[int]float64), make(map[int]float64)
			all := deals(n, k)
			for _, deal := range all {
				near, far := 0, 0
				for i, x := range deal {
					for j, y := range deal[:i] {
						if x%c.classes == y%c.classes {
							far++
							if i-j == 1 {
								near++
							}
						}
					}
				}
				neighbours[near] += 1 / float64(len(all))
				hands[far] += 1 / float64(len(all))
			}
			compare := func(what string, law []float64, counted map[int]float64) {
				for v, p := range law {
					if math.Abs(p-counted[v]) > 1e-12 {
						t.Errorf("%s, %d of %+v: %d has %v, by the law %v", what, k, c, v, counted[v], p)
					}
					delete(counted, v)
				}
				if len(counted) > 0 {
					t.Errorf("%s, %d of %+v: the law leaves out %v", what, k, c, counted)
				}
			}
			compare("hands", handLaw(k, c.classes, c.size), hands)
			if k == n {
				compare("neighbours", neighbourLaw(c.classes, c.size), neighbours)
			}
		}
	}
}

// The states of all generators are found from the choices that they make.
func TestGenerators(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 52
	choices := make([]int32, n-1)
	for _, g := range fractionGenerators {
		b := newFractionBet(n, backward, g, 1)
		for range 50 {
			s := r.Uint64N(g.m-1) + 1
			for i := range choices {
				choices[i] = g.choice(s, n-i)
				s = g.next(s)
			}
			b.reset()
			b.bet(choices)
			if b.wagers[0].ln() < 50 {
				t.Errorf("a state of %s is not found", g.name)
			}
			for i := range choices {
				choices[i] = g.choice(s, n-i)
				s = g.next(s)
			}
			if b.bet(choices); b.wagers[0].ln() < 200 || !b.playing() {
				t.Errorf("%s goes on, and the bet does not", g.name)
			}
			if b.bet(choices); b.playing() {
				t.Errorf("%s does not go on, and the bet does", g.name)
			}
		}
	}
	for _, g := range remainders {
		for more := range 2 {
			b := newRemainderBet(n, backward, g, 1)
			s := r.Uint64()
			next := func(k int) int32 {
				s = g.a*s + g.c
				return int32(s >> g.shift & (1<<31 - 1) % uint64(k))
			}
			for range 3 {
				for i := range choices {
					choices[i] = next(n - i)
				}
				for range more {
					next(1)
				}
				if !b.playing() {
					t.Fatalf("the state of %s is lost, with %d more a deal", g.name, more)
				}
				b.bet(choices)
			}
			if b.wagers[more].ln() < 20 {
				t.Errorf("%s is not seen, with %d more a deal", g.name, more)
			}
		}
	}
}

// Of few items, the states are found from several deals.
func TestGeneratorsOfFewItems(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for _, n := range []int{6, 8, 10, 19} {
		choices := make([]int32, n-1)
		for _, g := range fractionGenerators {
			for more := range 2 {
				found := 0
				const tries = 10
				for range tries {
					b := newFractionBet(n, backward, g, 1)
					if b.key.deals == 1 && n < 19 {
						t.Fatalf("one deal of %d items tells too little", n)
					}
					s := r.Uint64N(g.m-1) + 1
					for range b.key.deals + 1 {
						for i := range choices {
							choices[i] = g.choice(s, n-i)
							s = g.next(s)
						}
						for range more {
							s = g.next(s)
						}
						b.bet(choices)
					}
					if b.wagers[more].ln() > 50 && b.ways[more].found && !b.ways[more].over {
						found++
					}
				}
				if found < tries-1 && n > 6 || found < tries/2 {
					t.Errorf("of %d states of %s, with %d numbers a deal of %d items, %d are found", tries, g.name, n-1+more, n, found)
				}
			}
		}
	}
}

// Who looks for a state in several deals never has more than the players of all states have
// together, which is a fair game; and from then on plays a fair game.
func TestFairSeveralDeals(t *testing.T) {
	const n, together = 4, 2
	g := fraction{a: 13, c: 7, m: 1 << 5}
	undo := func(deal []int) []int32 {
		d, c := make([]int32, n), make([]int32, n-1)
		for i, x := range deal {
			d[i] = int32(x)
		}
		newUndoer(n).fromFront(d, c)
		return c
	}
	var all [][]int32
	for _, d := range deals(n, n) {
		all = append(all, undo(d))
	}
	// twins returns the mean fortune of the players of all states.
	twins := func(sequence [][]int32, more int) float64 {
		sum := 0.0
		for start := range g.m {
			s, fortune := start, 1.0
			for _, choices := range sequence {
				for step, c := range choices {
					if g.choice(s, n-step) != c {
						fortune = 0
					}
					fortune *= float64(n - step)
					s = g.next(s)
				}
				for range more {
					s = g.next(s)
				}
			}
			sum += fortune / float64(g.m)
		}
		return sum
	}
	values := func(sequence [][]int32) [2]float64 {
		b := &fractionBet{group: newGroup("learned", about{}, 1, 1, 2), fraction: g, form: forward, n: n, key: latticeKey{among: n, each: 3, deals: together}}
		for _, choices := range sequence {
			if b.playing() {
				b.bet(choices)
			}
		}
		return [2]float64{b.wagers[0].value(), b.wagers[1].value()}
	}
	won := 0
	var follow func(sequence [][]int32)
	follow = func(sequence [][]int32) {
		before := values(sequence)
		for more, v := range before {
			if len(sequence) <= together && v > twins(sequence, more)*(1+1e-11) {
				t.Fatalf("way %d: after %v, the fortune is %v, and that of all states %v", more, sequence, v, twins(sequence, more))
			}
			if v > 10 {
				won++
			}
		}
		if len(sequence) < together {
			for _, next := range all {
				follow(append(slices.Clone(sequence), next))
			}
		} else if before[0]+before[1] > 0 {
			var mean [2]float64
			for _, next := range all {
				for more, v := range values(append(slices.Clone(sequence), next)) {
					mean[more] += v / float64(len(all))
				}
			}
			for more, v := range mean {
				if v > before[more]*(1+1e-11) {
					t.Fatalf("way %d: after %v, the fortune is %v, and the mean of the next is %v", more, sequence, before[more], v)
				}
			}
		}
	}
	follow(nil)
	if won < int(g.m)/2 {
		t.Errorf("only %d of %d states win", won, 2*g.m)
	}
}

// An additive generator is known when there are as many equations as unknowns.
func TestAdditive(t *testing.T) {
	const n = 52
	for more := range 2 {
		b := newAdditiveBet(n, forward, glibc, 1)
		r := rand.New(rand.NewPCG(7, uint64(more)))
		words := make([]uint32, 31)
		for i := range words {
			words[i] = r.Uint32()
		}
		i := 0
		next := func() uint32 {
			words[i%31] += words[(i+28)%31] // the sum of 31 and 3 words before
			i++
			return words[(i-1)%31] >> 1
		}
		choices := make([]int32, n-1)
		for deal := range 30 {
			if deal == 10 && b.wagers[more].ln() > 0 {
				t.Errorf("260 equations do not tell 527 unknowns")
			}
			for step := range choices {
				choices[step] = int32(next() % uint32(n-step))
			}
			for range more {
				next()
			}
			b.bet(choices)
		}
		if got := b.wagers[more].ln(); got < 100 {
			t.Errorf("with %d more a deal, the logarithm is %v", more, got)
		}
	}
}

// Items are named by how recently they were dealt.
func TestPast(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, c := range []struct{ n, k int }{{1, 1}, {5, 5}, {5, 1}, {9, 4}, {20, 19}} {
		p := newPast(c.n, c.k)
		recent := r.Perm(c.n)
		for i := range recent {
			recent[i] = c.n - 1 - i
		}
		var before [][]int // recent, after each deal
		names := make([]int32, c.k)
		for range 50 {
			deal := make([]int32, c.k)
			for i, x := range r.Perm(c.n)[:c.k] {
				deal[i] = int32(x)
			}
			for lag := 1; lag <= len(p.named) && lag <= len(before); lag++ {
				p.rename(lag, deal, names)
				for i, x := range deal {
					if want := slices.Index(before[len(before)-lag], int(x)); int(names[i]) != want {
						t.Fatalf("%d of %d: item %d was at %d of %v, not %d", c.k, c.n, x, want, before[len(before)-lag], names[i])
					}
				}
			}
			var next []int
			for _, x := range deal {
				next = append(next, int(x))
			}
			for _, x := range recent {
				if !slices.Contains(next, x) {
					next = append(next, x)
				}
			}
			recent = next
			before = append(before, recent)
			p.add(deal)
		}
	}
}

// The law of coarse choices is what counting gives.
func TestCoarse(t *testing.T) {
	for k := 1; k < 200; k++ {
		law := coarseLaw(k)
		counts := make([]float64, len(law))
		for c := range k {
			counts[coarseChoice(c, k)]++
		}
		for x, p := range law {
			if math.Abs(counts[x]/float64(k)-p) > 1e-15 {
				t.Errorf("of %d choices, %v are in bin %d, by the law %v", k, counts[x], x, p*float64(k))
			}
		}
	}
}
