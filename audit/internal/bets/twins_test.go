package bets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

func same(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b))
}

func dealt(r *rand.Rand, n, k int) []int32 {
	deal := make([]int32, k)
	for i, x := range r.Perm(n)[:k] {
		deal[i] = int32(x)
	}
	return deal
}

// A table that counts has what it would have after one bet after the other.
func TestTablesCount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		n, k, deals int
		skew        bool
	}{{3, 3, 200, false}, {20, 20, 300, false}, {50, 7, 300, false}, {40, 40, 300, true}, {2, 2, 110_000, false}} {
		laws := make([][]float64, c.k)
		for row := range laws {
			sum := 0.0
			for range c.n {
				p := 1.0
				if c.skew {
					p += r.Float64()
				}
				laws[row] = append(laws[row], p)
				sum += p
			}
			for x := range laws[row] {
				laws[row][x] /= sum
			}
		}
		var fast, mirror *table
		if c.skew {
			fast = newTable("", fortune.About{}, 1, laws)
		} else {
			rows := make([]int, c.k)
			for i := range rows {
				rows[i] = c.n
			}
			fast = newUniformTable("", fortune.About{}, 1, rows)
			if c.k == c.n {
				mirror = fast.newMirror("", fortune.About{}, 1)
			}
		}
		counts := make([][]float64, c.k)
		slow, slowMirror := make([][2]float64, c.k), make([][2]float64, c.n)
		for row := range counts {
			counts[row] = make([]float64, c.n)
		}
		for d := range c.deals {
			deal := dealt(r, c.n, c.k)
			if d%3 == 0 {
				slices.Sort(deal) // a bias
			}
			fast.outcomes = deal
			fast.note()
			for row, x := range deal {
				for i, strength := range fast.strengths(row) {
					ln := math.Log((counts[row][x]/laws[row][x] + strength) / (float64(d) + strength))
					slow[row][i] += ln
					slowMirror[x][i] += ln
				}
				counts[row][x]++
			}
		}
		fast.count()
		for row := range slow {
			for i := range learners {
				if got := fast.Wagers[2*row+i].Ln(); !same(got, slow[row][i]) {
					t.Errorf("%+v: player %d of row %d has %v, want %v", c, i, row, got, slow[row][i])
				}
				if mirror != nil && !same(mirror.Wagers[2*row+i].Ln(), slowMirror[row][i]) {
					t.Errorf("%+v: player %d of the mirror's row %d has %v, want %v", c, i, row,
						mirror.Wagers[2*row+i].Ln(), slowMirror[row][i])
				}
			}
			for x, count := range counts[row] {
				if fast.times(row, x) != int64(count) || mirror != nil && mirror.times(x, row) != int64(count) {
					t.Errorf("%+v: row %d had the outcome %d %v times, not %d", c, row, x, count, fast.times(row, x))
				}
			}
		}
	}
}

// A bank that settles a batch bets on each deal what it would have at the beginning.
func TestBatchesSettle(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for lag := range 3 {
			item := func(int) string { return "" }
			fast, slow := newBank(n, n, lag, 1, item), newBank(n, n, lag, 1, item)
			batch := newBatch(n, 1)
			r := rand.New(rand.NewPCG(uint64(n), uint64(lag)))
			for round := range 4 {
				counts := make([]int32, len(batch.orders))
				deals := int64(0)
				for rank := range counts {
					counts[rank] = r.Int32N(4)
					if round == 3 {
						counts[rank] *= 60
					}
					deals += int64(counts[rank])
				}
				if deals == 0 {
					continue
				}
				fast.learnBatch()
				fast.enter(deals)
				early := make([]int32, len(counts)) // some bets are settled before the others
				for rank := range counts {
					early[rank] = r.Int32N(counts[rank] + 1)
					counts[rank] -= early[rank]
				}
				fast.settleBatch(batch.orders, early)
				fast.settleBatch(batch.orders, counts)
				for rank := range counts {
					counts[rank] += early[rank]
				}
				slow.enter(deals)
				learn := []func(){}
				for rank, count := range counts {
					for range count {
						slow.look(batch.orders[rank])
						for _, j := range slow.joints {
							j.Bet(1)
						}
						for _, l := range slow.playing {
							l.pay(l.Playing(), slow)
						}
						for _, table := range slow.tables {
							table.note()
						}
						for _, j := range slow.joints {
							for _, cell := range slices.Clone(j.cell[j.first:]) {
								learn = append(learn, func() { j.cells[cell] += j.gain[cell] })
							}
						}
					}
				}
				for _, l := range learn {
					l()
				}
				for _, j := range slow.joints {
					j.deals += float64(deals)
				}
				slow.deals += float64(deals)
				for i := range fast.tallies {
					fast.tallies[i].count()
					slow.tallies[i].count()
				}
				for i, bet := range fast.bets {
					g := bet.Own()
					for w := range g.Wagers {
						if got, want := g.Wagers[w].Ln(), slow.bets[i].Own().Wagers[w].Ln(); !same(got, want) {
							t.Fatalf("%d items, change since %d: player %d of %q has %v, want %v", n, lag, w,
								g.About.Text(0), got, want)
						}
					}
				}
			}
		}
	}
}

// The sums of the weights of the items left are what adding them gives.
func TestWeigh(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, c := range []struct{ n, k, blocks int }{{5, 5, 5}, {20, 20, 20}, {20, 3, 20}, {52, 52, 52}, {52, 5, 52},
		{52, 2, 52}, {52, 1, 52}, {52, 52, 8}, {64, 64, 64}, {70, 70, 32}, {200, 30, 32}} {
		for kind := byPlace; kind <= byNeighbour; kind++ {
			j := newJoint(c.n, c.k, kind, c.blocks, fortune.About{}, 1)
			for d := range 60 {
				deal := dealt(r, c.n, c.k)
				if d%4 == 0 {
					slices.Sort(deal)
				}
				j.look(deal)
				j.weigh()
				for i := j.first; i < c.k; i++ {
					want := 0.0
					for x := range int32(c.n) {
						if !slices.Contains(deal[:i], x) {
							want += j.cells[j.row[i]+j.block[x]]
						}
					}
					if math.Abs(j.rest[i]-want) > 1e-9*float64(c.n*d+1) {
						t.Fatalf("%+v, kind %d, deal %d: at place %d the weights left add up to %v, not %v", c, kind, d,
							i, want, j.rest[i])
					}
				}
				j.learn()
			}
		}
	}
}
