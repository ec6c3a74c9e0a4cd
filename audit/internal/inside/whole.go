package inside

import (
	"hash/maphash"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// Wholes bet on whole orders of the same items, one after the other, such as epochs: that one is an earlier one
// again, its reverse, its inverse or its complement. An order is known by the sum of hashes of its places with their
// items, of 64 bits, by a random key: that two different ones agree has a probability that the promise about false
// alarms leaves out.
//
// Each of the s orders that are known has the probability 1/n! if the next is fair, and the bet on it is 1/s of the
// stake: so the stake becomes n!/s or nothing.
type Wholes struct {
	key   uint64
	items int
	known map[uint64]Known
}

// Known is an order that came.
type Known struct {
	Number  int    // of the order, from 1
	Changed bool   // it is how that one differs from the one before
	Turned  string // "the reverse of " it, and so on, or ""
}

// NewWholes returns the bets on orders of n items.
func NewWholes(n int) *Wholes {
	return &Wholes{maphash.Comparable(maphash.MakeSeed(), n), n, make(map[uint64]Known)}
}

// A Sum is an order, and how it can be turned, as known so far.
type Sum struct{ order, reverse, inverse, complement uint64 }

// Add adds the item at a place.
func (w *Wholes) Add(s *Sum, place, item int) {
	hash := func(a, b int) uint64 { // SplitMix64
		z := (uint64(a)<<32 | uint64(b)) ^ w.key
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	s.order += hash(place, item)
	s.reverse += hash(w.items-1-place, item)
	s.inverse += hash(item, place)
	s.complement += hash(place, w.items-1-item)
}

// Bet settles the bet on a whole order, and returns which one it is again, and the logarithm of what 1 becomes.
func (w *Wholes) Bet(s Sum) (again Known, ln float64) {
	if again, ok := w.known[s.order]; ok {
		return again, laws.LnFactorial(w.items) - math.Log(float64(len(w.known)))
	}
	return Known{}, math.Inf(-1)
}

// Learn makes an order known.
func (w *Wholes) Learn(s Sum, number int, changed bool) {
	turns := map[string]uint64{"": s.order, "the reverse of ": s.reverse, "the inverse of ": s.inverse,
		"the complement (n − 1 − x in place of x) of ": s.complement}
	for turned, sum := range turns {
		if was, ok := w.known[sum]; !ok || was.Turned > turned {
			w.known[sum] = Known{number, changed, turned}
		}
	}
}
