package bets

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What a book is worth is a number, also where a suspect never makes a choice, or makes a
// deal more than 10³⁰⁸ times as likely as a fair shuffle does.
func TestFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, c := range []struct{ n, k int }{{65, 1}, {65, 2}, {65, 65}, {129, 2}, {130, 130}, {200, 200}, {256, 256}} {
		b := New(Game{Items: c.n, Take: c.k, Remember: 100})
		same := dealt(r, c.n, c.k)
		for d := range int64(40) {
			deal := same
			if d%5 == 4 {
				deal = dealt(r, c.n, c.k)
			}
			b.Bet(deal)
			if ln := b.Ln(); math.IsNaN(ln) || math.IsInf(ln, 0) {
				t.Fatalf("%+v: after deal %d the logarithm of the fortune is %v", c, d+1, ln)
			}
		}
	}
}

// A player who bets on choices that are never made loses all with the first of them.
func TestNever(t *testing.T) {
	b := New(Game{Items: 65, Take: 1, Remember: 100})
	values := func() (all []float64) {
		b.Ln()
		for _, g := range b.Groups {
			if g.About.Suspect == "modulo-6" {
				all = append(all, g.Wagers[0].Value())
			}
		}
		return all
	}
	for d, item := range []int32{3, 64, 5} {
		b.Bet([]int32{item})
		all := values()
		if len(all) == 0 {
			t.Fatal("nobody bets on words of 6 bits")
		}
		for _, v := range all {
			if d == 0 && math.Abs(v-65./64) > 1e-12 || d > 0 && v != 0 {
				t.Errorf("after deal %d, the fortune is %v", d+1, v)
			}
		}
	}
}
