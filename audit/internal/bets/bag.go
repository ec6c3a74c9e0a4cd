package bets

import (
	"fmt"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A bag bets that deals of k items are drawn from a bag without replacement, and that the
// bag is filled again after b = n/k deals. Each of the b deals that may be the first of
// a bag has a wager. With m items known to be gone the bet on each of the others, for the
// next place, is 1/(n−m) in place of 1/n, and for the places after it alike.
type bag struct {
	*fortune.Group
	factors []float64 // of a deal from a bag, by the number of deals before it
	last    []int64   // number of the deal that had the item last, from 1
}

const mostBag = 64 // deals

// newBag returns nil if a bag has fewer than two deals, or too many.
func newBag(n, k int, weight float64) *bag {
	deals := n / k
	if deals < 2 || deals > mostBag {
		return nil
	}
	about := fortune.About{From: fortune.Change,
		Text: fortune.Plainly(fmt.Sprintf("items do not come again within %d deals, as from a bag", deals))}
	b := &bag{Group: fortune.NewGroup(fortune.Learned, about, weight, 1, deals), last: make([]int64, n)}
	for gone := range deals {
		factor := 1.0
		for i := range k {
			factor *= float64(n-i) / float64(n-gone*k-i)
		}
		b.factors = append(b.factors, factor)
	}
	return b
}

// Bet settles the bets on a deal after that many.
func (b *bag) Bet(deals int64, deal []int32) {
	youngest := int64(0)
	for _, x := range deal {
		youngest = max(youngest, b.last[x])
		b.last[x] = deals + 1
	}
	each := int64(len(b.Wagers))
	for first := range each {
		if b.Wagers[first].Ruined() {
			continue
		}
		gone := min((deals+each-first)%each, deals)
		if youngest > deals-gone {
			b.Wagers[first].Times(0)
		} else {
			b.Wagers[first].Times(b.factors[gone])
		}
	}
}

func (b *bag) Reset() {
	b.Group.Reset()
	clear(b.last)
}
