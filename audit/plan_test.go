package audit

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The bets of a version never change: a laboratory compares the numbers, not the code. If
// this test fails, the same deals get other odds than before. Then raise BetsVersion, add
// a line to the change log in docs/audits.md, and put the new sum here.
func TestBetsVersion(t *testing.T) {
	const version, sum = 1, "0260050ffa25738dd3ea7df1c7f1be122a746f9bf3f98aa897d3da0e80876c1f"
	odds := []float64{
		0.0677673, 51.7367905, 6.7580934, -0.3148748, -0.4402430, -0.2782486, -0.2061850, 2.7015022,
		19.8604083, 13.3843331, 7.0526957, 2.3162850, 9.4268217, 4.8010130, 6.2458154,
	} // as logarithms, of the deals below
	var text strings.Builder
	for i, c := range []struct {
		n, deals int
		o        Options
	}{
		{2, 300, Options{}}, {6, 2000, Options{}}, {8, 300, Options{}}, {20, 100, Options{}}, {52, 60, Options{}},
		{300, 30, Options{}}, {1500, 5, Options{}},
		{6, 300, Options{Take: 1}}, {100, 300, Options{Take: 1}}, {10, 200, Options{Take: 3}},
		{52, 60, Options{Take: 5}}, {20_000, 20, Options{Take: 3}},
		{52, 200, Options{Take: 2, Unordered: true}}, {49, 200, Options{Take: 6, Unordered: true}},
		{1000, 50, Options{Take: 3, Unordered: true}},
	} {
		a := New(c.n, c.o)
		fmt.Fprintln(&text, c.n, a.k, c.o.Unordered)
		for _, g := range a.book.Groups {
			fmt.Fprintf(&text, "%s %s %s %s %q %d %d %.6g\n", g.Kind, g.About.From, g.About.Suspect, g.About.Form,
				g.About.Words(0), g.Rows(), g.Each, g.Weight)
		}
		r := rand.New(rand.NewPCG(uint64(c.n), 14))
		deal := make([]int, c.n)
		for range c.deals {
			for i := range deal {
				deal[i] = i
			}
			for i := range a.k { // the choices of a few steps are skewed, so that there is something to win
				j := i + r.IntN(c.n-i) //biasedshuffle:ok naive to be found
				if i < 3 && r.IntN(8) == 0 {
					j = i
				}
				deal[i], deal[j] = deal[j], deal[i]
			}
			a.Observe(deal[:a.k])
		}
		got := a.Report().Log10E
		if i >= len(odds) || math.Abs(got-odds[i]) > 1e-6 { // the last digits depend on the machine
			t.Errorf("%d of %d items have odds of %.7f", a.k, c.n, got)
		}
	}
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text.String()))); BetsVersion != version || got != sum {
		t.Errorf("the bets of version %d have the sum %s, but those of version %d had %s", BetsVersion, got, version,
			sum)
	}
}
