package bets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/laws"
	"github.com/yates-shuffle/yates/audit/internal/undo"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// A bank takes all bets on one permutation a deal: the deal itself, or the change
// since an earlier one, which is the deal in the names that the [past] gives its items.
// Under a fair shuffle both are uniform, whatever came before: if d is uniform, so is d
// after any fixed permutation.
type bank struct {
	n, k  int
	lag   int                     // deals since which it bets on changes; 0 for the deal itself
	item  func(number int) string // in words
	deals float64

	known *tabulated // of all orders, for batches; nil before

	bets       []bet
	laws       []*law // of suspects
	playing    []*law // those who bet on the next deal
	turn       int    // how often they were asked
	tables     []*table
	places     *table  // one of them: the item of each place; nil if it is too large
	came       []int64 // how often each has come
	statistics statistics
	numbers    *table // which bets on them
	joints     []*joint
	steps      [undo.Forms]*table // those of tables that have the choices of a form
	tallies    []tally

	// The current deal, in the forms that the tables need.
	deal    []int32
	inverse []int32
	undo    *undo.Undoer
	undone  [undo.Forms][]int32
	coarse  [undo.Forms][]int32 // the choices as [undo.Coarse] tells them apart; nil if not needed
	rank    [1]int32            // of the order, if n is small
	pattern *pattern
	view    view
	ints    []int
}

// Tabulated is what a bank bets on, for each order.
type tabulated struct {
	lns   [][]float64 // by law, of the ratio
	cells [][]int32   // by table: those of the outcomes, order by order
}

// What is tabulated.
const (
	mostOrders  = 6       // items, of which all orders are counted
	mostTable   = 1 << 21 // cells of a table: 8 MB
	mostChoices = 1 << 18 // cells of tables of choices that are all told apart; there are several
	MostPresent = 1 << 14 // items of a part, each of which is looked at after each deal
)

// The weights of the kinds of bets in a bank. They add up to 1. A larger weight finds a
// mistake sooner, by the logarithm of the ratio; the promise about false alarms holds for
// any weights.
const (
	weightSuspects = 0.55
	weightSerial   = 0.02
	weightWords    = 0.03
	weightJoints   = 0.16
	weightPlaces   = 0.05
	weightItems    = 0.03
	weightChoices  = 0.06
	weightNumbers  = 0.06
	weightOrders   = 0.02 // twice
)

// newBank returns a bank for deals of k of n items, which texts name so, whose groups
// have the given weight in all.
func newBank(n, k, lag int, weight float64, item func(number int) string) *bank {
	b := &bank{
		n: n, k: k, lag: lag, item: item,
		inverse: make([]int32, n), undo: undo.New(n), ints: make([]int, n),
	}
	switch {
	case lag > 1:
		b.newNumbers(weight)
		return b
	case lag == 1 && b.full():
		b.item = fortune.Counting("the item of its place %d")
	case lag == 1:
		b.item = func(number int) string {
			if number < k {
				return fmt.Sprintf("the item of its place %d", number+1)
			}
			return fmt.Sprintf("the item that has waited while %d others came", number)
		}
	}
	suspected := n <= MostLaws && (lag == 0 || b.full())
	if suspected {
		b.newLaws(weight * weightSuspects)
	} else {
		weight /= 1 - weightSuspects
	}
	b.newTables(weight)
	if b.k > 1 {
		b.newChoices(weight * weightChoices)
	} else {
		b.steps[undo.Forward] = b.places
	}
	b.newNumbers(weight * weightNumbers)
	b.newJoints(weight * weightJoints)
	if suspected && lag == 0 && n > mostOrders && b.k > 2 {
		b.newSerial(weight * weightSerial)
	}
	if suspected && lag == 0 && n <= mostWords {
		b.newWords(weight * weightWords)
	}
	return b
}

// full reports whether a deal has all items.
func (b *bank) full() bool { return b.k == b.n }

func (b *bank) add(bet bet) {
	g := bet.Own()
	g.About.From = fortune.Deal
	if b.lag > 0 {
		g.About.From, g.About.Since = fortune.Change, "compared with the deal "+[...]string{"before",
			"two before"}[b.lag-1]+", "
	}
	b.bets = append(b.bets, bet)
}

// addTable adds a table whose outcomes are those, row by row, after each look; in
// words, if there are any for them.
func (b *bank) addTable(t *table, outcomes []int32, outcome func(row, x int) string) {
	t.outcomes, t.outcome = outcomes, outcome
	b.tables = append(b.tables, t)
	b.addTally(t)
}

// addTally adds a bet whose fortune is counted.
func (b *bank) addTally(t tally) {
	b.add(t)
	b.tallies = append(b.tallies, t)
}

func (b *bank) newLaws(weight float64) {
	shares := 0.0
	for _, s := range known(b.n) {
		shares += s.share
	}
	for _, s := range known(b.n) {
		w := weight * s.share / shares
		add := func(l likelihood, f undo.Form, where string, weight float64) {
			of := &law{newSuspect(s.Suspect, where, weight), l, f}
			b.laws = append(b.laws, of)
			b.add(of)
		}
		switch {
		case s.Choices != nil:
			for i, share := range s.forms.in(b.n, b.k, b.lag > 0) {
				if share == 0 {
					continue
				}
				f := undo.Form(i)
				r := ratiosOf(b.n, b.k, s.Suspect, f)
				if enough, weak := r.tells(); enough && !(weak && b.n <= mostWords) {
					b.choices(f)
					add(&choiceLaw{f, r}, f, inForm(f), w*share)
				}
			}
		case s.Ratio != nil && b.full():
			add(newRatioLaw(b.n, s.Suspect), 0, "", w)
		case s.Steps != nil || s.Stays != nil:
			add(newMatrix(b.n, b.k, s.Suspect), 0, "", w)
		}
	}
}

// newWords returns the bets on remainders and fractions of words of all widths.
func (b *bank) newWords(weight float64) {
	sum := 0.0
	var all []*wordLaw
	for bits := 1; bits <= 24; bits++ {
		for _, s := range []suspects.Suspect{suspects.Modulo(bits), suspects.Scaled(bits), suspects.Clamped(bits)} {
			r := ratiosOf(b.n, b.k, s, undo.Forward)
			if enough, weak := r.tells(); !enough || !weak {
				continue
			}
			mean, variance := r.information()
			var logs []float64 // the same for each form
			var never []int
			for _, ratios := range r {
				for c, x := range ratios {
					switch {
					case x == 0: // and 0·ln 0 is not a number
						never, logs = append(never, len(logs)), append(logs, 0)
					case c > 0 && x == ratios[c-1]:
						logs = append(logs, logs[len(logs)-1])
					default:
						logs = append(logs, math.Log(x))
					}
				}
			}
			for f, share := range anyForm.in(b.n, b.k, false) {
				if steps := b.steps[f]; share > 0 && steps != nil {
					about := fortune.About{Suspect: s.Name, Text: fortune.Plainly(like(s) + inForm(undo.Form(f)))}
					all = append(all, &wordLaw{fortune.NewGroup(fortune.Suspect, about, share, 1, 1), undo.Form(f),
						steps, logs, never, mean, variance})
					sum += share
				}
			}
		}
	}
	for _, w := range all {
		w.Weight *= weight / sum
		b.addTally(w)
	}
}

func (b *bank) newTables(weight float64) {
	same := func(rows, outcomes int) []int {
		all := make([]int, rows)
		for i := range all {
			all[i] = outcomes
		}
		return all
	}
	if b.k <= mostTable/b.n {
		share := weightPlaces
		if b.k == 1 {
			share += weightChoices // the first choice is the item
		}
		has := fortune.Saying(fortune.Counting("place %d has favourite items"))
		b.places = newUniformTable(fortune.Place, fortune.About{Text: has}, weight*share, same(b.k, b.n))
		b.addTable(b.places, nil, func(_, x int) string { return b.item(x) + " comes" }) // the outcomes are the deal
	}
	switch {
	case b.full() && b.places != nil:
		has := fortune.Saying(func(x int) string { return b.item(x) + " has favourite places" })
		t := b.places.newMirror(fortune.Item, fortune.About{Text: has}, weight*weightItems)
		t.outcome = func(_, i int) string { return fmt.Sprintf("it comes to place %d", i+1) }
		b.addTally(t)
	case !b.full() && b.n <= MostPresent:
		b.came = make([]int64, b.n)
		b.addTally(newSpots(fortune.Item, fortune.About{Text: comes(b.item)}, weight*weightItems,
			b.n, float64(b.k)/float64(b.n), func() float64 { return b.deals }, func(x int) int64 { return b.came[x] }))
	}
	if b.full() && b.n <= mostOrders {
		t := newUniformTable(fortune.Orders, fortune.About{Text: fortune.Plainly("some orders come too often")},
			weight*weightOrders, []int{laws.Orders(b.n)})
		b.addTable(t, b.rank[:], func(_, rank int) string { return b.orderOf(rank) + " comes" })
		text := comes(func(rank int) string { return "the order " + b.orderOf(rank) })
		b.addTally(newSpots(fortune.Orders, fortune.About{Text: text}, weight*weightOrders, laws.Orders(b.n),
			1/float64(laws.Orders(b.n)),
			func() float64 { return b.deals }, func(row int) int64 { return t.times(0, row) }))
	}
}

// orderOf returns the order with a rank, in words.
func (b *bank) orderOf(rank int) string {
	var names []string
	for _, x := range yates.Unrank(b.n, uint64(rank)) {
		names = append(names, strings.TrimPrefix(b.item(x), "item "))
	}
	return strings.Join(names, ", ")
}

func (b *bank) newChoices(weight float64) {
	plain := stepTexts(b.n, b.item)
	steps := min(b.k, b.n-1)
	among := make([]int, steps)
	for step := range among {
		among[step] = b.n - step
	}
	coarse := steps > mostChoices/b.n
	if coarse && steps > mostTable/undo.CoarseChoices {
		return
	}
	for f := range undo.Forms {
		if !b.full() && (f == undo.Backward || f == undo.InsideOut) || b.lag > 0 && f > undo.Forward {
			continue
		}
		about := fortune.About{Text: fortune.Saying(plain[f]), Form: f.String()}
		if coarse {
			laws := make([][]float64, steps)
			for step, k := range among {
				laws[step] = undo.CoarseLaw(k)
			}
			b.coarse[f] = make([]int32, steps)
			b.choices(f)
			t := newTable(fortune.Step, about, weight/float64(undo.Forms), laws)
			t.own, t.unmoved = ownChoices(undo.Form(f), among, true), unswapped(b.n, undo.Form(f))
			b.addTable(t, b.coarse[f], nil)
			continue
		}
		b.steps[f] = newUniformTable(fortune.Step, about, weight/float64(undo.Forms), among)
		b.steps[f].own, b.steps[f].unmoved = ownChoices(undo.Form(f), among, false), unswapped(b.n, undo.Form(f))
		b.addTable(b.steps[f], b.choices(f), chosen(undo.Form(f)))
	}
}

// choices returns where the choices of a form will be, once for each deal; what
// nobody asks for is not undone.
func (b *bank) choices(f undo.Form) []int32 {
	if b.undone[f] == nil {
		b.undone[f] = make([]int32, min(b.k, b.n-1))
	}
	return b.undone[f]
}

func (b *bank) newNumbers(weight float64) {
	if !b.full() {
		b.pattern = newPattern(b.k)
	}
	brief := b.lag > 1 && b.n > mostOrders
	b.statistics = newStatistics(b.k, b.full(), brief)
	if b.n == deckItems && b.lag == 0 {
		b.statistics = append(b.statistics, newClasses(b.k, b.item)...)
	}
	if len(b.statistics) == 0 {
		return
	}
	if b.full() && !brief {
		if b.n <= laws.MostInversions || b.n > laws.MostDescents {
			b.choices(undo.StrikeOut)
		}
		if b.n <= laws.MostDescents {
			b.choices(undo.Backward)
		}
	}
	b.numbers = b.statistics.table("", weight)
	b.addTable(b.numbers, b.numbers.outcomes, b.statistics.outcome)
}

func (b *bank) newJoints(weight float64) {
	blocks := b.n
	if blocks > mostCells {
		blocks = mostCells / 2
	}
	add := func(kind jointKind, blocks int, plain string) {
		j := newJoint(b.n, b.k, kind, blocks, fortune.About{Text: fortune.Plainly(plain)}, weight/4)
		j.item = b.item
		b.joints = append(b.joints, j)
		b.add(j)
	}
	if b.k > 1 { // else it is the next one
		add(byDisplacement, blocks, "items move by favourite distances")
	}
	if b.lag == 0 || blocks <= 2*coarseBlocks || b.k == 1 { // else the coarse one serves
		add(byPlace, blocks, "items have favourite places")
	}
	if blocks > 2*coarseBlocks {
		add(byPlace, coarseBlocks, "groups of neighbours have favourite places")
	}
	if b.k > 1 && b.n > 2 {
		add(byNeighbour, blocks, "items follow each other at favourite distances")
	}
}

// newSerial returns the bets on choices that depend on the one before.
func (b *bank) newSerial(weight float64) {
	for f, order := range [...]string{undo.Backward: "the last to the first", undo.Forward: "the first to the last"} {
		if undo.Form(f) == undo.Backward && !b.full() {
			continue
		}
		plain := "when places are swapped from " + order + ", a choice depends on the one before"
		chosen := b.choices(undo.Form(f))
		j := newJoint(b.n, len(chosen), byChoice, choiceBlocks,
			fortune.About{Text: fortune.Plainly(plain), Form: undo.Form(f).String()}, weight/2)
		j.item, j.chosen = b.item, chosen
		b.joints = append(b.joints, j)
		b.add(j)
	}
}

// take bets on a deal and learns from it.
func (b *bank) take(deal []int32) {
	b.enter(1)
	b.look(deal)
	for _, t := range b.tables {
		t.note()
	}
	b.statistics.note()
	if b.came != nil {
		for _, x := range deal {
			b.came[x]++
		}
	}
	b.betJointly()
	for _, j := range b.joints {
		j.learn()
	}
	b.deals++
}

func (b *bank) reset() {
	for _, t := range b.tables {
		t.Reset()
	}
	for _, j := range b.joints {
		j.Reset()
	}
	clear(b.came)
	b.deals, b.turn = 0, 0
}

// enter readies the players of suspects for that many deals; see [fortune.Group.Enter].
func (b *bank) enter(deals int64) {
	if len(b.laws) == 0 {
		return
	}
	rest := fortune.Kept(b.deals + float64(deals))
	b.playing = b.playing[:0]
	for i, l := range b.laws {
		if l.Rests(b.turn + i) {
			continue
		}
		if l.Enter(b.turn+i, b.deals, rest); len(l.Playing()) > 0 {
			b.playing = append(b.playing, l)
		}
	}
	b.turn++
}

// look undoes a deal, for bet and learn.
func (b *bank) look(deal []int32) {
	b.deal = deal
	if b.places != nil {
		b.places.outcomes = deal
	}
	if choices := b.undone[undo.Forward]; choices != nil {
		b.undo.FromFront(deal, choices)
	}
	if choices := b.undone[undo.StrikeOut]; choices != nil {
		b.undo.Lehmer(deal, choices)
	}
	if b.full() {
		for i, x := range deal {
			b.inverse[x] = int32(i)
		}
		if choices := b.undone[undo.Backward]; choices != nil {
			b.undo.FromBack(deal, choices)
		}
		if choices := b.undone[undo.InsideOut]; choices != nil {
			b.undo.FromBack(b.inverse, choices)
		}
	}
	for f, coarse := range b.coarse {
		for step := range coarse {
			coarse[step] = int32(undo.Coarse(int(b.undone[f][step]), b.n-step))
		}
	}
	for _, j := range b.joints {
		j.look(deal)
	}
	if b.full() && b.n <= mostOrders {
		rank := int32(0)
		for step, c := range b.choices(undo.StrikeOut) {
			rank = rank*int32(b.n-step) + c
		}
		b.rank[0] = rank
	}
	if len(b.laws) > 0 {
		for i, x := range deal {
			b.ints[i] = int(x)
		}
	}
	if len(b.statistics) > 0 {
		v := &b.view
		*v = view{items: deal, deal: deal, inverse: b.inverse}
		if b.full() {
			v.choices = b.undone[undo.Backward]
			for _, c := range b.undone[undo.StrikeOut] {
				v.inversions += int(c)
			}
		} else {
			b.pattern.of(v)
		}
		v.falls = laws.Descents(v.inverse)
		b.statistics.look(v, b.numbers)
	}
}

// betJointly settles the bets on the deal that was looked at.
func (b *bank) betJointly() {
	for _, j := range b.joints {
		if j.plays(int64(b.deals)&31 == 0) {
			j.Bet(1)
		}
	}
	for _, l := range b.playing {
		l.pay(l.Playing(), b)
	}
}

// share makes laws of one suspect whose ratios are the same have them once: all of a deal's
// forms and changes then find them in the processor's caches.
func share(banks []*bank) {
	known := make(map[string][]*choiceLaw)
	for _, b := range banks {
		for _, l := range b.laws {
			c, ok := l.likelihood.(*choiceLaw)
			if !ok {
				continue
			}
			all := known[l.About.Suspect]
			if i := slices.IndexFunc(all, func(first *choiceLaw) bool {
				return slices.EqualFunc(c.ratios, first.ratios, slices.Equal)
			}); i >= 0 {
				c.ratios = all[i].ratios
			} else {
				known[l.About.Suspect] = append(all, c)
			}
		}
	}
}
