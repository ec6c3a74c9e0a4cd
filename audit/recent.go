package audit

import (
	"iter"
	"slices"
)

// A recent remembers the last deals. Each player of a suspect who bets on a late change
// begins when its turn comes, so their fortunes are of different deals and cannot be
// compared. The deals since the change can: all suspects are weighed on the same ones.
type recent struct {
	n, k  int
	deals []uint8 // in turn, k items each; there are at most bets.MostLaws items, so a byte holds one
	count int
}

// mostRecent is how many deals are remembered.
const mostRecent = 4096

func (r *recent) note(deal []int32) {
	at := r.count % mostRecent * r.k
	r.count++
	if at == len(r.deals) {
		for _, x := range deal {
			r.deals = append(r.deals, uint8(x))
		}
		return
	}
	for i, x := range deal {
		r.deals[at+i] = uint8(x)
	}
}

// last returns that many of the last deals, in turn; or the changes between them, in which an item's name is its place
// in the deal before, or before the shuffle.
func (r *recent) last(deals int, changes bool) iter.Seq[[]int32] {
	return func(yield func(deal []int32) bool) {
		deal, place := make([]int32, r.k), make([]int32, r.n)
		for x := range place {
			place[x] = int32(x)
		}
		for back := deals; back > 0; back-- {
			now := r.deals[(r.count-back)%mostRecent*r.k:][:r.k]
			for i, x := range now {
				if deal[i] = int32(x); changes {
					deal[i] = place[x]
				}
			}
			for i, x := range now {
				place[x] = int32(i)
			}
			if (back < deals || deals == r.count || !changes) && !yield(deal) {
				return
			}
		}
	}
}

// fresh returns the deals, each once, and not that in which nothing moved.
func (r *recent) fresh() *recent {
	only, still := &recent{n: r.n, k: r.k}, make([]byte, r.k)
	for x := range still {
		still[x] = uint8(x)
	}
	came := map[string]bool{string(still): true}
	for deal := range slices.Chunk(r.deals, r.k) {
		if !came[string(deal)] {
			came[string(deal)] = true
			only.deals = append(only.deals, deal...)
			only.count++
		}
	}
	return only
}

// edited reports whether different deals agree at more places than fair ones do, in one of 1,000 audits at most: two
// fair deals agree at m of k places with a probability of C(k,m)·(n−m)!/n! at most.
func (r *recent) edited() bool {
	if r == nil {
		return false
	}
	deals := slices.Collect(slices.Chunk(r.fresh().deals, r.k))
	deals = deals[max(0, len(deals)-mostPainted):]
	least, due := 0, float64(len(deals)*len(deals)/2) // pairs that agree
	for ; least < r.k && due > 1e-3; least++ {
		due *= float64(r.k-least) / float64(least+1) / float64(r.n-least)
	}
	for i, deal := range deals {
		for _, before := range deals[:i] {
			agree := 0
			for place, x := range deal {
				if x == before[place] {
					agree++
				}
			}
			if agree >= least {
				return true
			}
		}
	}
	return false
}

func (r *recent) reset() { r.count, r.deals = 0, r.deals[:0] }
