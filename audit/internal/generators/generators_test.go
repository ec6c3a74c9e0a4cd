package generators

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Every bet is a fair game, or a lossy one; here they have few items, and small generators.
func TestFair(t *testing.T) {
	choices := func(deal []int32, f undo.Form) []int32 {
		u, c := undo.New(len(deal)), make([]int32, len(deal)-1)
		if f == undo.Forward {
			u.FromFront(deal, c)
		} else {
			u.FromBack(deal, c)
		}
		return c
	}
	type player struct {
		group *fortune.Group
		take  func(deal []int32)
	}
	for name, c := range map[string]struct {
		n, most int
		lossy   bool // the mean may fall
		player  func(n int) player
	}{
		"remainders": {5, 2, false, func(n int) player {
			b := newRemainderBet(n, undo.Forward, remainder{a: 5, c: 3, shift: 1}, 1)
			return player{b.Group, func(deal []int32) {
				if b.playing() {
					b.Bet(choices(deal, undo.Forward))
				}
			}}
		}},
		"additive": {2, 12, false, func(n int) player {
			b := newAdditiveBet(n, undo.Backward, additive{"", 1, 3}, 1)
			return player{b.Group, func(deal []int32) { b.Bet(choices(deal, undo.Backward)) }}
		}},
		"fractions": {7, 1, true, func(n int) player {
			g := fraction{a: 21, c: 7, m: 1 << 8}
			b := &fractionBet{Group: fortune.NewGroup("learned", fortune.About{}, 1, 1, 2), fraction: g,
				form: undo.Backward, n: n, key: latticeKey{among: n, each: 5, deals: 1}}
			return player{b.Group, func(deal []int32) { b.Bet(choices(deal, undo.Backward)) }}
		}},
		"fractions that go on": {5, 2, true, func(n int) player {
			g := fraction{a: 5, c: 3, m: 1 << 4}
			b := &fractionBet{Group: fortune.NewGroup("learned", fortune.About{}, 1, 1, 2), fraction: g,
				form: undo.Backward, n: n, key: latticeKey{among: n, each: 3, deals: 1}}
			return player{b.Group, func(deal []int32) {
				if b.playing() {
					b.Bet(choices(deal, undo.Backward))
				}
			}}
		}},
	} {
		err := fairgame.Check(c.n, c.most, c.lossy, func(sequence [][]int) []float64 {
			p := c.player(c.n)
			deal := make([]int32, c.n)
			for _, d := range sequence {
				for i, x := range d {
					deal[i] = int32(x)
				}
				p.take(deal)
			}
			return p.group.Fortunes()
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The states of all generators are found from the choices that they make.
func TestGenerators(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 52
	choices := make([]int32, n-1)
	for _, g := range fractionGenerators {
		b := newFractionBet(n, undo.Backward, g, 1)
		for range 50 {
			s := r.Uint64N(g.m-1) + 1
			for i := range choices {
				choices[i] = g.choice(s, n-i)
				s = g.next(s)
			}
			b.Reset()
			b.Bet(choices)
			if b.Wagers[0].Ln() < 50 {
				t.Errorf("a state of %s is not found", g.name)
			}
			for i := range choices {
				choices[i] = g.choice(s, n-i)
				s = g.next(s)
			}
			if b.Bet(choices); b.Wagers[0].Ln() < 200 || !b.playing() {
				t.Errorf("%s goes on, and the bet does not", g.name)
			}
			if b.Bet(choices); b.playing() {
				t.Errorf("%s does not go on, and the bet does", g.name)
			}
		}
	}
	for _, g := range remainders {
		for more := range 2 {
			b := newRemainderBet(n, undo.Backward, g, 1)
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
				b.Bet(choices)
			}
			if b.Wagers[more].Ln() < 20 {
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
					b := newFractionBet(n, undo.Backward, g, 1)
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
						b.Bet(choices)
					}
					if b.Wagers[more].Ln() > 50 && b.ways[more].found && !b.ways[more].over {
						found++
					}
				}
				if found < tries-1 && n > 6 || found < tries/2 {
					t.Errorf("of %d states of %s, with %d numbers a deal of %d items, %d are found", tries, g.name,
						n-1+more, n, found)
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
	choicesOf := func(deal []int) []int32 {
		d, c := make([]int32, n), make([]int32, n-1)
		for i, x := range deal {
			d[i] = int32(x)
		}
		undo.New(n).FromFront(d, c)
		return c
	}
	var all [][]int32
	for _, d := range fairgame.Deals(n, n) {
		all = append(all, choicesOf(d))
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
		b := &fractionBet{Group: fortune.NewGroup("learned", fortune.About{}, 1, 1, 2), fraction: g, form: undo.Forward,
			n: n, key: latticeKey{among: n, each: 3, deals: together}}
		for _, choices := range sequence {
			if b.playing() {
				b.Bet(choices)
			}
		}
		return [2]float64{b.Wagers[0].Value(), b.Wagers[1].Value()}
	}
	won := 0
	var follow func(sequence [][]int32)
	follow = func(sequence [][]int32) {
		before := values(sequence)
		for more, v := range before {
			if len(sequence) <= together && v > twins(sequence, more)*(1+1e-11) {
				t.Fatalf("way %d: after %v, the fortune is %v, and that of all states %v", more, sequence, v,
					twins(sequence, more))
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
					t.Fatalf("way %d: after %v, the fortune is %v, and the mean of the next is %v", more, sequence,
						before[more], v)
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
		b := newAdditiveBet(n, undo.Forward, glibc, 1)
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
			if deal == 10 && b.Wagers[more].Ln() > 0 {
				t.Errorf("260 equations do not tell 527 unknowns")
			}
			for step := range choices {
				choices[step] = int32(next() % uint32(n-step))
			}
			for range more {
				next()
			}
			b.Bet(choices)
		}
		if got := b.Wagers[more].Ln(); got < 100 {
			t.Errorf("with %d more a deal, the logarithm is %v", more, got)
		}
	}
}
