package audit

import "github.com/yates-shuffle/yates/audit/suspects"

// A bank takes all bets on one permutation a deal: the deal itself, or the change
// from the deal before. Under a fair shuffle both are uniform, whatever came
// before: if d is uniform, so is d after any fixed permutation.
type bank struct {
	n, k   int
	change bool
	deals  float64

	places, items *table // outcome: the item of a place, the place of an item
	orders        *table // outcome: the rank of the order
	numbers       *table // outcome: the bins of the statistics
	tables        []*table
	statistics    []*statistic
	joints        []*joint
	choiceLaws    []*choiceLaw
	ratioLaws     []*ratioLaw
	matrices      []*matrix
	groups        []*group

	deal    []int32 // that is looked at
	undo    *undoer
	undone  [forms][]int32
	inverse []int32
	bins    []int32
	scratch []int32
	ints    []int
	present []int32
	pattern *pattern
	rank    [1]int32
}

// mostOrders is the most items for which all orders are counted.
const mostOrders = 6

// The weights of the kinds of bets in a bank. They add up to 1. Who expects one
// mistake more than another makes its weight larger, and sees it sooner by the
// logarithm of the ratio; the promise about false alarms holds for any weights.
const (
	weightSuspects = 0.62
	weightJoints   = 0.16
	weightPlaces   = 0.05
	weightItems    = 0.03
	weightChoices  = 0.06
	weightNumbers  = 0.06
	weightOrders   = 0.02
)

// known are the suspects with the laws that a bank bets on, and how much of
// weightSuspects each has, in proportion.
func known() []bettor {
	all := []bettor{
		{suspects.Naive(), 7}, {suspects.NaiveBackward(), 7}, {suspects.NaiveShort(), 3}, {suspects.Sattolo(), 3},
		{suspects.SkipFirst(), 2}, {suspects.SkipLast(), 5},
		{suspects.Modulo(8), 8}, {suspects.Modulo(15), 1}, {suspects.Modulo(16), 1}, {suspects.Scaled(8), 2}, {suspects.Scaled(15), 1},
		{suspects.InsertionSort(), 1}, {suspects.TimSort(), 1}, {suspects.MergeSort(), 1}, {suspects.QuickSort(), 1}, {suspects.TopToRandom(), 1},
	}
	for riffles := 1; riffles <= 12; riffles++ {
		share := 1.0
		if riffles == 7 || riffles == 8 {
			share = 6
		}
		all = append(all, bettor{suspects.Riffle(riffles), share})
	}
	return all
}

type bettor struct {
	suspects.Suspect
	share float64
}

// formShares is how a suspect's share is split among the forms that its choices
// may have.
func formShares(s suspects.Suspect, partial, change bool) [forms]float64 {
	switch {
	case partial:
		return [forms]float64{forward: 0.7, strikeOut: 0.3}
	case s.Name == "sattolo": // forward, it gives the same deals
		return [forms]float64{backward: 1}
	case change, s.Name != "modulo-8" && s.Name != "scaled-8":
		return [forms]float64{backward: 0.6, forward: 0.4}
	}
	return [forms]float64{backward: 0.5, forward: 0.25, insideOut: 0.15, strikeOut: 0.1}
}

// newBank returns a bank for deals of k of n items, whose groups have the given
// weight in all.
func newBank(n, k int, change bool, weight float64) *bank {
	b := &bank{n: n, k: k, change: change, undo: newUndoer(n), inverse: make([]int32, n), scratch: make([]int32, k), ints: make([]int, n)}
	full := k == n
	what, from := "", "deal"
	if change {
		what, from = " since the deal before", "change"
	}
	add := func(g *group) *group {
		g.about.from = from
		b.groups = append(b.groups, g)
		return g
	}

	addTable := func(t *table, outcomes []int32) {
		t.outcomes = outcomes
		b.tables = append(b.tables, t)
		add(t.group)
	}
	itemAbout := about{plain: "item %d has favourite places"}
	if change {
		itemAbout = about{plain: "the item of place %d has favourite places" + what, first: 1}
	}
	same := func(rows, outcomes int) []int {
		all := make([]int, rows)
		for i := range all {
			all[i] = outcomes
		}
		return all
	}
	if n*k <= mostCellsTable {
		b.places = newUniformTable("place", about{plain: "place %d has favourite items" + what, first: 1}, weight*weightPlaces, same(k, n))
		b.places.outcome = "item %d came"
		if change {
			b.places.outcome, b.places.firstOutcome = "the item of place %d came", 1
		}
		addTable(b.places, nil)
		if full {
			b.items = newUniformTable("item", itemAbout, weight*weightItems, same(n, n))
			b.items.outcome, b.items.firstOutcome = "it came to place %d", 1
			addTable(b.items, b.inverse)
		}
	}
	if !full {
		in := float64(k) / float64(n)
		laws := make([][]float64, n)
		for x := range laws {
			laws[x] = []float64{1 - in, in}
		}
		b.items = newTable("item", about{plain: "item %d comes too often or too seldom"}, weight*weightItems, laws)
		b.present = make([]int32, n)
		addTable(b.items, b.present)
	}
	for f := range forms {
		steps := min(k, n-1)
		b.undone[f] = make([]int32, steps)
		if !full && (f == backward || f == insideOut) || change && f > forward || n*steps > mostCellsTable {
			continue
		}
		among := make([]int, steps)
		for step := range among {
			among[step] = n - step
		}
		plain := map[form]string{
			backward:  "undone as a shuffle from the last place to the first, step %d has favourite choices" + what,
			forward:   "undone as a shuffle from the first place to the last, step %d has favourite choices" + what,
			insideOut: "undone as an inside-out shuffle, the step that is %d from the end has favourite choices" + what,
			strikeOut: "undone as drawing without replacement, draw %d has favourites by their order among those left" + what,
		}[f]
		t := newUniformTable("step", about{plain: plain, first: 1, form: f.String()}, weight*weightChoices/float64(forms), among)
		t.outcome, t.firstOutcome = "choice %d came", 1
		addTable(t, b.undone[f])
	}
	if full && n <= mostOrders {
		orders := 1
		for i := 2; i <= n; i++ {
			orders *= i
		}
		b.orders = newUniformTable("orders", about{plain: "some orders come too often" + what}, weight*weightOrders, []int{orders})
		addTable(b.orders, b.rank[:])
	}

	b.statistics = newStatistics(k, full)
	if !full {
		b.pattern = newPattern(k)
	}
	var laws [][]float64
	var names []string
	for _, s := range b.statistics {
		laws = append(laws, s.laws)
		names = append(names, s.plain+what)
	}
	if len(laws) > 0 {
		b.numbers = newTable("statistic", about{plains: names}, weight*weightNumbers, laws)
		b.bins = make([]int32, len(laws))
		addTable(b.numbers, b.bins)
	}

	b.newJoints(weight*weightJoints, what, add)
	if n <= mostLaws {
		b.newLaws(weight*weightSuspects, what, add)
	}
	return b
}

const mostCellsTable = 1 << 21 // 16 MB

func (b *bank) newJoints(weight float64, what string, add func(g *group) *group) {
	blocks := b.n
	if blocks > mostCells {
		blocks = mostCells / 2
	}
	b.joints = []*joint{newJoint(b.n, b.k, byDisplacement, blocks, about{plain: "items move by favourite distances" + what}, weight/4)}
	if !b.change {
		b.joints = append(b.joints, newJoint(b.n, b.k, byPlace, blocks, about{plain: "items have favourite places" + what}, weight/4))
	}
	if b.k > 1 && b.n > 2 {
		b.joints = append(b.joints, newJoint(b.n, b.k, byNeighbour, blocks, about{plain: "items follow each other at favourite distances" + what}, weight/4))
	}
	if blocks > 2*coarseBlocks {
		b.joints = append(b.joints, newJoint(b.n, b.k, byPlace, coarseBlocks, about{plain: "groups of neighbours have favourite places" + what}, weight/4))
	}
	for _, j := range b.joints {
		add(j.group)
	}
}

func (b *bank) newLaws(weight float64, what string, add func(g *group) *group) {
	full := b.k == b.n
	shares := 0.0
	for _, s := range known() {
		shares += s.share
	}
	for _, s := range known() {
		w := weight * s.share / shares
		var groups []*group
		switch {
		case s.Choices != nil:
			for f, share := range formShares(s.Suspect, !full, b.change) {
				if share == 0 {
					continue
				}
				if l := newChoiceLaw(b.n, b.k, s.Suspect, form(f), w*share); l != nil {
					b.choiceLaws = append(b.choiceLaws, l)
					groups = append(groups, l.group)
				}
			}
		case s.Ratio != nil && full:
			l := newRatioLaw(b.n, s.Suspect, w)
			b.ratioLaws = append(b.ratioLaws, l)
			groups = append(groups, l.group)
		case s.Steps != nil:
			m := newMatrix(b.n, s.Suspect, w)
			b.matrices = append(b.matrices, m)
			groups = append(groups, m.group)
		}
		for _, g := range groups {
			g.about.plain += what
			add(g)
		}
	}
}

// take bets on a deal and learns from it.
func (b *bank) take(deal []int32) {
	b.look(deal)
	for _, t := range b.tables {
		t.take(b.deals)
	}
	b.betJointly(1)
	b.learnJointly(1)
}

// look undoes a deal, for bet and learn.
func (b *bank) look(deal []int32) {
	full := b.k == b.n
	b.deal = deal
	if b.places != nil {
		b.places.outcomes = deal
	}
	b.undo.fromFront(deal, b.undone[forward])
	b.undo.lehmer(deal, b.undone[strikeOut])
	if full {
		for i, x := range deal {
			b.inverse[x] = int32(i)
		}
		b.undo.fromBack(deal, b.undone[backward])
		b.undo.fromBack(b.inverse, b.undone[insideOut])
	} else {
		clear(b.present)
		for _, x := range deal {
			b.present[x] = 1
		}
	}
	if b.orders != nil {
		rank := int32(0)
		for step, c := range b.undone[strikeOut] {
			rank = rank*int32(b.n-step) + c
		}
		b.rank[0] = rank
	}
	if b.numbers != nil {
		v := view{deal: deal, inverse: b.inverse, scratch: b.scratch}
		if full {
			v.choices = b.undone[backward]
			for _, c := range b.undone[strikeOut] {
				v.inversions += int(c)
			}
		} else {
			b.pattern.of(&v)
		}
		for i, s := range b.statistics {
			b.bins[i] = s.bin[s.of(&v)]
		}
	}
}

// bet settles all bets on the deal that was looked at, which stands for so many.
func (b *bank) bet(times int) {
	for _, t := range b.tables {
		t.bet(b.deals, times)
	}
	b.betJointly(times)
}

// learn lets all learners see the deal that was looked at, after the bets.
func (b *bank) learn(times int) {
	for _, t := range b.tables {
		t.learn(times)
	}
	b.learnJointly(times)
}

func (b *bank) betJointly(times int) {
	for _, j := range b.joints {
		j.bet(b.deal, times)
	}
	for _, l := range b.choiceLaws {
		l.bet(b.undone[l.form], times)
	}
	if len(b.ratioLaws) > 0 {
		for i, x := range b.deal {
			b.ints[i] = int(x)
		}
		for _, l := range b.ratioLaws {
			l.bet(b.ints, times)
		}
	}
	for _, m := range b.matrices {
		m.bet(b.deal, times)
	}
}

func (b *bank) learnJointly(times int) {
	for _, j := range b.joints {
		j.learn(b.deal, times)
	}
	b.deals += float64(times)
}
