package bets

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
	mostLag   = 2       // deals back, of which the first is looked at most closely: tables deal two decks in turn
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
