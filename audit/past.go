package audit

import "fmt"

// The past names the items of the next deal by the deals before: by how recently they
// were dealt, those of the last deal first, in the order of its places. So if deals have
// all items, an item's name is its place in the deal before. The names are known before
// the deal, so the deal in these names is as uniform as the deal itself; but not if a
// shuffle depends on what was dealt.
type past struct {
	named  [][]int32 // names of the items: before the last deals, in turn
	deals  int
	recent []int32 // items, the most recent first; nil if deals have all items
	dealt  []int32 // 1 for the items of a deal
}

const (
	mostLag   = 4       // deals back, of which the first is looked at most closely
	mostNamed = 1 << 14 // items; for more, only whole deals, and only the last one
)

func newPast(n, k int) *past {
	lags := 1
	if k == n && n <= mostNamed {
		lags = mostLag
	}
	p := &past{}
	for range lags {
		p.named = append(p.named, make([]int32, n))
	}
	if k < n {
		p.recent, p.dealt = make([]int32, n), make([]int32, n)
	}
	p.reset()
	return p
}

func (p *past) reset() {
	p.deals = 0
	for i := range p.recent { // as if the last item had been dealt first
		x := int32(len(p.recent) - 1 - i)
		p.recent[i], p.named[0][x] = x, int32(i)
	}
}

// rename returns a deal in the names by the deal that many before.
func (p *past) rename(lag int, deal, names []int32) {
	name := p.named[(p.deals-lag)%len(p.named)]
	for i, x := range deal {
		names[i] = name[x]
	}
}

func (p *past) add(deal []int32) {
	name := p.named[p.deals%len(p.named)]
	p.deals++
	if p.recent == nil {
		for i, x := range deal {
			name[x] = int32(i)
		}
		return
	}
	end := int32(0)
	for _, x := range deal {
		end = max(end, name[x]+1)
		p.dealt[x] = 1
	}
	// The others move behind the deal. Each is put down, and if it was dealt the next one
	// takes its place: a branch would be foretold wrong.
	recent := p.recent[:end]
	j := end - 1
	for i := end - 1; i >= 0; i-- {
		x := recent[i]
		recent[j], name[x] = x, j
		j -= 1 - p.dealt[x]
	}
	copy(recent, deal)
	for i, x := range deal {
		name[x] = int32(i)
		p.dealt[x] = 0
	}
}

// A bag bets that deals of k items are drawn from a bag without replacement, and that the
// bag is filled again after b = n/k deals. Each of the b deals that may be the first of
// a bag has a wager. With m items known to be gone the bet on each of the others, for the
// next place, is 1/(n−m) in place of 1/n, and for the places after it alike.
type bag struct {
	*group
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
	about := about{from: "change", text: plainly(fmt.Sprintf("items do not come again within %d deals, as from a bag", deals))}
	b := &bag{group: newGroup("learned", about, weight, 1, deals), last: make([]int64, n)}
	for gone := range deals {
		factor := 1.0
		for i := range k {
			factor *= float64(n-i) / float64(n-gone*k-i)
		}
		b.factors = append(b.factors, factor)
	}
	return b
}

// bet settles the bets on a deal after that many.
func (b *bag) bet(deals int64, deal []int32) {
	youngest := int64(0)
	for _, x := range deal {
		youngest = max(youngest, b.last[x])
		b.last[x] = deals + 1
	}
	each := int64(len(b.wagers))
	for first := range each {
		if b.wagers[first].ruined() {
			continue
		}
		gone := min((deals+each-first)%each, deals)
		if youngest > deals-gone {
			b.wagers[first].times(0)
		} else {
			b.wagers[first].times(b.factors[gone])
		}
	}
}

func (b *bag) reset() {
	b.group.reset()
	clear(b.last)
}
