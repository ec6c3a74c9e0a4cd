package audit

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
)

// A game says what the bets are on: deals of some items.
type game struct {
	items, take int
	unordered   bool     // only which items a deal has counts
	kinds       []int    // of items that cannot be told apart; else nil
	remember    int      // deals, to find repeats
	names       []string // of the items; nil means their numbers
}

// name returns the name of an item.
func (g *game) name(number int) string { return label.Item(g.names, number) }

// item returns an item in words.
func (g *game) item(number int) string { return "item " + g.name(number) }

// A book holds all bets of an audit. Their weights add up to 1 at most, and what is not
// bet is kept, so what it is worth is a fortune, too.
type book struct {
	game
	banks   []*bank
	windows []*repeats
	sets    *sets    // nil unless deals are unordered; then there are no banks
	players []player // who bet on each deal as it is: the windows and others
	batch   *batch   // nil if there are many orders
	groups  []*group
	prompt  []*group // those whose fortune is always known: all but the tallies'
	tallies []tally
	cash    float64 // the weight that no group has
	changed []int32 // the deal, by the names of its items
	past    *past   // nil if there are too many items
}

// A player bets on each deal, after that many.
type player interface {
	bet(deals int64, deal []int32)
	reset()
}

// A tally is a bet whose fortune follows from how often things have happened. It costs
// nothing until somebody looks, and then it is computed from the counts. So the alarm
// looks at tallies less often than at other bets, and takes them for nothing in
// between, which is never too much.
type tally interface {
	count() // computes the fortunes
}

// The weights of bets on deals, on pairs of items, on changes since the deal before, on changes since
// earlier ones, on repeats, and on generators.
const (
	weightDeals      = 0.70
	weightPairs      = 0.02
	weightChanges    = 0.15
	weightEarlier    = 0.05
	weightRepeats    = 0.06
	weightGenerators = 0.02
)

// newBook returns the bets on a game.
func newBook(g game) *book {
	b := &book{game: g, cash: 1}
	if b.unordered {
		b.playSets()
	} else {
		b.playDeals()
	}
	for _, g := range b.groups {
		b.cash -= g.weight
		if !g.tallied {
			b.prompt = append(b.prompt, g)
		}
	}
	return b
}

// play adds a player and its bets.
func (b *book) play(p player, groups ...*group) {
	b.players, b.groups = append(b.players, p), append(b.groups, groups...)
}

// playSets adds those who bet on deals without an order.
func (b *book) playSets() {
	b.sets = newSets(b.items, b.take, b.item)
	b.play(b.sets, b.sets.groups()...)
	if b.kinds != nil {
		b.playShoe(weightSetRepeats)
	} else if r := newSetRepeats(&b.game); r != nil {
		b.windows = append(b.windows, r)
		b.play(r, r.group)
	}
}

// playShoe adds those who bet on kinds of items.
func (b *book) playShoe(weight float64) {
	s := newShoe(&b.game, weight)
	b.windows = append(b.windows, s.repeats)
	b.play(s, s.group)
}

// playDeals adds those who bet on deals in order.
func (b *book) playDeals() {
	n, k := b.items, b.take
	b.banks = append(b.banks, newBank(n, k, 0, weightDeals, b.item))
	if k == n || n <= mostNamed {
		b.past, b.changed = newPast(n, k), make([]int32, k)
		b.banks = append(b.banks, newBank(n, k, 1, weightChanges, b.item))
		for lag := 2; lag <= len(b.past.named); lag++ {
			b.banks = append(b.banks, newBank(n, n, lag, weightEarlier/(mostLag-1), b.item))
		}
	}
	for _, bank := range b.banks {
		b.groups = append(b.groups, bank.groups...)
		b.tallies = append(b.tallies, bank.tallies...)
	}
	if k == n && n <= mostOrders {
		b.batch = newBatch(n, len(b.banks))
	}
	if k == n && mostOrders < n && n <= mostPairs {
		p := newPairs(n)
		b.play(p)
		for _, s := range p.spots(weightPairs, b.item) {
			b.groups, b.tallies = append(b.groups, s.group), append(b.tallies, s)
		}
	}
	if k == n && leastGenerated <= n && n <= mostGenerated {
		g, groups := newGenerators(n, weightGenerators)
		b.play(g, groups...)
	}
	if g := newBag(n, k, weightEarlier); g != nil {
		b.play(g, g.group)
	}
	if k == 1 {
		r := newRelations(n, weightPairs+weightGenerators) // which such deals do not have
		b.play(r, r.group)
	}
	if b.kinds != nil {
		b.playShoe(weightRepeats)
		return
	}
	b.windows = newWindows(&b.game, weightRepeats)
	for _, w := range b.windows {
		b.play(w, w.group)
		if w.never != nil {
			b.groups = append(b.groups, w.never)
		}
	}
}

// suspects reports whether there are bets on the laws of suspects.
func (b *book) suspects() bool { return len(b.banks) > 0 && len(b.banks[0].suspected) > 0 }

// reset forgets all deals.
func (b *book) reset() {
	for _, g := range b.groups {
		g.reset()
	}
	for _, bank := range b.banks {
		bank.reset()
	}
	for _, p := range b.players {
		p.reset()
	}
	if b.batch != nil {
		b.batch.reset()
	}
	if b.past != nil {
		b.past.reset()
	}
}

// rest makes nobody bet on generators any more.
func (b *book) rest() {
	for _, p := range b.players {
		if g, ok := p.(*generators); ok {
			g.rest()
		}
	}
}

// bet bets on a deal after that many, and learns from it; sets are in ascending order. It
// reports whether the deal was gathered in a batch, whose bets are settled later.
func (b *book) bet(deals int64, deal []int32) (gathered bool) {
	gathered = b.batch != nil && deals >= b.batch.first
	for i, bank := range b.banks {
		d := deal
		if bank.lag > 0 {
			if deals < int64(bank.lag) {
				continue
			}
			b.past.rename(bank.lag, deal, b.changed)
			d = b.changed
		}
		if gathered {
			b.batch.add(i, d)
		} else {
			bank.take(d)
		}
	}
	if gathered {
		b.batch.size++
	}
	if b.past != nil {
		b.past.add(deal)
	}
	for _, p := range b.players {
		p.bet(deals, deal)
	}
	return gathered
}

// batchFull reports whether it is time to settle a batch, after that many deals in all.
func (b *book) batchFull(deals int64) bool { return b.batch.full(deals) }

// settleBatch settles the bets of a batch, and reports whether there were any.
func (b *book) settleBatch() bool {
	if b.batch == nil || b.batch.size == 0 {
		return false
	}
	b.batch.settle(b.banks)
	return true
}

// settle settles the bets of tables, which are settled for several deals at once.
func (b *book) settle() {
	for _, bank := range b.banks {
		bank.settle()
	}
	if b.sets != nil {
		b.sets.settle()
	}
}

// ln returns the logarithm of what the book is worth, once tables are settled and tallies
// counted.
func (b *book) ln() float64 {
	b.settle()
	for _, t := range b.tallies {
		t.count()
	}
	return b.sum(b.groups)
}

// promptLn is ln with tables and tallies as they are: those for nothing, which is never too
// much.
func (b *book) promptLn() float64 { return b.sum(b.prompt) }

// sum returns the logarithm of the fortune of groups.
func (b *book) sum(groups []*group) float64 {
	sum := b.cash
	for _, g := range groups {
		sum += g.value()
	}
	if !math.IsInf(sum, 1) {
		return math.Log(sum)
	}
	ln := math.Inf(-1)
	for _, g := range groups {
		for row := range g.rows() {
			ln = logSum(ln, g.ln(row)+math.Log(g.weight/float64(g.rows())))
		}
	}
	return ln
}

// positions counts how often the item came to the place, [item][place]; nil if there are too
// many.
func (b *book) positions() [][]int64 {
	if len(b.banks) == 0 || b.banks[0].places == nil {
		return nil
	}
	all := make([][]int64, b.items)
	for x := range all {
		all[x] = make([]int64, b.take)
		for i := range all[x] {
			all[x][i] = b.banks[0].places.count(i, x)
		}
	}
	return all
}

// whole returns the bet on repeats of whole deals; nil if there is none.
func (b *book) whole() *repeats {
	if len(b.windows) == 0 {
		return nil
	}
	return b.windows[0]
}

// repeatPays returns what the player on so many seeds has after one repeat of a whole deal, by
// the part of the coin that was put on it; 0 if there is no such player.
func (b *book) repeatPays(seeds float64) float64 {
	w := b.whole()
	if w == nil {
		return 0
	}
	i := slices.Index(w.seeds, seeds)
	if i < 0 {
		return 0
	}
	orders := w.orders
	if b.kinds != nil { // of the likeliest deal, as the orders are those of the last one
		orders = b.newShoe().orders
	}
	return orders / seeds * w.weight / float64(len(w.seeds))
}

// newShoe returns a new bet on repeats of kinds, like the one of the book.
func (b *book) newShoe() *shoe { return newShoe(&b.game, b.whole().weight) }
