package inside

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// This file bets that an order comes from Fisher and Yates' shuffle with choices that are made of random words of few
// values. Under a fair shuffle the choices of either direction are independent, and uniform among what is left, so the
// product over all choices of what one pays is a fair game. It is settled when the whole order is known.

// MostChosen is the most items of an order whose choices are looked at, as they take 24 bytes an item.
const MostChosen = 1 << 22

// A Maker makes choices of words of so many values.
type Maker struct {
	Words    uint64
	Scaled   bool // the choice is ⌊w·k/Words⌋, else w % k
	Backward bool // places are swapped from the last to the first, else from the first to the last
}

// String says what the choices are. Numbers of values near each other are hardly told apart.
func (m Maker) String() string {
	words, made := fmt.Sprintf("%d values", m.Words), "remainders"
	switch {
	case m.Words&(m.Words+1) == 0:
		words = fmt.Sprintf("2^%d-1 values", bits.Len64(m.Words))
	case m.Words > 2 && m.Words&(m.Words-1) == 0:
		words = fmt.Sprintf("%d bits", bits.Len64(m.Words)-1)
	}
	if m.Scaled {
		made = "scaled fractions"
	}
	way := "first place to the last"
	if m.Backward {
		way = "last place to the first"
	}
	return fmt.Sprintf("swaps from the %s with choices that are %s of words of about %s", way, made, words)
}

// pays returns the logarithm of what a bet on a choice among k pays: how often words make it, by how often it is fair.
func (m Maker) pays(choice, k int) float64 {
	c, n, made := uint64(choice), uint64(k), uint64(0)
	if m.Scaled {
		made = ((c+1)*m.Words+n-1)/n - (c*m.Words+n-1)/n
	} else if made = m.Words / n; c < m.Words%n {
		made++
	}
	return math.Log(float64(made) * float64(k) / float64(m.Words))
}

// Made returns the logarithm of what 1 becomes that is bet on all makers alike, those that so many items can tell
// from fair ones, and the maker that makes the order most likely, if what it gains is what it does where it is the
// maker, and all but those with nearly as many words are far behind. (Remainders of fewer words than items, from the
// first place on, are those of a shuffle buffer, which players know.)
func Made(order []int32) (best *Maker, ln float64) {
	n, choices := len(order), chosen(order)
	all, most := make(map[Maker]float64), math.Inf(-1)
	ln, best = most, &Maker{}
	for _, words := range []uint64{1 << 15, 1 << 16, 1 << 24, 1 << 31, 1 << 32, 1<<15 - 1, 1<<16 - 1, 1<<31 - 1,
		1<<32 - 1, 1e3, 1e4, 1e5, 1e6, 1e9} {
		if w := float64(words); float64(n)*float64(n)*float64(n) < w*w {
			continue
		}
		for way := range 4 {
			m := Maker{words, way&1 > 0, way&2 > 0}
			if way == 0 && words < uint64(n) {
				continue
			}
			own := m.follow(choices[way>>1])
			if all[m], ln = own, fortune.LogSum(ln, own); own > most {
				best, most = &m, own
			}
		}
	}
	if len(all) == 0 {
		return nil, 0
	}
	odds, leader := math.Log(fortune.ClearOdds), best
	for m, own := range all {
		if m == *leader {
			mean, variance := m.expected(n)
			if own < leastGain || math.Abs(own-mean) > mostApart*math.Sqrt(variance) {
				best = nil
			}
		} else if near := m.Scaled == leader.Scaled && m.Backward == leader.Backward &&
			max(m.Words, leader.Words)-min(m.Words, leader.Words) == 1; own > most-odds && !near {
			best = nil
		}
	}
	return best, ln - math.Log(float64(len(all)))
}

// A maker is named if it gains at least leastGain, as less is also had from makers of other words, and that is at most
// mostApart standard deviations from what it should be.
const (
	leastGain = 100
	mostApart = 5
)

// expected returns the mean and the variance of what a maker gains where it makes the choices of n items: each choice
// comes from q words or from one more.
func (m Maker) expected(n int) (mean, variance float64) {
	words := float64(m.Words)
	for k := 2; k <= n; k++ {
		q, r, all := math.Floor(words/float64(k)), float64(m.Words%uint64(k)), float64(k)
		of, square := 0.0, 0.0
		for _, by := range [...][2]float64{{q, all - r}, {q + 1, r}} { // words of a choice, and so many choices
			if by[0] > 0 {
				p, ln := by[0]*by[1]/words, math.Log(by[0]*all/words)
				of, square = of+p*ln, square+p*ln*ln
			}
		}
		mean, variance = mean+of, variance+square-of*of
	}
	return mean, variance + 1
}

// follow returns the logarithm of what 1 becomes that is bet on all choices.
func (m Maker) follow(choices []int32) (ln float64) {
	for step, choice := range choices {
		if ln += m.pays(int(choice), len(choices)+1-step); math.IsInf(ln, -1) {
			break
		}
	}
	return ln
}

// chosen returns the choices of an order, from the first place to the last and back.
func chosen(order []int32) (choices [2][]int32) {
	u := undo.New(len(order))
	for way, f := range [...]undo.Form{undo.Forward, undo.Backward} {
		choices[way] = make([]int32, len(order)-1)
		u.Choices(f, order, nil, choices[way])
	}
	return choices
}
