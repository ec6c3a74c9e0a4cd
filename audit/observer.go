package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// An Auditor observes deals and bets against the fairness of their shuffle. The same deals give the same
// evidence, however often one asks for reports, but for the last digits, which also depend on the kind of
// machine. An Auditor is not safe for concurrent use.
type Auditor struct {
	n, k    int
	options Options

	broken      int64
	firstBroken *BrokenError
	sorted      int64   // deals in ascending order
	still       int64   // of these, deals in which nothing moved
	recent      *recent // nil if there are no suspects
	course      course
	book        *bets.Book
	next        int64 // deals after which the evidence is looked at
	recount     int64 // deals after which the tallies are counted
	deal        []int32
	seen        []int64 // number of the deal that had the item last

	keeps int                        // how often what has won was kept: with the alarm, and when it was explained
	kept  map[spot]Finding           // the most that it was worth then
	means map[*fortune.Group]float64 // what each had at the last time
}

// New returns an auditor of deals from a shuffle of n items, which are the numbers 0, …, n−1 in order before the
// shuffle.
//
// It panics if n is less than 2 or more than 2²⁴, or if an option is outside its range. Up to 256 items it knows the
// exact laws of the suspects; for more it only learns. It takes about 40 ms for 52 items, and O(n²) memory for up to
// 1,448 items, or O(n) for more.
func New(n int, options Options) *Auditor {
	options = options.checked(n)
	a := &Auditor{
		n: n, k: options.Take, options: options,
		book: bets.New(bets.Game{Items: n, Take: options.Take, Unordered: options.Unordered, Kinds: options.Kinds,
			Remember: options.Remember, Names: options.Names}),
		deal: make([]int32, options.Take), seen: make([]int64, n), kept: make(map[spot]Finding),
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
	a.next, a.recount, a.broken, a.firstBroken, a.course = 0, 0, 0, nil, course{}
	a.sorted, a.still, a.keeps, a.means = 0, 0, 0, nil
	clear(a.kept)
	if a.recent != nil {
		a.recent.reset()
	}
}

// deals returns the number of deals, without broken ones.
func (a *Auditor) deals() int64 { return a.book.Deals }

// game returns what is dealt.
func (a *Auditor) game() Game { return Game{a.n, a.k, a.options.Unordered, a.options.Names} }

// repetition reports what came again.
func (a *Auditor) repetition(r *Report) {
	w := a.book.Whole()
	if r.Repeated, r.Remembered = w.Repeated, w.Distinct(); len(w.Examples) > 0 {
		r.FirstRepeat = w.Examples[0].Deal
	}
	for _, w := range a.book.Windows {
		for _, e := range w.Examples {
			r.Repeats = append(r.Repeats, Repeat{e.Deal, e.Earlier, e.From, e.To, e.Items})
		}
	}
}

// load copies a deal to a.deal. It returns what is wrong with it, and "" if nothing is.
func (a *Auditor) load(deal []int) string {
	if len(deal) != a.k {
		return fmt.Sprintf("it has %d items, not %d", len(deal), a.k)
	}
	item := func(x int) string {
		if a.options.Names == nil {
			return fmt.Sprintf("item %d, which has the number %d,", x+1, x)
		}
		return label.Item(a.options.Names, x)
	}
	number := a.deals() + a.broken + 1
	for i, x := range deal {
		if x < 0 {
			return fmt.Sprintf("place %d has something else than one of the %d items", i+1, a.n)
		}
		if x >= a.n {
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

// Observe audits a deal: element i is the number of the item at place i. It does not keep the slice. If an item is
// unknown, appears twice or is missing, Observe returns a [*BrokenError], the verdict is Broken from then on, and the
// deal is not counted.
//
// It takes O(n log n) time, for up to 256 items as long as n² steps, or about 20 microseconds for a deck of 52; with
// each eighth of the deals so far it takes longer. It allocates to remember deals.
func (a *Auditor) Observe(deal []int) error {
	if reason := a.load(deal); reason != "" {
		a.broken++
		err := &BrokenError{a.deals() + a.broken, slices.Clone(deal), reason}
		if a.firstBroken == nil {
			a.firstBroken = err
		}
		return err
	}
	if a.options.Unordered {
		slices.Sort(a.deal)
	}
	if slices.IsSorted(a.deal) {
		if a.sorted++; int(a.deal[a.k-1]) == a.k-1 {
			a.still++
		}
	}
	if a.recent != nil {
		a.recent.note(a.deal)
	}
	a.book.Bet(a.deal)
	// The promise holds at any time, so it need not be checked after each deal.
	if a.deals() >= a.next {
		a.look()
	}
	return nil
}

// winning is the logarithm of a fortune that a fair shuffle gives once in 20 audits.
const winning = 3

// look records the evidence, and raises the alarm.
func (a *Auditor) look() {
	deals := a.deals()
	a.next = deals + a.book.Pause()
	ln := a.book.PromptLn()
	if deals >= a.recount {
		prompt := ln
		ln = a.book.Ln()
		a.recount = deals + a.book.Recount()
		if ln > max(prompt+math.Ln2, winning) { // tallies win, so they count
			a.recount = 0
		}
	}
	a.course.add(deals, ln, a.options.Alpha)
	if a.course.alarm.Deals > 0 && (a.keeps == 0 || a.keeps == 1 && a.explained(leastNamed)) {
		a.keeps++
		a.keep()
	}
}

// Done reports whether the answer is known: a deal was broken, or the evidence has ever reached 1/α, and there
// are enough deals to name a cause, if one can be named: 64, and odds of 10²⁴, with three repeats if deals repeat, or
// 1,024 deals after the alarm.
// For a fair shuffle this happens with a probability of at most α, however many deals are observed.
func (a *Auditor) Done() bool { return a.alarm() && a.explained(leastFitted) }

// Now returns the evidence after the deals so far, which are counted without broken ones. It takes some tenths of a
// millisecond for 52 items.
func (a *Auditor) Now() Point { return Point{a.deals(), a.book.Ln() / math.Ln10} }

// alarm reports whether the evidence has ever reached 1/α, or a deal was broken.
func (a *Auditor) alarm() bool { return a.course.alarm.Deals > 0 || a.broken > 0 }

// explained reports whether there are that many deals, with odds that are enough to name a cause, and enough repeats if
// there are any, which tell what repeats; or nobody need wait for more.
func (a *Auditor) explained(least int64) bool {
	waited := a.deals() >= a.course.alarm.Deals+mostWaited
	named := a.course.bestLn >= namedOdds*math.Ln10 && !a.book.Repeating() && !a.book.Undecided()
	return a.broken > 0 || a.deals() >= least && (waited || named)
}
