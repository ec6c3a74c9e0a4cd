package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
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

// checkSets panics if the options are wrong for sets.
func (o *Options) checkSets(n int) {
	if o.Unordered && (o.Take == n || n > MostUnordered) {
		panic(fmt.Sprintf("audit: sets of %d of %s items", o.Take, label.Number(int64(n))))
	}
}

// checkKinds panics if the kinds are not those of n items.
func (o *Options) checkKinds(n int) {
	if o.Kinds == nil {
		return
	}
	if len(o.Kinds) != n {
		panic(fmt.Sprintf("audit: kinds of %d of %d items", len(o.Kinds), n))
	}
	for x, kind := range o.Kinds {
		if kind < 0 || kind >= n {
			panic(fmt.Sprintf("audit: item %d is of kind %d, outside [0, %d)", x, kind, n))
		}
	}
}

// MostUnordered is the most items of unordered deals: 16,384.
const MostUnordered = bets.MostPresent

// An Auditor observes deals and bets against the fairness of their shuffle. The same
// deals give the same report on machines of one kind; elsewhere the last digits may
// differ. An Auditor is not safe for concurrent use.
type Auditor struct {
	n, k    int
	options Options

	deals   int64
	broken  int64
	example *BrokenError
	same    sameness
	recent  *recent // nil if there are no suspects
	course  course
	book    *bets.Book
	next    int64 // deals after which the evidence is looked at
	recount int64 // deals after which the tallies are counted
	deal    []int32
	seen    []int64 // number of the deal that had the item last
}

const usualAlpha = 1e-6

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
	a := &Auditor{
		n: n, k: o.Take, options: o,
		book: bets.New(bets.Game{Items: n, Take: o.Take, Unordered: o.Unordered, Kinds: o.Kinds, Remember: o.Remember,
			Names: o.Names}),
		deal: make([]int32, o.Take), seen: make([]int64, n),
	}
	if a.book.Suspects() {
		a.recent = &recent{n: n, k: a.k}
	}
	return a
}

// reset forgets all deals.
func (a *Auditor) reset() {
	a.book.Reset()
	clear(a.seen)
	a.deals, a.next, a.recount, a.broken, a.example, a.course = 0, 0, 0, 0, nil, course{}
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
	if a.options.Unordered {
		slices.Sort(a.deal)
	}
	a.book.Bet(a.deals, a.deal)
	a.same.note(a.deal, a.deals)
	if a.recent != nil {
		a.recent.note(a.deal)
	}
	a.deals++
	// The promise holds at any time, so it need not be checked after each deal.
	if a.deals >= a.next {
		a.look()
	}
	return nil
}

// look records the evidence, and raises the alarm.
func (a *Auditor) look() {
	a.next = a.deals + a.book.Pause(a.deals)
	a.book.Settle()
	ln := a.book.PromptLn()
	if a.deals >= a.recount || a.deals == a.course.last.Deals { // or for a report
		prompt := ln
		ln = a.LogE()
		a.recount = a.deals + 128 + a.deals/8
		if ln > prompt+math.Ln2 { // tallies win, so they count
			a.recount = 0
		}
	}
	a.course.add(a.deals, ln, a.options.Alpha)
}

// Alarm reports whether the shuffle is known to be biased or broken: whether the
// evidence has ever reached 1/α, or a deal was broken. For a fair shuffle this happens
// with a probability of at most α, however many deals are observed.
func (a *Auditor) Alarm() bool { return a.course.alarm.Deals > 0 || a.broken > 0 }

// Deals returns the number of deals observed, without broken ones.
func (a *Auditor) Deals() int64 { return a.deals }

// Explained reports whether there are enough deals since the alarm to name a cause, if one can be named: as many as
// before it, but at most [MostWaited], and [LeastNamed] in all.
func (a *Auditor) Explained() bool {
	return a.broken > 0 || a.deals >= a.explained()
}

// explained returns from how many deals on a cause may be named.
func (a *Auditor) explained() int64 {
	alarm := a.course.alarm.Deals
	return max(LeastNamed, alarm+min(alarm, MostWaited))
}

// LogE returns the natural logarithm of the evidence so far. It takes a tenth of a
// millisecond for 52 items.
func (a *Auditor) LogE() float64 { return a.book.Ln() }
