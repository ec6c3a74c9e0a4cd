package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// play has a book bet on deals, one after the other, as an auditor does.
func play(b *Book, sequence [][]int) {
	for _, d := range sequence {
		deal := make([]int32, len(d))
		for place, x := range d {
			deal[place] = int32(x)
		}
		if b.Unordered {
			slices.Sort(deal)
		}
		b.Bet(deal)
	}
}

// fortunes returns those of the players; what a late one of two keeps is its own.
func fortunes(g *fortune.Group) (all []float64) {
	kept := math.Exp(g.Ln(0)) * float64(g.Each)
	for i := range g.Wagers {
		all = append(all, g.Wagers[i].Value())
		kept -= all[i]
	}
	if g.Kind == fortune.Suspect {
		all[len(all)-1] += kept
	}
	return all
}

// TestFairGame proves by enumeration that every wager is a fair game: after each
// sequence of deals, the mean of its fortune over all next deals is no more than it
// was. From that Ville's inequality follows, for each wager, for each weighted mean
// of them, and for whatever rule tells when to stop.
func TestFairGame(t *testing.T) {
	for _, c := range []struct {
		n, k, most int
		unordered  bool
	}{
		{2, 2, 5, false}, {3, 3, 3, false}, {4, 4, 2, false}, {2, 1, 5, false}, {3, 1, 3, false}, {3, 2, 3, false},
		{4, 2, 2, false}, {5, 1, 3, false}, {4, 3, 2, false}, {9, 1, 3, false},
		{5, 2, 2, true}, {4, 1, 4, true}, {4, 2, 3, true}, {4, 3, 3, true},
	} {
		game := Game{Items: c.n, Take: c.k, Unordered: c.unordered, Remember: 1 << 20}
		var of []*fortune.Group // of each player
		weight := 0.0
		b := New(game)
		for _, g := range b.Groups {
			weight += g.Weight
			of = append(of, slices.Repeat([]*fortune.Group{g}, len(g.Wagers))...)
		}
		// All together may lose, and a suspect's law; who bets by a whole law of deals neither wins nor loses.
		loses := func(player int) bool { return player == 0 || of[player-1].Kind == fortune.Suspect }
		player := -1 // who does not begin with 1
		err := fairgame.Check(c.n, c.k, c.most, loses, func(sequence [][]int) []float64 {
			b.Reset() // which makes a new one: see TestReset of package audit
			play(b, sequence)
			all := []float64{math.Exp(b.Ln())}
			for _, g := range b.Groups {
				all = append(all, fortunes(g)...)
			}
			if len(sequence) == 0 {
				player = slices.IndexFunc(all, func(v float64) bool { return math.Abs(v-1) > 1e-12 })
			}
			return all
		})
		if err != nil || player >= 0 || weight > 1+1e-12 {
			t.Errorf("deals of %d of %d: %v, player %d begins with another fortune, weights add up to %v", c.k, c.n, err,
				player, weight)
		}
	}
}

// Blocks of neighbours are for many items; here they are tried on few.
func TestFairBlocks(t *testing.T) {
	for _, c := range []struct{ n, k, blocks, most int }{{4, 4, 2, 2}, {4, 4, 3, 2}, {5, 3, 2, 2}, {4, 4, 4, 2},
		{3, 3, 2, 3}} {
		for kind := byPlace; kind <= byChoice; kind++ {
			err := fairgame.Check(c.n, c.k, c.most, fairgame.Never, func(sequence [][]int) []float64 {
				steps, u := c.k, undo.New(c.n)
				if kind == byChoice {
					steps = min(c.k, c.n-1)
				}
				j := newJoint(c.n, steps, kind, c.blocks, fortune.About{}, 1)
				j.chosen = make([]int32, steps)
				for _, deal := range sequence {
					d := make([]int32, len(deal))
					for i, x := range deal {
						d[i] = int32(x)
					}
					u.Choices(undo.Forward, d, nil, j.chosen)
					j.look(d)
					j.Bet()
					j.learn()
				}
				return fortunes(j.Group)
			})
			if err != nil {
				t.Errorf("%+v, kind %d: %v", c, kind, err)
			}
		}
	}
}

// The laws of the statistics are what counting gives.
func TestStatistics(t *testing.T) {
	for n := 2; n < 8; n++ {
		for _, full := range []bool{true, false} {
			statistics := newStatistics(n, full)
			counts := make([]map[int]int, len(statistics))
			for i := range counts {
				counts[i] = make(map[int]int)
			}
			all := fairgame.Deals(n, n)
			if n == 7 && testing.Short() {
				continue
			}
			u, p := undo.New(n), newPattern(n)
			for _, deal := range all {
				v := view{deal: make([]int32, n), inverse: make([]int32, n), choices: make([]int32, n-1)}
				for i, x := range deal {
					v.deal[i], v.inverse[x] = int32(x), int32(i)
					for _, y := range deal[i:] {
						if y < x && full {
							v.inversions++
						}
					}
				}
				u.Choices(undo.Backward, v.deal, nil, v.choices)
				if !full {
					for i := range v.deal {
						v.deal[i] = v.deal[i]*3 + 5 // others, in the same order
					}
					p.of(&v)
				}
				v.falls = laws.Descents(v.inverse)
				for i, s := range statistics {
					counts[i][s.of(&v)]++
				}
			}
			for i, s := range statistics {
				total := 0.0
				for _, p := range s.laws {
					total += p
				}
				if math.Abs(total-1) > 1e-12 {
					t.Errorf("%s of %d: the bins add up to %v", s.about, n, total)
				}
				for v, p := range s.law {
					if got := float64(counts[i][v]) / float64(len(all)); math.Abs(got-p) > 1e-12 {
						t.Errorf("%s of %d: %d has %v, by the law %v", s.about, n, v, got, p)
					}
				}
			}
		}
	}
	// Laws of many items add up to 1, and known means come out.
	checked := 0
	for _, n := range []int{52, 60, 200} {
		for _, s := range newStatistics(n, true) {
			sum, mean := 0.0, 0.0
			for v, p := range s.law {
				sum += p
				mean += float64(v) * p
			}
			harmonic := 0.0
			for i := range n {
				harmonic += 1 / float64(i+1)
			}
			m := float64(n)
			want, known := map[string]float64{
				"the number of swaps that would sort a deal is odd": 0.5, "items stay in place": 1,
				"there are  chains of items in each other's places": harmonic,
				"items are followed by a lower one":                 (m - 1) / 2,
				"items come after the next higher one":              (m - 1) / 2,
				"pairs of items are in reverse order":               m * (m - 1) / 4,
			}[s.about.Thing()]
			checked += map[bool]int{true: 1}[known]
			if math.Abs(sum-1) > 1e-9 || known && math.Abs(mean-want) > 1e-6*want {
				t.Errorf("%s of %d: sum %v, mean %v, want %v", s.about, n, sum, mean, want)
			}
		}
	}
	if checked != 3*6 {
		t.Errorf("%d means are known, not six of each", checked)
	}
}

// Whole windows are told apart, parts of equal beginning as well.
func TestMix(t *testing.T) {
	seen := make(map[[2]uint64][]int32)
	add := func(items []int32) {
		key := mix(items)
		if old, ok := seen[key]; ok && !slices.Equal(old, items) {
			t.Fatalf("%v and %v have the same key", old, items)
		}
		seen[key] = slices.Clone(items)
	}
	for _, d := range fairgame.Deals(6, 6) {
		w := make([]int32, 6)
		for i, x := range d {
			w[i] = int32(x)
		}
		for k := range 7 {
			add(w[:k])
		}
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 100000 {
		w := make([]int32, 1+r.IntN(9))
		for i := range w {
			w[i] = r.Int32N(52)
		}
		add(w)
	}
}
