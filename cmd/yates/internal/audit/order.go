package audit

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A sequence is the numbers of the items of a file, one after the other. An error comes last.
type sequence = iter.Seq2[int64, error]

// An ordering is the long orders of a job, as they are read.
type ordering struct {
	*job
	files   []string
	format  engine.Options
	columns []engine.Column // by which records are found
	lo, hi  int64           // the numbers of the items
	matcher *deals.Matcher  // nil if files have numbers
	equal   int             // items that cannot be told apart from others
	short   int             // epochs that lost items
}

// The least and the most numbers that are held in one slice: the next ones have another, so that nothing is copied.
const leastHeld, mostHeld = 1 << 6, 1 << 16

// learn reads sequences of numbers whose range is not known, and holds them in 4 bytes each. They go from 0 or 1, or
// from the least if none is missing, to the largest, or so that there are as many as --items says.
func (o *ordering) learn(ctx context.Context, all []sequence) error {
	o.lo, o.hi = math.MaxInt64, math.MinInt64
	most, base := 0, int64(0) // most items of an epoch; the first number
	for i, s := range all {
		var held [][]int32
		came := 0
		var ended error // if the audit was interrupted, what has come is audited
		for x, err := range s {
			if ended = err; err != nil {
				break
			}
			if o.lo > o.hi {
				base = x
			}
			if o.lo, o.hi = min(o.lo, x), max(o.hi, x); uint64(o.hi-o.lo) >= audit.MostOrdered {
				_, err := deals.FirstNumber(o.lo, o.hi, max(most, came+1))
				return err
			}
			last := len(held) - 1
			if last < 0 || len(held[last]) == cap(held[last]) {
				held, last = append(held, make([]int32, 0, min(max(came, leastHeld), mostHeld))), last+1
			}
			held[last] = append(held[last], int32(x-base))
			came++
		}
		if ended != nil && ctx.Err() == nil {
			return ended
		}
		most = max(most, came)
		all[i] = func(yield func(int64, error) bool) {
			for _, some := range held {
				for _, x := range some {
					if !yield(base+int64(x), nil) {
						return
					}
				}
			}
		}
	}
	if o.opt.items > 0 {
		o.lo = min(max(o.lo, 0), 1)
		o.hi = o.lo + int64(o.opt.items) - 1
		return nil
	}
	first, err := deals.FirstNumber(o.lo, o.hi, most)
	o.lo = first
	says := fmt.Sprintf("the items are %s to %s, as the numbers say; --items or --range if there are more",
		label.Number(o.lo), label.Number(o.hi))
	if o.lo < 0 || o.lo > 1 {
		says += "; they begin neither with 0 nor with 1"
	}
	o.read = append(o.read, says)
	return err
}

// keys returns the records of a file, or their columns.
func (o *ordering) keys(ctx context.Context, file string) iter.Seq2[[]byte, error] {
	source := engine.Source{Name: file, Unpack: true}
	if file == "-" { // what has come is read, whatever happens
		source.Name, source.Reader, ctx = infile.Name(file), infile.Until(ctx, o.ui.In), context.WithoutCancel(ctx)
	}
	return engine.InOrder(ctx, o.format, o.columns, source)
}

// match learns the items from the data in its old order.
func (o *ordering) match(ctx context.Context) error {
	seed, err := o.opt.seed.Seed(o.ui)
	if err != nil {
		return err
	}
	if front, err := infile.Front(o.opt.of); err == nil {
		if infile.Torn(&o.format.Format, o.opt.of, front) != nil {
			return infile.Error(o.opt.of, errors.New("its records have several lines; check reads lines, and with "+
				"--csv or --jsonl rows and objects"))
		}
	}
	o.matcher = deals.NewMatcher(rand.New(rand.NewChaCha8(seed)).IntN)
	for key, err := range o.keys(ctx, o.opt.of) {
		if err != nil {
			return err
		}
		o.matcher.Add(key)
	}
	n, equal := o.matcher.Items()
	o.lo, o.hi = 1, int64(n)
	o.read = append(o.read, fmt.Sprintf("items are numbered as they stand in %s, from 1", label.Name(o.opt.of)))
	if o.equal = equal; equal > 0 {
		o.read = append(o.read, fmt.Sprintf("%s of the original are equal to others; which is which was chosen at "+
			"random, by --seed-hex %s", label.Plural(equal, "record"), seed))
	}
	return context.Cause(ctx)
}

// numbers returns the integers of a file, one a line, or the numbers of its records in the data.
func (o *ordering) numbers(ctx context.Context, file string) sequence {
	return func(yield func(int64, error) bool) {
		n := 0
		where := func() string { return fmt.Sprintf("line %d of %s", n, label.Name(infile.Name(file))) }
		for text, err := range o.keys(ctx, file) {
			x := int64(0)
			switch n++; {
			case err != nil:
			case o.matcher != nil:
				x = o.lo + int64(o.matcher.Find(text))
				if n == 1 && o.opt.header == 0 && x == o.lo && !bytes.ContainsAny(text, "0123456789{") {
					o.read = append(o.read, label.Name(string(text[:min(len(text), label.Longest)]))+
						" comes first, as in the original: --header 1 if it is no record")
				}
			default:
				if x, err = deals.Number(text, where); err != nil && len(bytes.TrimSpace(text)) == 0 {
					continue
				}
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
	}
}

// live returns what comes from a pipe, one item behind. The signal that ends an audit may also end who writes there, in
// the middle of an item. So at the end it is awaited for a moment, and the report is the same whichever comes first.
func live(ctx context.Context, s sequence) sequence {
	return func(yield func(int64, error) bool) {
		last, held := int64(0), false
		for x, err := range s {
			if err != nil {
				yield(0, err)
				return
			}
			if held && !yield(last, nil) {
				return
			}
			last, held = x, true
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
			if held {
				yield(last, nil)
			}
		}
	}
}

// observe audits the orders.
func (o *ordering) observe(ctx context.Context) error {
	var all []sequence
	for _, file := range o.files {
		next := o.numbers(ctx, file)
		if file == "-" {
			next = live(ctx, next)
		}
		all = append(all, next)
	}
	var err error
	if o.opt.of != "" {
		err = o.match(ctx)
	} else if !o.opt.numbers.Given {
		err = o.learn(ctx, all)
	}
	if err != nil {
		return err
	}
	n := max(0, o.hi-o.lo+1)
	if n < 2 || n > audit.MostOrdered {
		err := fmt.Errorf("%s has %s; an order has from 2 to %s", cmp.Or(o.opt.of, o.title), label.Plural(n, "item"),
			label.Number(audit.MostOrdered))
		if o.opt.header > 0 {
			err = frame.WithHint(err, fmt.Sprintf("--header %d leaves out as many lines", o.opt.header))
		}
		return err
	}
	o.order = audit.NewOrder(int(n), audit.OrderOptions{Alpha: o.opt.alpha, Again: len(all) > 1,
		Name: func(x int) string { return fmt.Sprint(int64(x) + o.lo) }, Equal: o.equal})
	for _, s := range all {
		if err := o.epoch(ctx, s); err != nil {
			return err
		}
	}
	switch read := o.order.Now().Deals; {
	case read == 0 && o.opt.of != "":
		return frame.WithHint(fmt.Errorf("no record of %s is in %s", o.title, o.opt.of),
			"--jsonl or --csv with --by COLUMN finds records by a column")
	case read <= n && o.short > 1 && o.short == len(all):
		o.read = append(o.read, "all files together have no more items than one epoch; if they are parts of one, "+
			"cat FILE... | yates check - takes them as one")
	}
	return io.EOF
}

// epoch audits a sequence. What is broken is counted.
func (o *ordering) epoch(ctx context.Context, s sequence) (err error) {
	if o.matcher != nil {
		o.matcher.Begin()
	}
	var held []int // a few items, which are faster together; who waits for a pipe sees each
	many := 64
	if slices.Contains(o.files, "-") {
		many = 1
	}
	observe := func() {
		o.order.ObserveAll(held)
		o.evidence.note(o.order, len(held))
		held = held[:0]
	}
	for x, ended := range s {
		if err = ended; err != nil {
			break
		}
		held = append(held, int(max(o.lo-1, min(x, o.hi+1))-o.lo)) // one that is none is next to them
		if len(held) == many {
			observe()
		}
	}
	observe()
	if err = cmp.Or(ctx.Err(), err); err == nil && o.order.End() != nil { // the context may be why there was no more
		o.short++
	}
	return err
}

// longDeal is from how many items on deals of a file are audited as long orders: few deals of so many tell nothing by
// themselves, and much by their items.
const longDeal = 10_000

// observeLong audits such deals.
func (j *job) observeLong(ctx context.Context) error {
	names := j.deals.Items.Names
	j.order = audit.NewOrder(len(names), audit.OrderOptions{Alpha: j.opt.alpha, Again: true,
		Name: func(x int) string { return label.Item(names, x) }})
	for {
		deal, err := j.deals.Next(ctx)
		if err != nil {
			return err
		}
		j.order.ObserveAll(deal)
		j.order.End()
		j.evidence.note(j.order, 1)
	}
}
