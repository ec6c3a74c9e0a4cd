package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// A sequence is the numbers of the items of a file, one after the other.
type sequence = iter.Seq2[int64, error]

// An ordering is long orders that are read.
type ordering struct {
	*flags
	ctx     context.Context
	in      io.Reader
	lo, hi  int64          // the numbers of the items
	matcher *deals.Matcher // nil if files have numbers
	equal   int            // items that cannot be told apart from others
	told    string         // how they were told apart; "" if there are none
}

// numbers returns the integers of a file, one a line.
func (o *ordering) numbers(file string) sequence {
	return func(yield func(int64, error) bool) {
		lines, err := infile.Lines(file, o.in, deals.MostName)
		if err != nil {
			yield(0, err)
			return
		}
		defer lines.Close()
		lines.Numbers(o.ctx)(yield)
	}
}

// learn reads the numbers of files whose range is not known, in 4 bytes each. They go from 0 or 1, or from the least if
// none is missing, to the largest, or so that there are as many as --items says.
func (o *ordering) learn(files []string) (all []sequence, err error) {
	o.lo, o.hi = math.MaxInt64, math.MinInt64
	most, base := 0, int64(0) // most items of an epoch; the first number
	for _, file := range files {
		var held []int32
		var ended error // if the audit was interrupted, what has come is audited
		for x, err := range o.numbers(file) {
			if ended = err; err != nil {
				break
			}
			if o.lo > o.hi {
				base = x
			}
			o.lo, o.hi = min(o.lo, x), max(o.hi, x)
			if uint64(o.hi-o.lo) >= audit.MostOrdered {
				return nil, deals.FarApart(o.lo, o.hi, most+len(held)+1)
			}
			held = append(held, int32(x-base))
		}
		if ended != nil && o.ctx.Err() == nil {
			return nil, ended
		}
		if most = max(most, len(held)); o.ranks && len(all) > 0 {
			most += len(held)
		}
		all = append(all, func(yield func(int64, error) bool) {
			for _, x := range held {
				if !yield(base+int64(x), nil) {
					return
				}
			}
			if ended != nil {
				yield(0, ended)
			}
		})
	}
	if o.items > 0 {
		o.lo = min(max(o.lo, 0), 1)
		o.hi = o.lo + int64(o.items) - 1
		return all, nil
	}
	o.lo, err = deals.FirstNumber(o.lo, o.hi, most)
	return all, err
}

// keys returns the records of a file, or their columns.
func (o *ordering) keys(file string) iter.Seq2[[]byte, error] {
	opt := engine.Options{JSON: o.jsonl, CSV: o.csv, Tar: o.tar, TFRecord: o.tf, Header: o.header}
	var columns []engine.Column
	if n, err := strconv.Atoi(o.by); err == nil && n > 0 && !o.jsonl {
		columns = []engine.Column{{Number: n}}
	} else if o.by != "" {
		columns = []engine.Column{{Name: o.by}}
	}
	source, ctx := engine.Source{Name: file, Unpack: true}, o.ctx
	if file == "-" { // what has come is read, whatever happens
		source.Name, source.Reader, ctx = infile.Name(file), infile.Until(ctx, o.in), context.WithoutCancel(ctx)
	}
	return engine.InOrder(ctx, opt, columns, source)
}

// match learns the items from the data in its old order.
func (o *ordering) match(ui *frame.UI) error {
	seed, err := o.seed.Seed(ui)
	if err != nil {
		return err
	}
	o.matcher = deals.NewMatcher(rand.New(rand.NewChaCha8(seed)).IntN)
	for key, err := range o.keys(o.of) {
		if err != nil {
			return err
		}
		o.matcher.Add(key)
	}
	n, equal := o.matcher.Items()
	o.lo, o.hi = 1, int64(n)
	if o.equal = equal; equal > 0 {
		o.told = fmt.Sprintf("%s of the original are equal to others; which is which was chosen at random, by "+
			"--seed-hex %s", label.Plural(equal, "record"), seed)
	}
	return context.Cause(o.ctx)
}

// found returns the numbers of the records of a file in the data. If the audit is interrupted, the last one may have
// been cut, and is none.
func (o *ordering) found(file string) sequence {
	return func(yield func(int64, error) bool) {
		o.matcher.Begin()
		last, any := int64(0), false
		for key, err := range o.keys(file) {
			if err != nil {
				yield(0, err)
				return
			}
			if any && !yield(last, nil) {
				return
			}
			last, any = int64(o.matcher.Find(key))+o.lo, true
		}
		if any && o.ctx.Err() == nil {
			yield(last, nil)
		}
	}
}

// sequences returns those of the files.
func (o *ordering) sequences(ui *frame.UI, files []string) (all []sequence, err error) {
	read := o.numbers
	switch {
	case o.of != "":
		err, read = o.match(ui), o.found
	case !o.flags.numbers.Given:
		return o.learn(files)
	}
	for _, file := range files {
		all = append(all, read(file))
	}
	return all, err
}

// runOrder audits long orders and prints the report.
func (f *flags) runOrder(ctx context.Context, ui *frame.UI, args []string) error {
	files := append(slices.Clone(f.order), args...)
	if err := f.checkOrder(files); err != nil {
		return err
	}
	j := &job{opt: f, ui: ui, title: strings.Join(files, " "), evidence: evidence{thing: "item"}}
	var err error
	if j.reports, err = dest.New(ui, output.Options{OrOverwrite: true}, f.reports...); err != nil {
		return err
	}
	j.evidence.goal, j.evidence.start = -math.Log10(j.opt.alpha), time.Now()
	shown := ui.StartProgress(ctx, f.show, j.evidence.gauge)
	defer shown.Stop()
	o := &ordering{flags: f, ctx: ctx, in: ui.In, lo: int64(f.numbers.Lo), hi: int64(f.numbers.Hi)}
	all, err := o.sequences(ui, files)
	if err != nil {
		end, err := j.ended(ctx, err)
		return cmp.Or(err, errors.New(end.says))
	}
	if o.hi <= o.lo || o.hi-o.lo >= audit.MostOrdered {
		return fmt.Errorf("there must be from 2 to %s items in an order", label.Number(audit.MostOrdered))
	}
	name := func(x int) string { return fmt.Sprint(int64(x) + o.lo) }
	opt := audit.OrderOptions{Alpha: f.alpha, Again: len(all) > 1 && !f.ranks, Name: name, Equal: o.equal}
	read := j.readEpochs
	if f.ranks {
		opt.Ranks, read = len(all), j.readRanks
	}
	a := audit.NewOrder(int(o.hi-o.lo+1), opt)
	end, err := j.ended(ctx, read(ctx, a, o.lo, all))
	if err != nil {
		return err
	}
	if r := a.Report(); o.of != "" && r.Deals == 0 && r.Ordered.Unknown.Number > 0 {
		return frame.WithHint(fmt.Errorf("no record of %s is in %s", j.title, o.of),
			"--jsonl or --csv with --by COLUMN finds records by a column")
	}
	return j.printOrder(ctx, a, end, shown.Stop, o.told)
}

// readEpochs audits sequences one after the other. Observe counts what is broken.
func (j *job) readEpochs(ctx context.Context, a *audit.Order, lo int64, all []sequence) error {
	for _, s := range all {
		for x, err := range s {
			if err != nil {
				return err
			}
			a.Observe(int(x - lo))
			j.evidence.note(a)
		}
		if ctx.Err() != nil { // which may be why there was no more
			return ctx.Err()
		}
		a.End()
	}
	return io.EOF
}

// readRanks audits sequences of one epoch, which take turns.
func (j *job) readRanks(ctx context.Context, a *audit.Order, lo int64, all []sequence) error {
	var ranks []func() (int64, error, bool)
	for _, s := range all {
		next, stop := iter.Pull2(s)
		defer stop()
		ranks = append(ranks, next)
	}
	for more := true; more; {
		more = false
		for rank, next := range ranks {
			switch x, err, ok := next(); {
			case err != nil:
				return err
			case ok:
				more = true
				a.ObserveBy(rank, int(x-lo))
				j.evidence.note(a)
			}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.End()
	return io.EOF
}

// printOrder prints the report of long orders, with what is to be said of how they were read.
func (j *job) printOrder(ctx context.Context, a *audit.Order, end ending, stop func(), read string) error {
	page := view.Page{Title: j.title, Report: a.Conclude()}
	if end.by != byNoMore {
		page.Ended = end.says
	}
	if read != "" {
		page.Read = []string{read}
	}
	stop()
	return j.print(ctx, &result{Report: page.Report, Page: page})
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
		for _, x := range deal {
			j.order.Observe(x)
		}
		j.order.End()
		j.evidence.note(j.order)
	}
}

// checkOrder rejects flags that have no meaning for long orders.
func (f *flags) checkOrder(files []string) error {
	if err := frame.Exclude(f.set, conflicts); err != nil {
		return err
	}
	pipes := 0
	for _, name := range append(files, f.of) {
		if name == "-" {
			pipes++
		}
		if len(name) > 1 && name[0] == '-' {
			return frame.BadUsage("yates audit --help", "put %s before the first file; a file with such a name is ./%s",
				label.Name(name), name)
		}
		if err := dest.Distinct(append(slices.Clone(f.reports), name)); err != nil {
			return err
		}
	}
	if pipes > 1 {
		return frame.BadUsage("yates audit --help", "only one file can be standard input")
	}
	if f.of == "" && (f.jsonl || f.csv || f.tar || f.tf || f.header > 0 || f.by != "") {
		return frame.BadUsage("yates audit --help",
			"records that are not numbers need --of ORIGINAL, the data in its old order")
	}
	return f.checkReports()
}

// Lost says what is broken in a long order, a line each.
func (res *result) Lost() []string { return strings.Split(res.Broken.Reason, "; ") }

// Whole is how many items the orders have.
func (res *result) Whole() int64 { return int64(res.Items) * int64(res.Ordered.Epochs) }
