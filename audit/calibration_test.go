package audit_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/yates-shuffle/yates/audit"
)

var long = flag.Bool("long", false, "calibrate with 20,000 audits of 1,000 deals, longer ones, and 2,000 of 52 "+
	"items, in some minutes")

// A fair shuffle is called biased in at most 1% of audits at α = 0.01, and the mean
// of E after any number of deals is at most 1. The seeds are fixed, so the test
// cannot fail by chance.
func TestCalibration(t *testing.T) {
	cases := []struct{ n, take, audits, deals int }{
		{4, 4, 1000, 40}, {3, 3, 200, 200}, {6, 6, 30, 300}, {10, 3, 300, 100}, {52, 52, 10, 200}, {100, 1, 100, 300},
		{70, 70, 5, 200},
	}
	switch {
	case *long:
		cases = []struct{ n, take, audits, deals int }{{6, 6, 20000, 1000}, {6, 6, 2000, 6000}, {52, 52, 2000, 1000}}
	case testing.Short():
		cases = []struct{ n, take, audits, deals int }{{4, 4, 300, 40}, {52, 52, 3, 40}, {10, 3, 30, 100}}
	}
	for _, c := range cases {
		r := rand.New(rand.NewPCG(uint64(c.n), uint64(c.take)))
		deal := make([]int, c.n)
		alarms := 0
		sum, square := 0.0, 0.0
		a := audit.New(c.n, audit.Options{Take: c.take, Alpha: 0.01})
		for range c.audits {
			a.Reset()
			for range c.deals {
				inOrder(deal)
				r.Shuffle(c.n, func(i, j int) { deal[i], deal[j] = deal[j], deal[i] })
				if err := a.Observe(deal[:c.take]); err != nil {
					t.Fatal(err)
				}
			}
			if a.Alarm() {
				alarms++
			}
			e := math.Exp(a.LogE())
			sum += e
			square += e * e
		}
		audits := float64(c.audits)
		mean := sum / audits
		deviation := math.Sqrt((square/audits - mean*mean) / audits)
		t.Logf("%d of %d items: %d false alarms in %d audits of %d deals; E has a mean of %.3f ± %.3f", c.take, c.n,
			alarms, c.audits, c.deals, mean, deviation)
		if rate := float64(alarms) / audits; rate > 0.01 {
			t.Errorf("%d of %d items: false alarms in %.2f%% of audits", c.take, c.n, 100*rate)
		}
		if mean > 1+3*deviation {
			t.Errorf("%d of %d items: E has a mean of %.3f ± %.3f", c.take, c.n, mean, deviation)
		}
	}
}
