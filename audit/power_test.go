package audit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// dealsTo returns how many deals it takes to evidence of a million, or most+1.
func dealsTo(n int, s suspects.Suspect, seed uint64, most int64) int64 {
	r := rand.New(rand.NewPCG(seed, 1))
	a := audit.New(n, audit.Options{})
	deal := make([]int, n)
	for !a.Alarm() && a.Deals() < most {
		for i := range deal {
			deal[i] = i
		}
		s.Shuffle(deal, r.IntN)
		if err := a.Observe(deal); err != nil {
			return a.Deals() + 1
		}
	}
	if !a.Alarm() {
		return most + 1
	}
	return a.Deals()
}

func medianDeals(n int, s suspects.Suspect, runs int, most int64) int64 {
	var all []int64
	for seed := range runs {
		all = append(all, dealsTo(n, s, uint64(seed), most))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// The table of the documentation: the median of the deals that it takes to know, to
// a million to one, over 21 audits.
func TestPower(t *testing.T) {
	for _, c := range []struct {
		suspect suspects.Suspect
		goal    int64
	}{
		{suspects.Naive(), 75}, {suspects.NaiveBackward(), 75}, {suspects.NaiveShort(), 55},
		{suspects.Sattolo(), 7}, {suspects.SkipFirst(), 8}, {suspects.SkipLast(), 32},
		{suspects.Modulo(8), 300}, {suspects.Scaled(8), 500},
		{suspects.Riffle(5), 8}, {suspects.Riffle(6), 16}, {suspects.Riffle(7), 65}, {suspects.Riffle(8), 400},
		{suspects.InsertionSort(), 11}, {suspects.MergeSort(), 11}, {suspects.BubbleSort(), 11}, {suspects.QuickSort(), 11},
		{suspects.TopToRandom(), 5}, {suspects.Transpositions(), 50},
		{suspects.Seeded(8), 1000}, {suspects.Seeded(16), 1000}, {suspects.XORSwap(), 3},
	} {
		got := medianDeals(52, c.suspect, 21, 2000)
		t.Logf("%-16s %5d deals, goal %d", c.suspect.Name, got, c.goal)
		if got > c.goal {
			t.Errorf("%s took %d deals, want at most %d", c.suspect.Name, got, c.goal)
		}
	}
}

func BenchmarkObserve(b *testing.B) {
	for _, n := range []int{6, 52, 200} {
		b.Run(map[int]string{6: "6", 52: "52", 200: "200"}[n], func(b *testing.B) {
			a := audit.New(n, audit.Options{})
			r := rand.New(rand.NewPCG(1, 2))
			deals := make([][]int, 1<<12)
			for i := range deals {
				deals[i] = r.Perm(n)
			}
			i := 0
			for b.Loop() {
				a.Observe(deals[i&(1<<12-1)])
				if i++; i&(1<<12-1) == 0 {
					for _, d := range deals {
						r.Shuffle(n, func(i, j int) { d[i], d[j] = d[j], d[i] })
					}
				}
			}
			if math.IsInf(a.LogE(), 1) {
				b.Log("a fair shuffle got infinite evidence")
			}
			b.ReportMetric(1e9/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "deals/s")
		})
	}
}
