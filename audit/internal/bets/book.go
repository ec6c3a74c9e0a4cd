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

// A Book holds all bets of an audit. Their weights add up to 1, so what it is worth is a fortune, too.
type Book struct {
	Game
	Deals   int64              // so far
	banks   []*bank            // who bet on deals, and on how each differs from the last and the one before
	Windows []*Repeats         // bets on repeats: of whole deals, then of parts
	echoes  []*echo            // none if orders are few
	copies  *copies            // nil if orders are few, or deals are sets
	known   *generators.Player // nil if items are too few or too many
	players []player           // who bet on each deal as it is: the windows and others
	bets    []bet
	Groups  []*fortune.Group // of all bets
	prompt  []*fortune.Group // those whose fortune is always known: all but the tallies'
	tallies []tally

	changed []int32 // the deal, by the names of its items
	past    *past   // nil if there are too many items
}

// A player bets on each deal, after that many.
type player interface {
	Bet(deals int64, deal []int32)
	Reset()
}

// A stake is the part of the coin that a kind of bets has, beside that of the other kinds. A larger one finds a mistake
// sooner, by the logarithm of the ratio; the promise about false alarms holds for any. What kinds would have that do
// not apply to a game, the others have.
type stake struct {
	weight float64
	play   func(b *Book, weight float64)
}

// The stakes on whole deals, on parts of them, which both have those on orders, on single items, and on sets.
var (
	onOrders = []stake{
		{0.385, bankBets(ofDeal, (*bank).newLaws)}, {0.035, bankBets(ofDeal, (*bank).newPlaces)},
		{0.021, bankBets(ofDeal, (*bank).newItems)}, {0.042, bankBets(ofDeal, (*bank).newChoices)},
		{0.042, bankBets(ofDeal, (*bank).newNumbers)}, {0.084, bankBets(ofDeal, (*bank).newJoints)},
		{0.014, bankBets(ofDeal, (*bank).newSerial)}, {0.021, bankBets(ofDeal, (*bank).newWords)},
	}
	fullDeals = slices.Concat(onOrders, []stake{
		{0.028, bankBets(ofDeal, (*bank).newOrders)}, {0.082, bankBets(ofChange, (*bank).newLaws)},
		{0.015, bankBets(ofChange, (*bank).newPlaces)}, {0.030, bankBets(ofChange, (*bank).newNumbers)},
		{0.020, bankBets(ofEarlier, (*bank).newNumbers)}, {0.020, (*Book).playPairs}, {0.020, (*Book).playGenerators},
		{0.010, (*Book).playEchoes}, {0.050, (*Book).playRepeats},
	})
	partDeals = slices.Concat(onOrders, []stake{
		{0.040, bankBets(ofChange, (*bank).newItems)}, {0.030, bankBets(ofChange, (*bank).newNumbers)},
		{0.040, (*Book).playBag}, {0.010, (*Book).playEchoes}, {0.050, (*Book).playRepeats},
	})
	singleItems = []stake{
		{0.385, bankBets(ofDeal, (*bank).newLaws)}, {0.077, bankBets(ofDeal, (*bank).newPlaces)},
		{0.021, bankBets(ofDeal, (*bank).newItems)}, {0.028, bankBets(ofDeal, (*bank).newJoints)},
		{0.021, bankBets(ofDeal, (*bank).newWords)}, {0.040, bankBets(ofChange, (*bank).newItems)},
		{0.040, (*Book).playRelations}, {0.040, (*Book).playBag},
		{0.010, (*Book).playEchoes}, {0.050, (*Book).playRepeats},
	}
	setsOfItems = []stake{{0.90, (*Book).playSets}, {0.10, (*Book).playRepeats}}
)

// The banks of a book, by how many deals back one is that they compare a deal with.
const (
	ofDeal = iota
	ofChange
	ofEarlier
)

// bankBets makes bets of a bank, if the book has it.
func bankBets(lag int, play func(*bank, float64)) func(*Book, float64) {
	return func(b *Book, weight float64) {
		if lag < len(b.banks) {
			play(b.banks[lag], weight)
		}
	}
}

// New returns the bets on a game.
func New(g Game) *Book {
	b := &Book{Game: g}
	stakes, n, k := setsOfItems, g.Items, g.Take
	switch {
	case g.Unordered:
	case k == n:
		stakes = fullDeals
	case k == 1:
		stakes = singleItems
	default:
		stakes = partDeals
	}
	if !g.Unordered {
		b.banks = append(b.banks, newBank(n, k, ofDeal, b.item))
	}
	if !g.Unordered && (k == n || n <= mostNamed) {
		b.past, b.changed = newPast(n, k), make([]int32, k)
		for lag := ofChange; lag <= len(b.past.named); lag++ {
			b.banks = append(b.banks, newBank(n, k, lag, recently(k)))
		}
	}
	for _, s := range stakes {
		s.play(b, s.weight)
	}
	b.collect()
	return b
}

// collect gathers all bets, whose weights then add up to 1.
func (b *Book) collect() {
	for _, bank := range slices.Backward(b.banks) { // whose bets come first
		b.bets = append(bank.bets, b.bets...)
	}
	all := 0.0
	for _, bet := range b.bets {
		g := bet.Own()
		b.Groups, all = append(b.Groups, g), all+g.Weight
		if t, ok := bet.(tally); ok {
			b.tallies = append(b.tallies, t)
		} else {
			b.prompt = append(b.prompt, g)
		}
	}
	for _, g := range b.Groups {
		g.Weight /= all
	}
}

// play adds a player and its bets.
func (b *Book) play(p player, bets ...bet) {
	b.players, b.bets = append(b.players, p), append(b.bets, bets...)
}

func (b *Book) playSets(weight float64) {
	s := newSets(b.Items, b.Take, weight, b.item)
	b.play(s, s.bets...)
}

func (b *Book) playPairs(weight float64) {
	if mostOrders < b.Items && b.Items <= mostPairs {
		p := newPairs(b.Items)
		b.play(p, p.spots(weight, b.item)...)
	}
}

func (b *Book) playGenerators(weight float64) {
	if b.Items < generators.Least || b.Items > generators.Most {
		return
	}
	p, groups := generators.New(b.Items, weight)
	b.known = p
	b.play(p)
	for _, g := range groups {
		b.bets = append(b.bets, g)
	}
}

func (b *Book) playBag(weight float64) {
	if g := newBag(b.Items, b.Take, weight); g != nil {
		b.play(g, g.Group)
	}
}

func (b *Book) playRelations(weight float64) {
	all := []*relations{newRelations(b.Items, weight/2), newCopied(b.Items, weight/4)}
	if b.Items <= mostRelated {
		all = append(all, newGaps(b.Items, weight/4, b.item))
	}
	for _, r := range all {
		b.play(r, r.Group)
	}
}

func (b *Book) playEchoes(weight float64) {
	if ln := lnOrders(b.Items, b.Take); b.Kinds == nil && ln >= leastEchoed {
		b.copies = newCopies(ln, 0.4*weight)
		b.bets = append(b.bets, b.copies)
		e := newEchoes(b.Take, b.Take == b.Items, ln, weight)
		b.play(e)
		for _, x := range e.all {
			b.echoes, b.bets = append(b.echoes, x), append(b.bets, x)
		}
	}
}

func (b *Book) playRepeats(weight float64) {
	switch {
	case b.Kinds != nil:
		s := newShoe(&b.Game, weight)
		b.Windows = []*Repeats{s.Repeats}
		b.play(s, s.Group)
		return
	case b.Unordered:
		b.Windows = []*Repeats{newRepeats(&b.Game, 0, b.Take, laws.LnChoose(b.Items, b.Take), weight, "deals")}
	default:
		b.Windows = newWindows(&b.Game, weight)
	}
	if b.Whole().copies = b.copies; b.copies != nil {
		b.copies.due = b.Whole().expected
	}
	for _, w := range b.Windows {
		b.play(w, w.Group)
	}
}

// Suspects reports whether there are bets on the laws of suspects.
func (b *Book) Suspects() bool { return len(b.banks) > 0 && len(b.banks[ofDeal].laws) > 0 }

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
	if b.past != nil {
		b.past.reset()
	}
}

// Rest makes nobody bet on generators any more.
func (b *Book) Rest() {
	if b.known != nil {
		b.known.Rest()
	}
}

// Bet bets on the next deal, and learns from it; sets are in ascending order.
func (b *Book) Bet(deal []int32) {
	deals := b.Deals
	for lag, bank := range b.banks {
		d := deal
		if lag > 0 {
			if deals < int64(lag) {
				continue
			}
			b.past.rename(lag, deal, b.changed)
			d = b.changed
		}
		bank.take(d)
	}
	if b.past != nil {
		b.past.add(deal)
	}
	for _, p := range b.players {
		p.Bet(deals, deal)
	}
	b.Deals++
}

// Pause returns for how many deals nobody need look at the evidence.
func (b *Book) Pause() int64 {
	if b.Items > MostLaws { // as many bets take long
		return min(max(b.Deals/16, 1), 64)
	}
	return min(max(b.Deals/64, 1), 16)
}

// Recount returns for how many deals nobody need count tallies.
func (b *Book) Recount() int64 {
	if b.Items > MostLaws { // as large tables take long
		return b.Deals / 4
	}
	return b.Deals / 8
}

// Ln returns the logarithm of what the book is worth, once tallies are counted.
func (b *Book) Ln() float64 {
	for _, t := range b.tallies {
		t.count()
	}
	return b.sum(b.Groups)
}

// PromptLn is Ln without tallies, which is never too much.
func (b *Book) PromptLn() float64 { return b.sum(b.prompt) }

// sum returns the logarithm of the fortune of groups.
func (b *Book) sum(groups []*fortune.Group) float64 {
	sum := 0.0
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
	if len(b.banks) == 0 || b.banks[ofDeal].places == nil {
		return nil
	}
	all := make([][]int64, b.Items)
	for x := range all {
		all[x] = make([]int64, b.Take)
		for i := range all[x] {
			all[x][i] = b.banks[ofDeal].places.times(i, x)
		}
	}
	return all
}

// Whole returns the bet on repeats of whole deals.
func (b *Book) Whole() *Repeats { return b.Windows[0] }

// Repeating reports whether there are repeats that are a surprise, but not three yet, which may be alike or not, or not
// enough to know a period.
func (b *Book) Repeating() bool {
	w := b.Whole()
	inTurn := w.spread.gap == int64(len(w.places)) && w.Period() == 0
	return 0 < w.Repeated && w.surprises() && (w.Repeated < 3 || inTurn)
}

// Edited asks, where deals or parts of them repeat, whether others are nearly earlier ones.
func (b *Book) Edited(others func() bool) {
	repeats := func(w *Repeats) bool { return w.Repeated > 0 }
	if b.Whole().copies == nil || b.Unordered || !slices.ContainsFunc(b.Windows, repeats) {
		return
	}
	edited := others()
	for _, w := range b.Windows {
		w.Edited = edited
	}
}

// Undecided reports whether repeats do not tell few seeds from copies of earlier deals, and no other order explains
// them.
func (b *Book) Undecided() bool {
	w := b.Whole()
	if w.copies == nil || w.Repeated == 0 || !w.surprises() {
		return false
	}
	other := slices.ContainsFunc(b.echoes, func(x *echo) bool { return x.Mean() > w.Likely() })
	return !other && math.Abs(w.Likely()-w.copies.Mean()) < math.Log(fortune.ClearOdds)
}

// Explains reports whether deals repeat as a bet on repeats says: all orders as often and nowhere more than elsewhere,
// as from few seeds, or any deal as often, and none for another reason; or whether the other choices are as a bet on a
// generator leaves them.
func (b *Book) Explains(g *fortune.Group) bool {
	if b.known != nil && !b.known.Explains(g) {
		return false
	}
	if w := b.Repeats(g); w != nil {
		return w.surprises() && !w.Edited && (w.varied || w.spread.asSeeds()) || w.Period() > 0
	}
	w := b.Whole()
	other := func(x *echo) bool { return x.Mean() > math.Log(fortune.ClearOdds) }
	return w.copies == nil || w.copies.Group != g ||
		!w.Edited && w.spread.asCopies() && !slices.ContainsFunc(b.echoes, other)
}

// Likely returns the logarithm of how much likelier the deals are as a bet has them than if they are fair.
func (b *Book) Likely(g *fortune.Group) float64 {
	if w := b.Repeats(g); w != nil {
		return w.Likely()
	}
	return g.Mean()
}

// Repeats returns the bet on repeats whose group that is; nil if it is another bet.
func (b *Book) Repeats(g *fortune.Group) *Repeats {
	i := slices.IndexFunc(b.Windows, func(w *Repeats) bool { return w.Group == g })
	if i < 0 {
		return nil
	}
	return b.Windows[i]
}

// RepeatPays returns what the player on so many seeds has after one repeat of a whole deal, by
// the part of the coin that was put on it; 0 if there is no such player.
func (b *Book) RepeatPays(seeds float64) float64 {
	w := b.Whole()
	if !slices.Contains(w.seeds, seeds) {
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
