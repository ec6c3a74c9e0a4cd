// Package bets has all bets of an audit but those on generators. A [Book] holds them. It takes
// each deal, and knows what they are worth, what each has found, what it would have found, and
// what it expects of a suspect.
package bets

import (
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/generators"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A Book holds all bets of an audit. Their weights add up to 1 at most, and what is not
// bet is kept, so what it is worth is a fortune, too.
type Book struct {
	Game
	Deals   int64 // so far
	banks   []*bank
	Windows []*Repeats // bets on repeats: of whole deals, then of parts
	echoes  *echoes    // nil if orders are few
	players []player   // who bet on each deal as it is: the windows and others
	batch   *batch     // nil if there are many orders
	bets    []bet
	Groups  []*fortune.Group // of all bets
	prompt  []*fortune.Group // those whose fortune is always known: all but the tallies'
	tallies []tally

	cash    float64 // the weight that no group has
	changed []int32 // the deal, by the names of its items
	past    *past   // nil if there are too many items
}

// A bet has a group of wagers.
type bet interface{ Own() *fortune.Group }

// A player bets on each deal, after that many.
type player interface {
	Bet(deals int64, deal []int32)
	Reset()
}

// The weights of bets on deals, on pairs of items, on changes since the deal before, on changes since
// earlier ones, on repeats, on orders that are known, and on generators.
const (
	weightDeals      = 0.70
	weightPairs      = 0.02
	weightChanges    = 0.15
	weightEarlier    = 0.05
	weightRepeats    = 0.05
	weightEchoes     = 0.01
	weightGenerators = 0.02
)

// New returns the bets on a game.
func New(g Game) *Book {
	b := &Book{Game: g, cash: 1}
	if b.Unordered {
		b.playSets()
	} else {
		b.playDeals()
	}
	for _, bet := range b.bets {
		g := bet.Own()
		b.Groups = append(b.Groups, g)
		b.cash -= g.Weight
		if _, ok := bet.(tally); !ok {
			b.prompt = append(b.prompt, g)
		}
	}
	return b
}

// play adds a player and its bets.
func (b *Book) play(p player, bets ...bet) {
	b.players, b.bets = append(b.players, p), append(b.bets, bets...)
}

// tally adds bets whose fortunes are counted.
func (b *Book) tally(all ...tally) {
	for _, t := range all {
		b.bets, b.tallies = append(b.bets, t), append(b.tallies, t)
	}
}

// playSets adds those who bet on deals without an order.
func (b *Book) playSets() {
	s := newSets(b.Items, b.Take, b.item)
	b.play(s, s.member)
	b.tally(s.tallies()...)
	if b.Kinds != nil {
		b.playShoe(weightSetRepeats)
		return
	}
	r := newRepeats(&b.Game, 0, b.Take, laws.LnChoose(b.Items, b.Take), weightSetRepeats, "deals")
	b.Windows = append(b.Windows, r)
	b.play(r, r.Group)
}

// playShoe adds those who bet on kinds of items.
func (b *Book) playShoe(weight float64) {
	s := newShoe(&b.Game, weight)
	b.Windows = append(b.Windows, s.Repeats)
	b.play(s, s.Group)
}

// playDeals adds those who bet on deals in order.
func (b *Book) playDeals() {
	n, k := b.Items, b.Take
	b.banks = append(b.banks, newBank(n, k, 0, weightDeals, b.item))
	if k == n || n <= mostNamed {
		b.past, b.changed = newPast(n, k), make([]int32, k)
		b.banks = append(b.banks, newBank(n, k, 1, weightChanges, b.item))
		for lag := 2; lag <= len(b.past.named); lag++ {
			b.banks = append(b.banks, newBank(n, n, lag, weightEarlier/(mostLag-1), b.item))
		}
	}
	share(b.banks)
	for _, bank := range b.banks {
		b.bets, b.tallies = append(b.bets, bank.bets...), append(b.tallies, bank.tallies...)
	}
	if k == n && n <= mostOrders {
		b.batch = newBatch(n, len(b.banks))
	}
	if k == n && mostOrders < n && n <= mostPairs {
		p := newPairs(n)
		b.play(p)
		b.tally(p.spots(weightPairs, b.item)...)
	}
	if k == n && generators.Least <= n && n <= generators.Most {
		g, groups := generators.New(n, weightGenerators)
		b.play(g)
		for _, g := range groups {
			b.bets = append(b.bets, g)
		}
	}
	if g := newBag(n, k, weightEarlier); g != nil {
		b.play(g, g.Group)
	}
	if k == 1 {
		const weight = weightPairs + weightGenerators // which such deals do not have
		all := []*relations{newRelations(n, weight/2), newCopied(n, weight/4)}
		if n <= mostRelated {
			all = append(all, newGaps(n, weight/4, b.item))
		}
		for _, r := range all {
			b.play(r, r.Group)
		}
	}
	if b.Kinds != nil {
		b.playShoe(weightRepeats)
		return
	}
	b.Windows = newWindows(&b.Game, weightRepeats)
	if ln := b.Windows[0].ln; ln >= leastEchoed {
		b.echoes = newEchoes(k, ln, weightEchoes)
		b.play(b.echoes, b.echoes.unshuffled, b.echoes.before)
	}
	for _, w := range b.Windows {
		b.play(w, w.Group)
		if w.never != nil {
			b.bets = append(b.bets, w.never)
		}
	}
}

// Suspects reports whether there are bets on the laws of suspects.
func (b *Book) Suspects() bool { return len(b.banks) > 0 && len(b.banks[0].laws) > 0 }

// Reset forgets all deals.
func (b *Book) Reset() {
	b.Deals = 0
	for _, g := range b.Groups {
		g.Reset()
	}
	for _, bank := range b.banks {
		bank.reset()
	}
	for _, p := range b.players {
		p.Reset()
	}
	if b.batch != nil {
		b.batch.reset()
	}
	if b.past != nil {
		b.past.reset()
	}
}

// Rest makes nobody bet on generators any more.
func (b *Book) Rest() {
	for _, p := range b.players {
		if g, ok := p.(*generators.Player); ok {
			g.Rest()
		}
	}
}

// Bet bets on the next deal, and learns from it; sets are in ascending order.
func (b *Book) Bet(deal []int32) {
	deals := b.Deals
	gathered := b.batch != nil && deals >= b.batch.first
	if gathered && deals >= b.batch.end {
		b.batch.begin(deals, b.banks)
	}
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
	if b.past != nil {
		b.past.add(deal)
	}
	for _, p := range b.players {
		p.Bet(deals, deal)
	}
	b.Deals++
}

// Pause returns for how many deals nobody need look at the evidence: with few items there are few orders, so it takes
// less time to settle more bets at once.
func (b *Book) Pause() int64 {
	deals := b.Deals
	switch {
	case b.batch != nil && deals >= b.batch.first:
		return b.batch.left(deals)
	case b.Items > MostLaws:
		return min(max(deals/16, 1), 64)
	}
	return min(max(deals/64, 1), 16)
}

// Recount returns for how many deals nobody need count tallies.
func (b *Book) Recount() int64 {
	if b.Items > MostLaws { // as large tables take long
		return b.Deals / 4
	}
	return b.Deals / 8
}

// Settle settles the bets that wait, as they are settled for several deals at once. When it is called changes nothing
// but the last digits.
func (b *Book) Settle() {
	if b.batch != nil {
		b.batch.settle(b.banks)
	}
}

// Ln returns the logarithm of what the book is worth, once bets are settled and tallies counted.
func (b *Book) Ln() float64 {
	b.Settle()
	for _, t := range b.tallies {
		t.count()
	}
	return b.sum(b.Groups)
}

// PromptLn is Ln without tallies, which is never too much.
func (b *Book) PromptLn() float64 { return b.sum(b.prompt) }

// sum returns the logarithm of the fortune of groups.
func (b *Book) sum(groups []*fortune.Group) float64 {
	sum := b.cash
	for _, g := range groups {
		sum += g.Value()
	}
	if !math.IsInf(sum, 1) {
		return math.Log(sum)
	}
	ln := math.Inf(-1)
	for _, g := range groups {
		for row := range g.Rows() {
			ln = fortune.LogSum(ln, g.Ln(row)+math.Log(g.Weight/float64(g.Rows())))
		}
	}
	return ln
}

// Positions counts how often the item came to the place, [item][place]; nil if there are too
// many.
func (b *Book) Positions() [][]int64 {
	if len(b.banks) == 0 || b.banks[0].places == nil {
		return nil
	}
	all := make([][]int64, b.Items)
	for x := range all {
		all[x] = make([]int64, b.Take)
		for i := range all[x] {
			all[x][i] = b.banks[0].places.times(i, x)
		}
	}
	return all
}

// Whole returns the bet on repeats of whole deals; nil if there is none.
func (b *Book) Whole() *Repeats {
	if len(b.Windows) == 0 {
		return nil
	}
	return b.Windows[0]
}

// Repeating reports whether there are repeats that are a surprise, but not three yet, which may be alike or not.
func (b *Book) Repeating() bool {
	w := b.Whole()
	return w != nil && 0 < w.Repeated && w.Repeated < 3 && w.surprises()
}

// Explains reports whether deals repeat as a bet on repeats says: all as often and nowhere more than elsewhere, as from
// few seeds, or all but those by chance soon after the deal that they repeat.
func (b *Book) Explains(g *fortune.Group) bool {
	for _, w := range b.Windows {
		if w.Group == g {
			return w.spread()
		}
	}
	if b.echoes == nil || g != b.echoes.before {
		return true
	}
	chance := b.Whole().expected()
	return float64(b.Whole().Repeated)-b.echoes.again <= chance+4*math.Sqrt(chance)
}

// RepeatPays returns what the player on so many seeds has after one repeat of a whole deal, by
// the part of the coin that was put on it; 0 if there is no such player.
func (b *Book) RepeatPays(seeds float64) float64 {
	w := b.Whole()
	if w == nil {
		return 0
	}
	i := slices.Index(w.seeds, seeds)
	if i < 0 {
		return 0
	}
	orders := w.orders
	if b.Kinds != nil { // of the likeliest deal, as the orders are those of the last one
		orders = b.NewShoe().orders
	}
	return orders / seeds * w.Weight / float64(len(w.seeds))
}

// NewShoe returns a new bet on repeats of kinds, like the one of the book.
func (b *Book) NewShoe() *Shoe { return newShoe(&b.Game, b.Whole().Weight) }
