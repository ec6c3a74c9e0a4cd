package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/bets"
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// An observer takes deals and bets on them. A [reporter] reads it.
type observer struct {
	n, k    int
	options Options

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

	fixes int                        // how often what has won was remembered: with the alarm, and when it was explained
	fixed map[spot]Finding           // the most that it was worth then
	means map[*fortune.Group]float64 // what each had at the last time

	painter   *bets.Painter // nil before the first
	simulated struct {      // the deals of a suspect, which are the same each time
		suspect   string
		forward   bool
		deals     int
		portraits []*bets.Portrait
	}
}

// newObserver returns an observer with options that were checked.
func newObserver(n int, options Options) *observer {
	o := &observer{
		n: n, k: options.Take, options: options,
		book: bets.New(bets.Game{Items: n, Take: options.Take, Unordered: options.Unordered, Kinds: options.Kinds,
			Remember: options.Remember, Names: options.Names}),
		deal: make([]int32, options.Take), seen: make([]int64, n),
	}
	if o.book.Suspects() {
		o.recent = &recent{n: n, k: o.k}
	}
	return o
}

// reset forgets all deals.
func (o *observer) reset() {
	o.book.Reset()
	clear(o.seen)
	o.next, o.recount, o.broken, o.example, o.course = 0, 0, 0, nil, course{}
	o.same, o.fixes, o.fixed, o.means = sameness{}, 0, nil, nil
	if o.recent != nil {
		o.recent.reset()
	}
}

// deals returns the number of deals, without broken ones.
func (o *observer) deals() int64 { return o.book.Deals }

// game returns what is dealt.
func (o *observer) game() Game { return Game{o.n, o.k, o.options.Unordered, o.options.Names} }

// repetition returns what came again.
func (o *observer) repetition() (r Repetition) {
	if w := o.book.Whole(); w != nil {
		r.Repeated, r.Remembered = w.Repeated, w.Distinct()
		if len(w.Examples) > 0 {
			r.FirstRepeat = w.Examples[0].Deal
		}
	}
	for _, w := range o.book.Windows {
		for _, e := range w.Examples {
			r.Repeats = append(r.Repeats, Repeat{e.Deal, e.Earlier, e.From, e.To, e.Items})
		}
	}
	return r
}

// check returns what is wrong with a deal, and "" if nothing is.
func (o *observer) check(deal []int) string {
	if len(deal) != o.k {
		return fmt.Sprintf("it has %d items, not %d", len(deal), o.k)
	}
	item := func(x int) string {
		if o.options.Names == nil {
			return fmt.Sprintf("item %d, which has the number %d,", x+1, x)
		}
		return label.Item(o.options.Names, x)
	}
	number := o.deals() + o.broken + 1
	for i, x := range deal {
		if x < 0 {
			return fmt.Sprintf("place %d has something else than one of the %d items", i+1, o.n)
		}
		if x >= o.n {
			return fmt.Sprintf("place %d has the number %d, but those of the %d items are 0 to %d", i+1, x, o.n, o.n-1)
		}
		if o.seen[x] == number {
			return fmt.Sprintf("%s comes twice, at place %d and at place %d", item(x), slices.Index(deal, x)+1, i+1)
		}
		o.seen[x] = number
		o.deal[i] = int32(x)
	}
	return ""
}

// observe takes a deal, and returns the error of one that is broken.
func (o *observer) observe(deal []int) error {
	if reason := o.check(deal); reason != "" {
		o.broken++
		err := &BrokenError{o.deals() + o.broken, slices.Clone(deal), reason}
		if o.example == nil {
			o.example = err
		}
		return err
	}
	if o.options.Unordered {
		slices.Sort(o.deal)
	}
	o.same.note(o.deal, o.deals())
	if o.recent != nil {
		o.recent.note(o.deal)
	}
	o.book.Bet(o.deal)
	// The promise holds at any time, so it need not be checked after each deal.
	if o.deals() >= o.next {
		o.look()
	}
	return nil
}

// winning is the logarithm of a fortune that a fair shuffle gives once in 20 audits.
const winning = 3

// look records the evidence, and raises the alarm.
func (o *observer) look() {
	deals := o.deals()
	o.next = deals + o.book.Pause()
	o.book.Settle()
	ln := o.book.PromptLn()
	if deals >= o.recount {
		prompt := ln
		ln = o.book.Ln()
		o.recount = deals + o.book.Recount()
		if ln > max(prompt+math.Ln2, winning) { // tallies win, so they count
			o.recount = 0
		}
	}
	o.course.add(deals, ln, o.options.Alpha)
	if o.course.alarm.Deals > 0 && (o.fixes == 0 || o.fixes == 1 && o.explained(&o.course)) {
		o.fixes++
		o.fix()
	}
}

// alarm reports whether the evidence has ever reached 1/α, or a deal was broken.
func (o *observer) alarm() bool { return o.course.alarm.Deals > 0 || o.broken > 0 }

// explained reports whether there are enough deals to name a cause, and enough repeats if there are any.
func (o *observer) explained(c *course) bool {
	return o.broken > 0 || !c.early(o.deals()) && (!o.book.Repeating() || o.deals() >= c.alarm.Deals+mostWaited)
}
