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
		var fast *table
		if c.skew {
			fast = newTable("", fortune.About{}, 1, laws)
		} else {
			rows := make([]int, c.k)
			for i := range rows {
				rows[i] = c.n
			}
			fast = newUniformTable("", fortune.About{}, 1, rows)
		}
		counts := make([][]float64, c.k)
		slow := make([][2]float64, c.k)
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
				for i, strength := range fast.chanceOf(row, 0).priors {
					slow[row][i] += math.Log((counts[row][x]/laws[row][x] + strength) / (float64(d) + strength))
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
			}
			for x, count := range counts[row] {
				if fast.times(row, x) != int64(count) {
					t.Errorf("%+v: row %d had the outcome %d %v times, not %d", c, row, x, count, fast.times(row, x))
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
