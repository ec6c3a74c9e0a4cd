package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
)

// Options configure an audit. The zero value is the usual choice.
type Options struct {
	// Alpha, in (0, 1), bounds the probability that a fair shuffle is ever called
	// biased; 0 means 1e-6.
	Alpha float64

	// Take is the number of items in a deal, of n; 0 means all. A deal can be the
	// first places of a shuffle, or a sample without replacement in random order.
	Take int

	// Unordered is for deals of a part of the items whose order means nothing, such as
	// hands of cards, and lottery numbers in ascending order. Only bets on which items a
	// deal has are made.
	Unordered bool

	// Kinds are for items that cannot be told apart, such as the cards of several decks:
	// the kind of each item, in [0, n), or nil if all items differ. In each deal the items
	// of a kind must be numbered at random, independently of all deals. Bets on repeats
	// are then on the kinds; all others are on the numbers, and find less.
	Kinds []int

	// Remember is the number of deals to remember to find repeats; 0 means a million,
	// which takes about 150 MB.
	Remember int

	// Names are the names of the items in texts; nil means their numbers from 1. Long
	// names are truncated, and all are made safe for terminals.
	Names []string

	// Rate, in (0, 1), bounds the expected share of false findings among those that a
	// report lists; 0 means 0.01.
	Rate float64
}

// An Auditor observes deals and bets against the fairness of their shuffle. The same
// deals give the same report on machines of one kind; elsewhere the last digits may
// differ. An Auditor is not safe for concurrent use.
type Auditor struct {
	n, k    int
	options Options

	deals   int64
	alarm   int64 // the deal at which the evidence reached 1/α; 0 before
	best    float64
	broken  int64
	example *BrokenError
	same    sameness
	recent  *recent // nil if there are no suspects
	course  course
	banks   []*bank
	windows []*repeats
	sets    *sets    // nil unless deals are unordered; then there are no banks
	players []player // who bet on each deal as it is: the windows and others
	batch   *batch   // nil if there are many orders
	groups  []*group
	prompt  []*group // those whose fortune is always known: all but the tallies'
	tallies []tally
	next    int64   // deals after which the evidence is looked at
	recount int64   // deals after which the tallies are counted
	cash    float64 // the weight that no group has
	deal    []int32
	changed []int32 // the deal, by the names of its items
	past    *past   // nil if there are too many items
	seen    []int64 // number of the deal that had the item last
}

const usualAlpha = 1e-6

// A player bets on each deal, after that many.
type player interface {
	bet(deals int64, deal []int32)
	reset()
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

// New returns an auditor of deals from a shuffle of n items, which are the numbers
// 0, …, n−1 in order before the shuffle; [NewItems] numbers other items.
//
// It panics if n is less than 2 or more than 2²⁴, if an option is outside its range, or
// if the number of names is not n. Up to 256 items it also knows the exact laws of the
// suspects; for more it only learns. It takes about 40 ms for 52 items, to tabulate
// laws, and O(n²) memory for up to 1,448 items, or O(n) for more.
func New(n int, o Options) *Auditor {
	set := func(value *float64, usual float64, name string) {
		if *value == 0 {
			*value = usual
		}
		if !(*value > 0 && *value < 1) {
			panic(fmt.Sprintf("audit: %s is %v, outside (0, 1)", name, *value))
		}
	}
	if n < 2 || n > 1<<24 {
		panic(fmt.Sprintf("audit: a shuffle of %d items, outside [2, 2²⁴]", n))
	}
	set(&o.Alpha, usualAlpha, "Alpha")
	set(&o.Rate, 0.01, "Rate")
	if o.Take == 0 {
		o.Take = n
	}
	if o.Take < 1 || o.Take > n {
		panic(fmt.Sprintf("audit: deals of %d of %d items", o.Take, n))
	}
	if o.Remember == 0 {
		o.Remember = 1 << 20
	}
	if o.Remember < 0 {
		panic(fmt.Sprintf("audit: remember %d deals", o.Remember))
	}
	if o.Names != nil && len(o.Names) != n {
		panic(fmt.Sprintf("audit: %d names of %d items", len(o.Names), n))
	}
	o.checkSets(n)
	o.checkKinds(n)
	item := func(number int) string { return "item " + label.Item(o.Names, number) }
	a := &Auditor{
		n: n, k: o.Take, options: o,
		deal: make([]int32, o.Take), seen: make([]int64, n),
		cash: 1,
	}
	if o.Unordered {
		a.playSets(item)
	} else {
		a.playDeals(item)
	}
	for _, g := range a.groups {
		a.cash -= g.weight
		if !g.tallied {
			a.prompt = append(a.prompt, g)
		}
	}
	return a
}

// play adds a player and its bets.
func (a *Auditor) play(p player, groups ...*group) {
	a.players, a.groups = append(a.players, p), append(a.groups, groups...)
}

// playSets adds those who bet on deals without an order.
func (a *Auditor) playSets(item func(number int) string) {
	a.sets = newSets(a.n, a.k, item)
	a.play(a.sets, a.sets.groups()...)
	if a.options.Kinds != nil {
		a.playShoe(weightSetRepeats)
	} else if r := newSetRepeats(a.n, a.k, a.options.Remember); r != nil {
		a.windows = append(a.windows, r)
		a.play(r, r.group)
	}
}

// playShoe adds those who bet on kinds of items.
func (a *Auditor) playShoe(weight float64) {
	s := newShoe(a.n, a.k, &a.options, weight)
	a.windows = append(a.windows, s.repeats)
	a.play(s, s.group)
}

// playDeals adds those who bet on deals in order.
func (a *Auditor) playDeals(item func(number int) string) {
	n, k := a.n, a.k
	a.banks = append(a.banks, newBank(n, k, 0, weightDeals, item))
	if len(a.banks[0].suspected) > 0 {
		a.recent = &recent{n: n, k: k}
	}
	if k == n || n <= mostNamed {
		a.past, a.changed = newPast(n, k), make([]int32, k)
		a.banks = append(a.banks, newBank(n, k, 1, weightChanges, item))
		for lag := 2; lag <= len(a.past.named); lag++ {
			a.banks = append(a.banks, newBank(n, n, lag, weightEarlier/(mostLag-1), item))
		}
	}
	for _, b := range a.banks {
		a.groups = append(a.groups, b.groups...)
		a.tallies = append(a.tallies, b.tallies...)
	}
	if k == n && n <= mostOrders {
		a.batch = newBatch(n, len(a.banks))
	}
	if k == n && mostOrders < n && n <= mostPairs {
		p := newPairs(n)
		a.play(p)
		for _, s := range p.spots(weightPairs, item) {
			a.groups, a.tallies = append(a.groups, s.group), append(a.tallies, s)
		}
	}
	if k == n && leastGenerated <= n && n <= mostGenerated {
		g, groups := newGenerators(n, weightGenerators)
		a.play(g, groups...)
	}
	if b := newBag(n, k, weightEarlier); b != nil {
		a.play(b, b.group)
	}
	if k == 1 {
		r := newRelations(n, weightPairs+weightGenerators) // which such deals do not have
		a.play(r, r.group)
	}
	if a.options.Kinds != nil {
		a.playShoe(weightRepeats)
		return
	}
	a.windows = newWindows(n, k, a.options.Remember, weightRepeats)
	for _, w := range a.windows {
		a.play(w, w.group)
		if w.never != nil {
			a.groups = append(a.groups, w.never)
		}
	}
}

// reset forgets all deals.
func (a *Auditor) reset() {
	for _, g := range a.groups {
		g.reset()
	}
	for _, b := range a.banks {
		for _, t := range b.tables {
			t.reset()
		}
		for _, j := range b.joints {
			clear(j.cells)
			j.deals = 0
		}
		b.deals, b.turn, b.waiting = 0, 0, 0
	}
	for _, p := range a.players {
		p.reset()
	}
	if a.batch != nil {
		for _, counts := range a.batch.counts {
			clear(counts)
		}
		a.batch.size = 0
	}
	clear(a.seen)
	if a.past != nil {
		a.past.reset()
	}
	a.deals, a.next, a.recount, a.alarm, a.best, a.broken, a.example, a.course = 0, 0, 0, 0, 0, 0, nil, course{}
	a.same = sameness{}
	if a.recent != nil {
		a.recent.reset()
	}
}

// A BrokenError reports a deal that no shuffle of the items can produce.
type BrokenError struct {
	Number int64  `json:"number"` // of the deal, from 1
	Deal   []int  `json:"deal"`   // as it was observed
	Reason string `json:"reason"` // what is wrong with it
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("audit: deal %d is broken: %s", e.Number, e.Reason)
}

// doubled reports whether an item comes twice.
func (e *BrokenError) doubled() bool {
	items := slices.DeleteFunc(slices.Clone(e.Deal), func(x int) bool { return x < 0 })
	slices.Sort(items)
	return len(slices.Compact(items)) < len(items)
}

// check returns what is wrong with a deal, and "" if nothing is.
func (a *Auditor) check(deal []int) string {
	if len(deal) != a.k {
		return fmt.Sprintf("it has %d items, not %d", len(deal), a.k)
	}
	item := func(x int) string {
		if a.options.Names == nil {
			return fmt.Sprintf("item %d, which has the number %d,", x+1, x)
		}
		return label.Item(a.options.Names, x)
	}
	number := a.deals + a.broken + 1
	for i, x := range deal {
		if x < 0 || x >= a.n {
			return fmt.Sprintf("place %d has the number %d, but those of the %d items are 0 to %d", i+1, x, a.n, a.n-1)
		}
		if a.seen[x] == number {
			return fmt.Sprintf("%s comes twice, at place %d and at place %d", item(x), slices.Index(deal, x)+1, i+1)
		}
		a.seen[x] = number
		a.deal[i] = int32(x)
	}
	return ""
}

// Observe audits a deal: element i is the number of the item at place i. It does not
// keep the slice. If an item is unknown, appears twice or is missing, Observe returns a
// [*BrokenError], the verdict is Broken from then on, and the deal is not counted.
//
// It takes O(n log n) time, for up to 256 items as long as n² steps, or about 20
// microseconds for a deck of 52; some deals take longer, as bets are settled for up to 64
// deals at once. It allocates only to remember deals.
func (a *Auditor) Observe(deal []int) error {
	if reason := a.check(deal); reason != "" {
		a.broken++
		err := &BrokenError{a.deals + a.broken, slices.Clone(deal), reason}
		if a.example == nil {
			a.example = err
		}
		return err
	}
	gather := a.batch != nil && a.deals >= a.batch.first
	if a.sets != nil {
		slices.Sort(a.deal)
	}
	for i, b := range a.banks {
		switch {
		case b.lag == 0:
			a.take(i, a.deal, gather)
		case a.deals >= int64(b.lag):
			a.past.rename(b.lag, a.deal, a.changed)
			a.take(i, a.changed, gather)
		}
	}
	if a.past != nil {
		a.past.add(a.deal)
	}
	for _, p := range a.players {
		p.bet(a.deals, a.deal)
	}
	a.same.note(a.deal, a.deals)
	if a.recent != nil {
		a.recent.note(a.deal)
	}
	a.deals++
	// The promise holds at any time, so it need not be checked after each deal.
	if gather {
		a.batch.size++
		if a.batch.full(a.deals) {
			a.settle()
		}
	} else if a.deals >= a.next {
		a.look()
	}
	return nil
}

// pause returns how many deals may go unlooked at after so many: with many items tables are
// large, and it takes less time to settle more bets at once.
func (a *Auditor) pause(deals int64) int64 {
	if a.n > mostLaws {
		return min(max(deals/16, 1), 64)
	}
	return min(max(deals/64, 1), 16)
}

func (a *Auditor) take(bank int, deal []int32, gather bool) {
	if gather {
		a.batch.add(bank, deal)
	} else {
		a.banks[bank].take(deal)
	}
}

// settle settles bets that wait for more deals.
func (a *Auditor) settle() {
	if a.batch != nil && a.batch.size > 0 {
		a.batch.settle(a.banks)
		a.look()
	}
}

// settleTables settles the bets of tables, which are settled for several deals at once.
func (a *Auditor) settleTables() {
	for _, b := range a.banks {
		b.settle()
	}
	if a.sets != nil {
		a.sets.settle()
	}
}

// look records the evidence, and raises the alarm.
func (a *Auditor) look() {
	a.next = a.deals + a.pause(a.deals)
	a.settleTables()
	ln := a.sum(a.prompt)
	if a.deals >= a.recount || a.deals == a.course.last.Deals { // or for a report
		prompt := ln
		ln = a.LogE()
		a.recount = a.deals + 128 + a.deals/8
		if ln > prompt+math.Ln2 { // tallies win, so they count
			a.recount = 0
		}
	}
	a.course.add(a.deals, ln)
	a.best = math.Max(a.best, ln)
	if a.alarm == 0 && ln >= -math.Log(a.options.Alpha) {
		a.alarm = a.deals
		a.course.alarm = a.course.last
	}
}

// Alarm reports whether the shuffle is known to be biased or broken: whether the
// evidence has ever reached 1/α, or a deal was broken. For a fair shuffle this happens
// with a probability of at most α, however many deals are observed.
func (a *Auditor) Alarm() bool { return a.alarm > 0 || a.broken > 0 }

// Deals returns the number of deals observed, without broken ones.
func (a *Auditor) Deals() int64 { return a.deals }

// LogE returns the natural logarithm of the evidence so far. It takes a tenth of a
// millisecond for 52 items.
func (a *Auditor) LogE() float64 {
	a.settleTables()
	for _, t := range a.tallies {
		t.count()
	}
	return a.sum(a.groups)
}

// sum returns the logarithm of the fortune of groups.
func (a *Auditor) sum(groups []*group) float64 {
	sum := a.cash
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

// A course is the evidence over the deals, thinned out as it grows to about a hundred
// points.
type course struct {
	points      []Point
	every       int64
	last, alarm Point // which are always kept
}

// A Point is the evidence after some deals.
type Point struct {
	Deals  int64   `json:"deals"`
	Log10E float64 `json:"log10_e"`
}

const mostPoints = 512

func (c *course) add(deals int64, ln float64) {
	c.last = Point{deals, ln / math.Ln10}
	if c.alarm.Deals == deals {
		c.alarm = c.last
	}
	if last := len(c.points) - 1; last >= 0 && c.points[last].Deals == deals {
		c.points[last] = c.last
		return
	}
	if len(c.points) > 0 && deals < c.points[len(c.points)-1].Deals+max(c.every, 1) {
		return
	}
	c.points = append(c.points, c.last)
	if len(c.points) == mostPoints {
		for i := range mostPoints / 2 {
			c.points[i] = c.points[2*i+1]
		}
		c.points = c.points[:mostPoints/2]
		c.every = max(2*c.every, 2)
	}
}

// all returns the points in order.
func (c *course) all() []Point {
	all := append(slices.Clone(c.points), c.last)
	if c.alarm.Deals > 0 {
		all = append(all, c.alarm)
	}
	slices.SortFunc(all, func(p, q Point) int { return cmp.Compare(p.Deals, q.Deals) })
	return slices.Compact(all)
}
