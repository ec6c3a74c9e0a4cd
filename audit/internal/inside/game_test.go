package inside

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates"
)

// play returns the game after the items, with a player more if there is one.
func play(n int, items []int, more bettor) *Game {
	g := New(n)
	if more != nil {
		g.Players = append(g.Players, &Player{Alone: g.Players[0].Alone, bets: more})
		g.factors = append(g.factors, make([]float64, mostSteps))
		g.shares = append(g.shares, 0)
	}
	for _, x := range items {
		g.Add(x)
	}
	g.Settle()
	return g
}

// unfair returns the player who gains something on average over every item that can come next, and how much: the
// number of players for all together, or −1 if nobody does.
func unfair(n int, items []int, more func() bettor) (player int, gain float64) {
	for i := range items {
		before := play(n, items[:i], more())
		sums := make([]float64, len(before.Players)+1)
		for _, x := range items[i:] {
			after := play(n, append(items[:i:i], x), more())
			for j, p := range after.Players {
				sums[j] += math.Exp(p.Alone.Ln() - before.Players[j].Alone.Ln())
			}
			sums[len(before.Players)] += math.Exp(after.Ln() - before.Ln())
		}
		for j, sum := range sums {
			if mean := sum / float64(n-i); math.Abs(mean-1) > 1e-9 {
				return j, mean
			}
		}
	}
	return -1, 1
}

// Averaged over every next item, no player gains or loses anything, whatever came before. So the fortunes are those
// of fair games, which is all that the promise needs.
func TestFair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	nobody := func() bettor { return nil }
	for _, n := range []int{2, 3, 7, 16, 17, 33, 64} {
		steps := make([]int, n)
		for i := range steps {
			steps[i] = i * 7 % n
		}
		for _, items := range [][]int{r.Perm(n), steps} {
			slices.Sort(items[:n/4]) // so that players bet much
			if n%7 == 0 && items[1] == items[0] {
				continue
			}
			if player, gain := unfair(n, items, nobody); player >= 0 {
				t.Errorf("%d items: player %d gains %v times on average", n, player, gain)
			}
		}
	}
	if player, _ := unfair(20, r.Perm(20), func() bettor { return new(peeping) }); player < 0 {
		t.Error("a player who sees the item before the bet is not found out")
	}
}

// In a long order, players bet on a quarter of the items, and a bias that all of them show is as large as if they had
// bet on all.
func TestBetsOnAQuarter(t *testing.T) {
	const n = 1 << 14
	whole, quarter := New(n), New(n)
	quarter.full = 0
	r := rand.New(rand.NewPCG(1, 2))
	for at := 0; at < n; at += 16 {
		for _, x := range r.Perm(16) {
			whole.Add(at + x)
			quarter.Add(at + x)
		}
	}
	whole.Settle()
	quarter.Settle()
	if quarter.Items != n || quarter.bets != n/4 || whole.bets != n {
		t.Errorf("%d and %d bets on %d items", whole.bets, quarter.bets, quarter.Items)
	}
	if ratio := quarter.Whole() / whole.Ln(); math.Abs(ratio-1) > 0.1 || quarter.Ln() > 0.3*whole.Ln() {
		t.Errorf("the logarithms are %v, %v and %v", whole.Ln(), quarter.Ln(), quarter.Whole())
	}
}

// A peeping player learns before it bets.
type peeping struct{ low float64 }

func (p *peeping) bet(steps []step, factors []float64) {
	for t, s := range steps {
		if s.rank < s.left/2 {
			p.low++
		}
		factors[t] = 1 + p.low/100
	}
}

// What fades is scaled in time: old items count less and less, and no number overflows.
func TestFades(t *testing.T) {
	h := newHistogram(1, 1, 0.5, 2)
	steps, factors := []step{{left: 2}}, make([]float64, 1)
	for range 100_000 {
		h.bet(steps, factors)
	}
	if f := factors[0]; !(f > 1.5 && f < 2) {
		t.Errorf("the factor is %v", f)
	}
}

// The place of a bin is that of its distances, and bins are in order.
func TestBins(t *testing.T) {
	for x := range 100_000 {
		b := bin(x)
		if edge(b) > x || edge(b+1) <= x {
			t.Fatalf("%d is in bin %d, from %d to %d", x, b, edge(b), edge(b+1))
		}
	}
}

func BenchmarkGame(b *testing.B) {
	order := rand.Perm(1e6)
	for i, g := len(order), (*Game)(nil); b.Loop(); i++ {
		if i == len(order) {
			i, g = 0, New(len(order))
		}
		g.Add(order[i])
	}
}

// Over all orders, what is bet on makers of choices is 1 on average, also where words are fewer than choices; and who
// makes an order is named.
func TestMakers(t *testing.T) {
	const n = 5
	for way := range 4 {
		for words := uint64(2); words < 9; words++ {
			m, sum, orders := Maker{words, way&1 > 0, way&2 > 0}, 0.0, 0
			for rank := range uint64(120) {
				order := make([]int32, n)
				for i, x := range yates.Unrank(n, rank) {
					order[i] = int32(x)
				}
				sum, orders = sum+math.Exp(m.follow(chosen(order)[way>>1])), orders+1
			}
			if math.Abs(sum/float64(orders)-1) > 1e-9 {
				t.Errorf("%s: %v on average", m, sum/float64(orders))
			}
		}
	}
	r := rand.New(rand.NewPCG(61, 3))
	order := make([]int32, 40_000)
	for i := range order {
		order[i] = int32(i)
	}
	for k := len(order); k > 1; k-- {
		j := r.IntN(1<<15) * k >> 15
		order[k-1], order[j] = order[j], order[k-1]
	}
	if m, ln := Made(order); m == nil || *m != (Maker{1 << 15, true, true}) || ln < 100 {
		t.Errorf("%s, %v", m, ln)
	}
}
