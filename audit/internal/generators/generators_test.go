package generators

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Every bet is a fair game; here they have few items, and small generators.
func TestFair(t *testing.T) {
	choices := func(deal []int32, f undo.Form) []int32 {
		c, inverse := make([]int32, len(deal)-1), make([]int32, len(deal))
		for i, x := range deal {
			inverse[x] = int32(i)
		}
		if undo.New(len(deal)).Choices(f, deal, inverse, c); f == undo.InsideOut {
			slices.Reverse(c)
		}
		return c
	}
	small := congruence{a: 5, c: 3, shift: 1}
	other, again, scaled := small, small, congruence{a: 5, c: 3, shift: 2, scaled: true, started: inTurn, flipped: 5}
	other.started, again.started, again.flipped = anew, inTurn, 2
	for name, c := range map[string]struct {
		n, most int
		bet     *bet
	}{
		"remainders": {5, 2, newBet(5, undo.Forward, small, 1)},
		"put in":     {5, 2, newBet(5, undo.InsideOut, small, 1)},
		"anew":       {5, 2, newBet(5, undo.Forward, other, 1)},
		"reseeded":   {5, 2, newBet(5, undo.Backward, again, 1)},
		"scaled":     {6, 2, newBet(6, undo.Forward, scaled, 1)},
		"additive":   {2, 12, newBet(2, undo.Backward, additive{"", 1, 3}, 1)},
	} {
		err := fairgame.Check(c.n, c.n, c.most, fairgame.Never, func(sequence [][]int) []float64 {
			c.bet.Reset()
			deal := make([]int32, c.n)
			for _, d := range sequence {
				for i, x := range d {
					deal[i] = int32(x)
				}
				c.bet.take(see(nil, c.bet.form, choices(deal, c.bet.form)))
			}
			return []float64{c.bet.Wagers[0].Value(), c.bet.Wagers[1].Value()}
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// choice returns the choice among k that a state makes.
func (r congruence) choice(s uint64, k int) int32 {
	number, many := s>>r.shift&(1<<31-1), uint64(k)
	if r.scaled && many&(many-1) == 0 {
		return int32(many * number >> 31)
	}
	return int32(number % many)
}

// The states of all generators are found from the choices that they make, however often they are started, and fair deals
// end the bet.
func TestGenerators(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 52
	choices := make([]int32, n-1)
	for _, g := range known {
		g, ok := g.(congruence)
		for more := range 2 {
			if !ok || g.started != once && more > 0 {
				continue
			}
			b, s, seed, least := newBet(n, undo.Backward, g, 1), r.Uint64(), uint64(1)<<40-3, 100.0
			for range 10 {
				switch g.started {
				case inTurn:
					s, seed = seed^g.flipped, seed+1
				case anew:
					s, least = r.Uint64(), 12
				}
				for i := range choices {
					s = g.a*s + g.c
					choices[i] = g.choice(s, n-i)
				}
				for range more {
					s = g.a*s + g.c
				}
				if !b.take(see(nil, b.form, choices)) {
					t.Fatalf("the state of %s is lost, with %d more a deal", g, more)
				}
			}
			if b.Wagers[more].Ln() < least {
				t.Errorf("%s is not seen, with %d more a deal: %v", g, more, b.Wagers[more].Ln())
			}
			for deals, fits := 0, true; fits; deals++ {
				if deals == 20 {
					t.Fatalf("fair deals fit %s", g)
				}
				for i := range choices {
					choices[i] = r.Int32N(int32(n - i))
				}
				fits = b.take(see(nil, b.form, choices))
			}
		}
	}
}

// An additive generator is known when there are as many equations as unknowns.
func TestAdditive(t *testing.T) {
	const n = 52
	for more := range 2 {
		b := newBet(n, undo.Forward, known[0], 1)
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
			b.take(see(nil, b.form, choices))
		}
		if got := b.Wagers[more].Ln(); got < 100 {
			t.Errorf("with %d more a deal, the logarithm is %v", more, got)
		}
	}
}
