package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// TestFairPlayers is [TestFairGame] for players that need more items than can be
// enumerated: here they have fewer items, and smaller generators.
func TestFairPlayers(t *testing.T) {
	type player struct {
		groups []*fortune.Group
		take   func(deal []int32)
	}
	for name, c := range map[string]struct {
		n, most int
		player  func(n int) player
	}{
		"pairs": {4, 3, func(n int) player {
			p := newPairs(n)
			all := p.spots(1, func(int) string { return "" })
			return player{[]*fortune.Group{all[0].Own(), all[1].Own()}, func(deal []int32) {
				p.Bet(0, deal)
				all[0].(tally).count()
				all[1].(tally).count()
			}}
		}},
		"echoes": {3, 4, func(n int) player {
			e := newEchoes(n, true, math.Log(6), 1)
			var all []*fortune.Group
			for _, x := range e.all {
				all = append(all, x.Group)
			}
			deals := int64(0)
			return player{all, func(deal []int32) {
				e.Bet(deals, deal)
				deals++
			}}
		}},
		"copies": {3, 6, func(n int) player {
			w := newRepeats(&Game{Items: n, Take: n, Remember: 9}, 0, n, math.Log(6), 1, "")
			w.copies = newCopies(w.ln, 1)
			deals := int64(0)
			return player{[]*fortune.Group{w.copies.Group}, func(deal []int32) {
				w.Bet(deals, deal)
				deals++
			}}
		}},
		"classes": {4, 3, func(n int) player {
			s := newStatistic(fortune.Phrase{}, laws.OfNeighbours(2, 2), leastBin, nil)
			table := newTable(fortune.Statistics, fortune.About{}, 1, [][]float64{s.laws})
			table.outcomes = make([]int32, 1)
			return player{[]*fortune.Group{table.Group}, func(deal []int32) {
				same := 0
				for i := 1; i < n; i++ {
					if deal[i]/2 == deal[i-1]/2 {
						same++
					}
				}
				table.outcomes[0] = s.bin[same]
				table.note()
				table.count()
			}}
		}},
	} {
		err := fairgame.Check(c.n, c.n, c.most, fairgame.Never, func(sequence [][]int) (all []float64) {
			p := c.player(c.n)
			deal := make([]int32, c.n)
			for _, d := range sequence {
				for i, x := range d {
					deal[i] = int32(x)
				}
				p.take(deal)
			}
			for _, g := range p.groups {
				all = append(all, fortunes(g)...)
			}
			return all
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Over all sequences of draws, each bet on how they depend on earlier ones has what it began with on average.
func TestFairRelations(t *testing.T) {
	const n, draws = 3, 7
	for name, r := range map[string]*relations{"before": newRelations(n, 1), "copied": newCopied(n, 1),
		"gaps": newGaps(n, 1, func(int) string { return "" })} {
		sums, sequences := make([]float64, len(r.Wagers)), 0
		var follow func(drawn []int32)
		follow = func(drawn []int32) {
			if len(drawn) < draws {
				for x := range int32(n) {
					follow(append(slices.Clone(drawn), x))
				}
				return
			}
			r.Reset()
			for _, x := range drawn {
				r.Bet(0, []int32{x})
			}
			for i := range r.Wagers {
				sums[i] += r.Wagers[i].Value()
			}
			sequences++
		}
		follow(nil)
		for i, sum := range sums {
			if math.Abs(sum/float64(sequences)-1) > 1e-9 {
				t.Errorf("%s, wager %d: the fortunes are %v on average", name, i, sum/float64(sequences))
			}
		}
	}
}

// The probabilities of items at places are those of all paths.
func TestFloatPositions(t *testing.T) {
	sattolo := []suspects.Step{{Place: 3, From: 0, To: 3}, {Place: 2, From: 0, To: 2}, {Place: 1, From: 0, To: 1}}
	all := map[string][]suspects.Step{"sattolo": sattolo}
	for _, s := range suspects.All() {
		if s.Steps != nil {
			all[s.Name] = s.Steps(4)
		}
	}
	for name, steps := range all {
		want := make([]float64, 16)
		var follow func(s []int, steps []suspects.Step, p float64)
		follow = func(s []int, steps []suspects.Step, p float64) {
			if len(steps) == 0 {
				for i, x := range s {
					want[4*i+x] += p
				}
				return
			}
			for i := steps[0].From; i < steps[0].To; i++ {
				next := slices.Clone(s)
				next[i], next[steps[0].Place] = next[steps[0].Place], next[i]
				follow(next, steps[1:], p/float64(steps[0].To-steps[0].From))
			}
		}
		follow([]int{0, 1, 2, 3}, steps, 1)
		for c, got := range floatPositions(4, steps) {
			if math.Abs(got-want[c]) > 1e-12 {
				t.Errorf("%s: item %d at place %d with %v, want %v", name, c%4, c/4, got, want[c])
			}
		}
	}
	if len(all) < 3 {
		t.Errorf("only %d suspects have steps", len(all)-1)
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
						t.Fatalf("%d of %d: item %d was at %d of %v, not %d", c.k, c.n, x, want,
							before[len(before)-lag], names[i])
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
