package inside

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// Echoes bet that an order is nearly an earlier one of the same items: but for some swaps, a rotation, or a number
// that is added to all. At some thousand places and after some thousand items, they guess what comes next: a fair order
// has it with the probability 1/m among the m that remain.
type Echoes struct {
	items, each int // one of so many items and places is looked at
	known       []echo
	now         echo
	at, last    int // of the next item, and the one before; −1 if there is none
}

// An echo is what is known of an order, and what the bets are that the present one is nearly the same.
type echo struct {
	says     [echoed][]int32 // see Near.Way; −1 if it is not known
	players  [echoed]guesser
	fortunes [echoed]fortune.Wager
	gone     [echoed]int // guesses that were wrong for sure, as the item had come: no bets, but misses
}

// echoed is how many ways there are to be nearly an earlier order.
const echoed = 3

// mostEchoes is how many places of an order are looked at.
const mostEchoes = 1 << 12

// NewEchoes returns the bets on orders of n items.
func NewEchoes(n int) *Echoes {
	e := &Echoes{items: n, each: (n + mostEchoes - 1) / mostEchoes}
	e.begin()
	return e
}

// begin begins an order, with 1 for each bet.
func (e *Echoes) begin() {
	e.at, e.last, e.now = 0, -1, echo{}
	for way := range echoed {
		e.now.says[way] = slices.Repeat([]int32{-1}, (e.items+e.each-1)/e.each)
		for i := range e.known {
			e.known[i].players[way], e.known[i].fortunes[way], e.known[i].gone[way] = guesser{}, fortune.Begin, 0
		}
	}
}

// Add adds the next item, which must be taken from those that remain.
func (e *Echoes) Add(x int, remain *undo.Remaining) {
	// In each way, an earlier order says by this place or by the last item how far the next one is from item 0 or from
	// the last.
	for way, of := range [echoed]struct{ by, from int }{{e.at, 0}, {e.last, 0}, {e.at, e.last}} {
		if of.by < 0 || of.from < 0 || of.by%e.each > 0 {
			continue
		}
		for i := range e.known {
			k := &e.known[i]
			if far := int(k.says[way][of.by/e.each]); far >= 0 {
				item := int((uint(of.from) + uint(far)) % uint(e.items)) // which 32 bits can hold
				g := guess{item == x || remain.Has(item), item == x}
				if !g.can {
					k.gone[way]++
				}
				k.fortunes[way].Times(k.players[way].pays(g, remain.Left()+1))
			}
		}
		e.now.says[way][of.by/e.each] = int32((uint(x) + uint(e.items-of.from)) % uint(e.items))
	}
	e.at, e.last = e.at+1, x
}

// A Near is how near an order is to the earlier one that guessed best: so many guesses were right, of so many.
type Near struct {
	Way        int // of Echoes: the item at a place, the one after an item, or the distance from the one before
	Did, Could int
	Number     int     // of the earlier order, from 1; 0 if there is none
	Ln         float64 // the logarithm of what 1 has become, of all ways and orders
}

// End ends an order, and returns what it is near.
func (e *Echoes) End() (near Near) {
	ln := math.Inf(-1)
	most := ln
	for i := range e.known {
		for way := range echoed {
			p, own := e.known[i].players[way], e.known[i].fortunes[way].Ln()
			if ln = fortune.LogSum(ln, own); own > most {
				most, near = own, Near{way, int(p.did), int(p.could) + e.known[i].gone[way], i + 1, 0}
			}
		}
	}
	near.Ln = ln - math.Log(float64(max(1, echoed*len(e.known))))
	e.known = append(e.known, e.now)
	e.begin()
	return near
}
