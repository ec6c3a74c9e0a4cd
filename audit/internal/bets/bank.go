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
	"github.com/yates-shuffle/yates/internal/label"
)

// A bank takes all bets on one permutation a deal: the deal itself, or the change since an earlier one, which is the
// deal in the names that the [past] gives its items. Under a fair shuffle both are uniform, whatever came before: if d
// is uniform, so is d after any fixed permutation.
type bank struct {
	undone
	lag   int                     // deals since which it bets on changes; 0 for the deal itself
	item  func(number int) string // in words
	deals float64

	bets    []bet
	laws    []*law // of suspects
	playing []*law // those who bet on the next deal
	turn    int    // how often they were asked
	tables  []*table
	places  *table  // one of them: the item of each place; nil if it is too large
	came    []int64 // how often each has come
	numbers *table  // of statistics; nil if there are none
	joints  []*joint
	steps   [undo.Forms]*table // those of tables that have the choices of a form
}

// What is counted.
const (
	mostTable   = 1 << 21 // cells of a table: 8 MB
	mostChoices = 1 << 18 // cells of tables of choices that are all told apart; there are several
	MostPresent = 1 << 14 // items of a part, each of which is looked at after each deal
)

// newBank returns a bank for deals of k of n items, which texts name so.
func newBank(n, k, lag int, item func(number int) string) *bank {
	return &bank{undone: newUndone(n, k), lag: lag, item: item}
}

// recently names the items of a deal of k by how recently they came.
func recently(k int) func(number int) string {
	return func(number int) string {
		if number < k {
			return fmt.Sprintf("the item that was at place %d", number+1)
		}
		return fmt.Sprintf("the item that has waited while %s came", label.Plural(int64(number), "other"))
	}
}

func (b *bank) add(bet bet) {
	about := &bet.Own().About
	about.From = [...]fortune.From{fortune.Deal, fortune.Change, fortune.Change}[b.lag]
	about.Since = [...]string{"", "compared with the deal before, ", "compared with the deal two before, "}[b.lag]
	b.bets = append(b.bets, bet)
}

// addTable adds a table whose outcomes are those, row by row, after each look; in words, if there are any for them.
func (b *bank) addTable(t *table, outcomes []int32, outcome func(row, x int) string) {
	t.outcomes, t.outcome = outcomes, outcome
	b.tables = append(b.tables, t)
	b.add(t)
}

func (b *bank) newLaws(weight float64) {
	if b.n > MostLaws {
		return
	}
	shares := 0.0
	for _, s := range bettors(b.n) {
		shares += s.share
	}
	for _, s := range bettors(b.n) {
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
			add(ratioLaw(s.Ratio(b.n)), 0, "", w)
		case b.k > 1 && (s.Steps != nil || s.Stays != nil): // single items are no shuffle
			add(newMatrix(b.n, s.Suspect), 0, "", w)
		}
	}
}

// newWords returns the bets on remainders and fractions of words of all widths, and of some numbers of values, such as
// those of letters with digits.
func (b *bank) newWords(weight float64) {
	if b.n > mostWords {
		return
	}
	var known []suspects.Suspect
	for bits := 1; bits <= 24; bits++ {
		known = append(known, suspects.Modulo(bits), suspects.Scaled(bits), suspects.Clamped(bits))
	}
	for _, values := range []uint64{36, 100, 255, 1e3, 1e4, 1e5, 1e6} {
		known = append(known, suspects.Remainders(values), suspects.Fractions(values))
	}
	sum := 0.0
	var all []*wordLaw
	for _, s := range known {
		r := ratiosOf(b.n, b.k, s, undo.Forward)
		others := func(of bettor) bool { return of.Name == s.Name } // bet on it deal by deal, unless it is weak
		if enough, weak := r.tells(); !enough || !weak && slices.ContainsFunc(bettors(b.n), others) {
			continue
		}
		mean, variance := r.information()
		var logs []float64 // the same for each form
		for _, ratios := range r {
			ln := 0.0
			for c, x := range ratios {
				if c == 0 || x != ratios[c-1] { // few differ
					ln = max(math.Log(x), -math.MaxFloat64)
				}
				logs = append(logs, ln)
			}
		}
		for f, share := range anyForm.in(b.n, b.k, false) {
			if steps := b.steps[f]; share > 0 && steps != nil {
				about := fortune.About{Suspect: s.Name, Text: fortune.Plainly(like(s) + inForm(undo.Form(f)))}
				all = append(all, &wordLaw{fortune.NewGroup(fortune.Suspect, about, share, 1, 1), undo.Form(f),
					steps, logs, mean, variance})
				sum += share
			}
		}
	}
	for _, w := range all {
		w.Weight *= weight / sum
		b.add(w)
	}
}

// newPlaces returns the bets on the item of each place.
func (b *bank) newPlaces(weight float64) {
	if b.k > mostTable/b.n {
		return
	}
	has := fortune.Saying(fortune.Counting("place %d has favourite items"))
	b.places = newUniformTable(fortune.Place, fortune.About{Text: has}, weight, slices.Repeat([]int{b.n}, b.k))
	b.addTable(b.places, b.deal, func(_, x int) string { return b.item(x) + " comes" })
	if b.k == 1 {
		b.steps[undo.Forward] = b.places
	}
}

// newItems returns the bets on the place of each item or, if deals are a part, on whether it comes.
func (b *bank) newItems(weight float64) {
	switch {
	case b.full() && b.k <= mostTable/b.n:
		has := fortune.Saying(func(x int) string { return b.item(x) + " has favourite places" })
		t := newUniformTable(fortune.Item, fortune.About{Text: has}, weight, slices.Repeat([]int{b.n}, b.n))
		b.addTable(t, b.inverse, func(_, i int) string { return fmt.Sprintf("it comes to place %d", i+1) })
	case !b.full() && b.n <= MostPresent:
		b.came = make([]int64, b.n)
		b.add(newSpots(fortune.Item, fortune.About{Text: itComes(b.item)}, weight,
			b.n, float64(b.k)/float64(b.n), func() float64 { return b.deals }, func(x int) int64 { return b.came[x] }))
	}
}

// newOrders returns the bets on whole orders, of all together and of each.
func (b *bank) newOrders(weight float64) {
	if b.n > mostOrders || !b.full() {
		return
	}
	t := newUniformTable(fortune.Orders, fortune.About{Text: fortune.Plainly("some orders come too often")},
		weight/2, []int{laws.Orders(b.n)})
	b.addTable(t, b.rank[:], func(_, rank int) string { return b.orderOf(rank) + " comes" })
	text := itComes(func(rank int) string { return "the order " + b.orderOf(rank) })
	b.add(newSpots(fortune.Orders, fortune.About{Text: text}, weight/2, laws.Orders(b.n), 1/float64(laws.Orders(b.n)),
		func() float64 { return b.deals }, func(row int) int64 { return t.times(0, row) }))
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
	coarse := steps > mostChoices/b.n
	if coarse && steps > mostTable/undo.CoarseChoices {
		return
	}
	among, laws := make([]int, steps), make([][]float64, steps)
	for step := range among {
		among[step] = b.n - step
		laws[step] = undo.CoarseLaw(b.n - step)
	}
	for f := range undo.Forms {
		if !b.full() && (f == undo.Backward || f == undo.InsideOut) {
			continue
		}
		about := fortune.About{Text: fortune.Saying(plain[f]), Form: f.String()}
		choices, t := b.choices(f), (*table)(nil)
		if coarse {
			b.coarse[f], t = make([]int32, steps), newTable(fortune.Step, about, weight/float64(undo.Forms), laws)
			b.addTable(t, b.coarse[f], nil)
		} else {
			t = newUniformTable(fortune.Step, about, weight/float64(undo.Forms), among)
			b.addTable(t, choices, chosen(f))
			b.steps[f] = t
		}
		t.own, t.unmoved = ownChoices(f, among, coarse), unswapped(b.n, f)
		t.About.Reason = func(row int) fortune.Reason {
			if t.stays(row) {
				return fortune.LeftOut
			}
			return ""
		}
	}
}

// newNumbers returns the bets on the statistics of deals.
func (b *bank) newNumbers(weight float64) {
	all := newStatistics(b.k, b.full())
	if b.n == deckItems && b.lag == 0 {
		all = append(all, newClasses(b.k, b.item)...)
	}
	if len(all) == 0 {
		return
	}
	if !b.full() {
		b.pattern = newPattern(b.k)
	} else {
		b.choices(undo.StrikeOut)
		b.choices(undo.Backward)
	}
	b.numbers = all.table("", weight)
	b.addTable(b.numbers, b.numbers.outcomes, all.outcome)
}

// newJoints returns the bets on whole deals.
func (b *bank) newJoints(weight float64) {
	blocks := b.n
	if blocks > mostCells {
		blocks = mostCells / 2
	}
	add := func(kind jointKind, plain string) {
		b.addJoint(newJoint(b.n, b.k, kind, blocks, fortune.About{Text: fortune.Plainly(plain)}, weight/3))
	}
	add(byPlace, "items have favourite places")
	if b.k > 1 { // else it is the next one
		add(byDisplacement, "items move by favourite distances")
		add(byNeighbour, "items follow each other at favourite distances")
	}
}

// newSerial returns the bets on choices that depend on the one before.
func (b *bank) newSerial(weight float64) {
	if b.n > MostLaws || b.n <= mostOrders || b.k < 3 {
		return
	}
	for f, order := range swaps {
		if undo.Form(f) == undo.Backward && !b.full() {
			continue
		}
		plain := "when places are swapped from " + order + ", a choice depends on the one before"
		chosen := b.choices(undo.Form(f))
		j := newJoint(b.n, len(chosen), byChoice, choiceBlocks,
			fortune.About{Text: fortune.Plainly(plain), Form: undo.Form(f).String()}, weight/2)
		j.chosen = chosen
		b.addJoint(j)
	}
}

func (b *bank) addJoint(j *joint) {
	j.item = b.item
	b.joints = append(b.joints, j)
	b.add(j)
}

// take bets on a deal and learns from it.
func (b *bank) take(deal []int32) {
	b.enter()
	b.look(deal)
	for _, t := range b.tables {
		t.note()
	}
	if b.came != nil {
		for _, x := range deal {
			b.came[x]++
		}
	}
	for _, j := range b.joints {
		if j.plays(int64(b.deals)&31 == 0) {
			j.Bet()
		}
		j.learn()
	}
	for _, l := range b.playing {
		l.pay(l.Playing(), &b.undone)
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

// enter readies the players of suspects for a deal; see [fortune.Group.Enter].
func (b *bank) enter() {
	if len(b.laws) == 0 {
		return
	}
	rest := fortune.Kept(b.deals + 1)
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

// look looks at a deal, for bet and learn.
func (b *bank) look(deal []int32) {
	b.undone.look(deal)
	for _, j := range b.joints {
		j.look(deal)
	}
	if b.numbers != nil {
		b.numbers.see(b.view())
	}
}
