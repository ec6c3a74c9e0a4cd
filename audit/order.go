package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/inside"
	"github.com/yates-shuffle/yates/internal/label"
)

// OrderOptions configure the audit of long orders. The zero value is the usual choice.
type OrderOptions struct {
	Alpha, Rate float64 // as in [Options]

	// Again is for several orders of the same items, such as epochs: each is also audited in terms of the one before,
	// which finds orders that come again, rotated or cut and put together. It takes 8n bytes.
	Again bool

	// Name returns the name of an item in texts; nil means its number from 1.
	Name func(item int) string

	// Equal is how many of the items are equal to others, so that chance said which is which: they tell nothing.
	Equal int
}

// An Order audits one long order from its front, such as that of a data set or an epoch, where an [Auditor] audits many
// deals. In a fair order the rank of the next item among those that remain is uniform, whatever came before. So each
// item is a fair game, and an Order tells after some items what an Auditor tells after some deals, with the same
// promise. An Order is not safe for concurrent use.
type Order struct {
	n       int
	options OrderOptions
	course  course
	read    int64
	epochs  int // that have begun
	counts  Ordered
	before  float64 // the logarithm of the fortune when the epoch began
	now     epoch
	worst   epoch        // of those that have ended and are not earlier ones
	again   []repetition // those that are
	was     []int32      // places of the items in the epoch before; nil without Options.Again, and in the first
	place   []int32      // in this epoch, from 1
	wholes  *inside.Wholes
	echoes  *inside.Echoes
	order   []int32 // the items of this epoch, if it is not too large
}

// An epoch is an order as it is read, by itself and with its items as their places in the order before.
type epoch struct {
	number  int
	itself  view
	changed *view         // nil in the first
	sums    [2]inside.Sum // of the order, and of how it differs from the one before
	again   bool          // it is an earlier one
	near    inside.Near   // how nearly it is one
	maker   *inside.Maker // that makes the order, as its gain is what it should be; else nil
	words   float64       // the logarithm of what the bets on makers pay
	ln      float64
	lossy   bool // it has ended without some items
}

// A repetition is that an epoch is an earlier one, in words if it is, and the logarithm of what the bets on that pay.
type repetition struct {
	text string
	ln   float64
}

type view struct {
	game  *inside.Game
	shape *inside.Shape
}

func newView(n int) view { return view{inside.New(n), inside.NewShape(n)} }

func (v view) add(x int) { v.shape.Add(x, v.game.Add(x)) }

// lookedAt is after how many items the evidence is looked at and recorded, and up to which after each.
const lookedAt = 256

// NewOrder returns an auditor of an order of the items 0, …, n−1, which were in this order before the shuffle. It takes
// n/8 + n/128 bytes and half a MiB, and up to 2²² items 4n bytes, 24n when it ends. It panics if n is less than 2 or
// more than [MostOrdered], or if an option is outside its range.
func NewOrder(n int, o OrderOptions) *Order {
	must(2 <= n && n <= MostOrdered, "an order of %d items, outside [2, 2³¹)", n)
	must(0 <= o.Equal && o.Equal <= n, "%d of %d items are equal to others", o.Equal, n)
	usual := Options{Alpha: o.Alpha, Rate: o.Rate}.checked(2)
	o.Alpha, o.Rate = usual.Alpha, usual.Rate
	if o.Name == nil {
		o.Name = func(item int) string { return fmt.Sprint(item + 1) }
	}
	return &Order{n: n, options: o, counts: Ordered{Equal: o.Equal}}
}

// begin begins an epoch.
func (a *Order) begin() {
	a.epochs++
	a.now, a.order = epoch{number: a.epochs, itself: newView(a.n)}, a.order[:0]
	if a.order == nil && a.n <= inside.MostChosen {
		a.order = make([]int32, 0, a.n)
	}
	if a.was != nil {
		changed := newView(a.n)
		a.now.changed = &changed
	}
	if a.options.Again {
		a.place = make([]int32, a.n)
		if a.wholes == nil {
			a.wholes, a.echoes = inside.NewWholes(a.n), inside.NewEchoes(a.n)
		}
	}
}

// Observe audits the next item. If it is none of the items, or came before in this epoch, Observe returns a
// [*BrokenError], the verdict is Broken from then on, and the item is not counted; the audit can go on.
//
// It takes some 100 nanoseconds, and for millions of items as long as a few reads of memory that is not cached.
func (a *Order) Observe(item int) error {
	if a.now.number == 0 {
		a.begin()
	}
	v := a.now.itself
	switch {
	case item < 0 || item >= a.n:
		a.loss(unknown).Number++
		return a.broken(item, fmt.Sprintf("%d is not one of the items 0 to %d", item, a.n-1))
	case v.game.Remaining.Has(item):
	default:
		a.loss(doubled).add(a.options.Name(item))
		return a.broken(item, a.options.Name(item)+" comes twice")
	}
	a.read++
	at := a.n - v.game.Remaining.Left()
	if a.n <= inside.MostChosen {
		a.order = append(a.order, int32(item))
	}
	v.add(item)
	if a.place != nil {
		a.place[item] = int32(at + 1)
		a.wholes.Add(&a.now.sums[0], at, item)
		a.echoes.Add(item, v.game.Remaining)
	}
	if a.now.changed != nil {
		a.now.changed.add(int(a.was[item]))
		a.wholes.Add(&a.now.sums[1], at, int(a.was[item]))
	}
	if a.read < lookedAt || a.read%lookedAt == 0 {
		a.look()
	}
	return nil
}

// ObserveAll is [Order.Observe] for the next items, without the errors, some hundred at a time: of 10⁸ items it takes
// half as long, as the memory of several is read at the same time.
func (a *Order) ObserveAll(items []int) {
	if a.now.number == 0 {
		a.begin()
	}
	a.now.itself.game.Remaining.Prefetch(items)
	for _, x := range items {
		a.Observe(x)
	}
}

// look records the evidence, and what each player has with the alarm.
func (a *Order) look() {
	before := a.course.alarm
	a.now = a.settled()
	if a.course.add(a.read, a.before+a.now.ln, a.options.Alpha); a.course.alarm == before {
		return
	}
	if a.now.itself.game.Fix(); a.now.changed != nil {
		a.now.changed.game.Fix()
	}
}

// loss returns what is wrong so in this epoch, to be counted.
func (a *Order) loss(kind string) *Loss {
	all := &a.counts.Losses
	i := slices.IndexFunc(*all, func(l Loss) bool { return l.Epoch == a.epochs && l.Kind == kind })
	if i < 0 {
		i, *all = len(*all), append(*all, Loss{Kind: kind, Epoch: a.epochs})
	}
	return &(*all)[i]
}

// broken returns the error of an item that cannot come.
func (a *Order) broken(item int, reason string) error {
	return &BrokenError{Deal: []int{item}, Reason: reason}
}

// seen returns the evidence up to the last item, and the epoch with its own.
func (a *Order) seen() (course, epoch) {
	if a.now.number == 0 {
		return a.course, a.now
	}
	e := a.settled()
	return a.course.with(a.read, a.before+e.ln, a.options.Alpha), e
}

// settled returns the epoch with its evidence. It settles bets, which may be done at any time, and changes nothing
// else.
func (a *Order) settled() epoch {
	e := a.now
	e.itself.game.Settle()
	e.ln = e.itself.game.Ln()
	if e.changed != nil {
		e.changed.game.Settle()
		e.ln = fortune.LogSum(e.ln, e.changed.game.Ln()) - math.Ln2 + math.Log1p(-onWholes/(1-onWords))
	}
	e.ln += math.Log1p(-onWords)
	return e
}

// End ends an epoch: the items that have not come are lost. It returns a [*BrokenError] if there are any. The next item
// begins another epoch.
func (a *Order) End() error {
	if a.now.number == 0 {
		a.begin()
	}
	a.look()
	left := a.now.itself.game.Remaining
	if a.echoes != nil {
		a.now.near = a.echoes.End()
	}
	if left.Left() == 0 {
		a.betWhole()
	}
	var err error
	if number := left.Left(); number > 0 {
		l := a.loss(lost)
		for x := 0; l.Number < min(most, int64(number)); x++ {
			if left.Has(x) {
				l.add(a.options.Name(x))
			}
		}
		l.Number, a.now.lossy = int64(number), true
		err = a.broken(-1, fmt.Sprintf("%s did not come", label.Plural(number, "item")))
	}
	if a.place != nil { // what was lost comes last
		at := int32(a.n - left.Left())
		for x := range a.place {
			if a.place[x] == 0 {
				at++
				a.place[x] = at
			}
			a.place[x]--
		}
		a.was = a.place
	}
	a.before += a.now.ln
	if !a.now.again && (a.worst.number == 0 || a.now.ln > a.worst.ln) {
		a.worst = a.now
	}
	a.now = epoch{}
	return err
}

// The shares of an epoch's fortune that are bet on what it is as a whole: that it is an earlier one, from the second
// on, and that its choices come from words of few values. These bets are settled when the epoch ends, and count as
// nothing before, which is never too much.
const (
	onWholes = 0.01
	onWords  = 0.02
)

// betWhole settles the bets on what the epoch is as a whole: a third of those on earlier ones are on its order, a third
// on how it differs from the last, and a third on what is nearly the same.
func (a *Order) betWhole() {
	e := &a.now
	if a.n <= inside.MostChosen {
		e.maker, e.words = inside.Made(a.order)
		e.ln = fortune.LogSum(e.ln, e.words+math.Log(onWords))
	}
	defer func() { a.course.add(a.read, a.before+e.ln, a.options.Alpha) }()
	if a.wholes == nil {
		return
	}
	if e.changed != nil {
		e.ln = fortune.LogSum(e.ln, e.near.Ln+math.Log(onWholes/3))
	}
	for i, s := range e.sums[:min(a.epochs, 2)] {
		if e.changed != nil {
			known, ln := a.wholes.Bet(s)
			if e.ln = fortune.LogSum(e.ln, ln+math.Log(onWholes/3)); !math.IsInf(ln, -1) && !e.again {
				e.again = true
				a.again = append(a.again, repetition{againWords(e.number, i == 1, known), ln})
			}
		}
	}
	for i, s := range e.sums[:min(a.epochs, 2)] {
		a.wholes.Learn(s, e.number, i == 1)
	}
}

// nearWords says how near an epoch is to an earlier one.
func nearWords(n inside.Near) string {
	return fmt.Sprintf([]string{"%s of %s places looked at have the item that they had in epoch %d",
		"%s of %s items looked at come right after the same item as in epoch %d",
		"at %s of %s places looked at, the number follows from the last one as in epoch %d"}[n.Way],
		label.Number(int64(n.Did)), label.Number(int64(n.Could)), n.Number)
}

// againWords says that an epoch, or how it differs from the one before, is an order that came.
func againWords(number int, changed bool, was inside.Known) string {
	what := func(number int, changed bool) string {
		if changed {
			return fmt.Sprintf("the way from epoch %d to epoch %d", number-1, number)
		}
		return fmt.Sprint("epoch ", number)
	}
	text := what(number, changed) + " is " + was.Turned + what(was.Number, was.Changed)
	if changed && !was.Changed && was.Turned == "" {
		text = fmt.Sprintf("epoch %d comes from epoch %d as epoch %d came from the data", number, number-1, was.Number)
	}
	return text
}

// Done reports whether the evidence has reached 1/α or an item was broken. The evidence is looked at after each of the
// first 256 items, then after every 256th, and at the end of an epoch. More items tell better what the order is like,
// and whether some are lost.
func (a *Order) Done() bool { return a.course.alarm.Deals > 0 || a.counts.Losses != nil }

// Now returns the evidence after the items so far, whose number it has in place of that of deals.
func (a *Order) Now() Point {
	c, _ := a.seen()
	return c.last
}
