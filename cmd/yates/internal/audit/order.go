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

// A sequence gives the items of a file, one after the other, as numbers from 0: −1 for what is not among the items, and
// io.EOF after the last.
type sequence func() (int, error)

// A reading is what is needed to read orders.
type reading struct {
	*flags
	ctx     context.Context
	in      io.Reader
	items   int
	name    func(item int) string
	matcher *deals.Matcher // nil for numbers
	lo      int64          // else the number of item 0
	alike   string         // how items that cannot be told apart were numbered; "" if there are none
	close   []func()
}

// numbers returns what reads the integers of a file, one a line.
func (r *reading) numbers(file string) (func() (int64, error), error) {
	lines, err := infile.Lines(file, r.in, deals.MostName)
	if err != nil {
		return nil, err
	}
	r.close = append(r.close, lines.Close)
	return func() (int64, error) {
		line, err := lines.Next(r.ctx)
		if err != nil {
			return 0, err
		}
		line = bytes.TrimSpace(line)
		if x, err := strconv.ParseInt(string(line), 10, 64); err == nil {
			return x, nil
		}
		return 0, frame.WithHint(fmt.Errorf("%s is %s, which is not an integer", lines.Where(),
			label.Name(string(line[:min(len(line), label.Longest)]))),
			"--of ORIGINAL matches the lines with those of the data in its old order")
	}, nil
}

// learned returns the sequences of files whose numbers are not known, which are held in memory. They go from 0 or 1,
// or where the least is if none is missing, to the largest.
func (r *reading) learned(files []string) (all []sequence, err error) {
	lo, hi, most := int64(math.MaxInt64), int64(math.MinInt64), 0
	held := make([][]int64, len(files))
	for i, file := range files {
		next, err := r.numbers(file)
		for err == nil {
			var x int64
			if x, err = next(); err == nil {
				held[i] = append(held[i], x)
				lo, hi = min(lo, x), max(hi, x)
			}
		}
		if err != io.EOF {
			return nil, err
		}
		if most = max(most, len(held[i])); r.ranks && i > 0 {
			most += len(held[i])
		}
	}
	if lo > 1 && hi-lo+1 != int64(most) {
		lo = 1 // the first may be lost
	}
	switch items := hi - lo + 1; {
	case hi < lo:
		return nil, errors.New("there are no items")
	case items > 64*int64(most)+1000 || items > audit.MostOrdered:
		return nil, frame.WithHint(fmt.Errorf("there are %s, but their numbers go from %s to %s",
			label.Plural(most, "item"), label.Number(lo), label.Number(hi)),
			"--range says which numbers there are; --of ORIGINAL gives the data in its old order")
	}
	r.lo, r.items = lo, int(hi-lo+1)
	for _, numbers := range held {
		all = append(all, func() (int, error) {
			if len(numbers) == 0 {
				return 0, io.EOF
			}
			x := int(numbers[0] - lo)
			numbers = numbers[1:]
			return x, nil
		})
	}
	return all, nil
}

// keys returns what reads the records of a file, or their columns.
func (r *reading) keys(file string) iter.Seq2[[]byte, error] {
	opt := engine.Options{JSON: r.jsonl, CSV: r.csv, Tar: r.tar, TFRecord: r.tf, Header: r.header}
	var columns []engine.Column
	if n, err := strconv.Atoi(r.by); err == nil && n > 0 && !r.jsonl {
		columns = []engine.Column{{Number: n}}
	} else if r.by != "" {
		columns = []engine.Column{{Name: r.by}}
	}
	source := engine.RawFile(file)
	if file == "-" {
		source = engine.Reader(infile.Name(file), r.in)
	}
	return engine.InOrder(r.ctx, opt, columns, engine.Decompressed(source))
}

// match learns the items from the data in its old order.
func (r *reading) match(ui *frame.UI) error {
	seed, err := r.seed.Seed(ui)
	if err != nil {
		return err
	}
	r.matcher = deals.NewMatcher(rand.New(rand.NewChaCha8(seed)).IntN)
	for key, err := range r.keys(r.of) {
		if err != nil {
			return err
		}
		r.matcher.Add(key)
	}
	alike := 0
	if r.items, alike = r.matcher.Items(); alike > 0 {
		r.alike = fmt.Sprintf("%s of the original are equal to others; which is which was chosen at random, by "+
			"--seed-hex %s", label.Plural(alike, "record"), seed)
	}
	r.lo = 1
	return nil
}

// sequences returns those of the files.
func (r *reading) sequences(ui *frame.UI, files []string) (all []sequence, err error) {
	switch {
	case r.of != "":
		if err := r.match(ui); err != nil {
			return nil, err
		}
	case r.flags.items == 0 && !r.flags.numbers.Given:
		return r.learned(files)
	}
	for _, file := range files {
		if r.matcher != nil {
			next, stop := iter.Pull2(r.keys(file))
			r.close = append(r.close, stop)
			all = append(all, func() (int, error) {
				key, err, ok := next()
				if !ok {
					return 0, io.EOF
				}
				if err != nil {
					return 0, err
				}
				return r.matcher.Find(key), nil
			})
			continue
		}
		next, err := r.numbers(file)
		if err != nil {
			return nil, err
		}
		all = append(all, func() (int, error) {
			x, err := next()
			return int(min(max(x-r.lo, -1), int64(r.items))), err
		})
	}
	return all, nil
}

// runOrder audits long orders and prints the report.
func (f *flags) runOrder(ctx context.Context, ui *frame.UI, args []string) error {
	files := append(slices.Clone(f.order), args...)
	if err := f.checkOrder(files); err != nil {
		return err
	}
	j := &job{opt: f, ui: ui, title: strings.Join(files, " "), evidence: evidence{thing: "item"}}
	for _, file := range append(files, f.of) {
		if err := dest.Distinct(append(slices.Clone(f.reports), file)); err != nil {
			return err
		}
	}
	var err error
	if j.reports, err = dest.New(ui, output.Options{OrOverwrite: true}, f.reports...); err != nil {
		return err
	}
	j.evidence.goal, j.evidence.start = -math.Log10(j.opt.alpha), time.Now()
	shown := ui.StartProgress(ctx, f.show, j.evidence.gauge)
	defer shown.Stop()
	r := &reading{flags: f, ctx: ctx, in: ui.In, lo: int64(f.numbers.Lo), items: int(f.numbers.Hi - f.numbers.Lo + 1)}
	defer func() {
		for _, stop := range r.close {
			stop()
		}
	}()
	all, err := r.sequences(ui, files)
	if err != nil {
		end, err := j.ended(ctx, err)
		return cmp.Or(err, errors.New(end.says))
	}
	if r.items < 2 || r.items > audit.MostOrdered {
		return fmt.Errorf("an order of %s cannot be audited", label.Plural(r.items, "item"))
	}
	o := audit.OrderOptions{Alpha: f.alpha, Again: len(all) > 1 && !f.ranks,
		Name: func(x int) string { return fmt.Sprint(int64(x) + r.lo) }}
	epochs := slices.Collect(slices.Chunk(all, 1))
	if f.ranks {
		epochs, o.Ranks = [][]sequence{all}, len(all)
	}
	a := audit.NewOrder(r.items, o)
	end, err := j.ended(ctx, j.read(a, r.matcher, epochs))
	if err != nil {
		return err
	}
	return j.printOrder(ctx, a, end, shown.Stop, r.alike)
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

// long reports whether the deals are such.
func (j *job) long() bool {
	d, f := j.deals, j.opt
	return f.file != "" && d.Items != nil && len(d.Items.Names) >= longDeal && d.Take == len(d.Items.Names) &&
		f.column == 0 && f.plan == ""
}

// observeLong audits deals as long orders.
func (j *job) observeLong(ctx context.Context, a *audit.Order) error {
	for {
		deal, err := j.deals.Next(ctx)
		if err != nil {
			return err
		}
		for _, x := range deal {
			a.Observe(x)
		}
		a.End()
		j.evidence.note(a)
	}
}

// read audits epochs, one after the other, in each of which the sequences of ranks take turns.
func (j *job) read(a *audit.Order, m *deals.Matcher, epochs [][]sequence) error {
	for _, ranks := range epochs {
		if m != nil {
			m.Begin()
		}
		for left := len(ranks); left > 0; {
			for rank, next := range ranks {
				if next == nil {
					continue
				}
				x, err := next()
				if err == io.EOF {
					ranks[rank] = nil
					left--
					continue
				}
				if err != nil {
					return err
				}
				a.ObserveBy(rank, x) // which counts what is broken
				j.evidence.note(a)
			}
		}
		a.End()
	}
	return io.EOF
}

// checkOrder rejects flags that have no meaning for long orders.
func (f *flags) checkOrder(files []string) error {
	if err := frame.Exclude(f.set, orderConflicts); err != nil {
		return err
	}
	if !f.numbers.Given {
		f.numbers.Lo, f.numbers.Hi = 1, uint64(f.items)
	}
	pipes := 0
	for _, name := range files {
		if name == "-" {
			pipes++
		}
		if len(name) > 1 && name[0] == '-' {
			return frame.BadUsage("yates audit --help", "put %s before the first file; a file with such a name is ./%s",
				label.Name(name), name)
		}
	}
	switch {
	case pipes > 1 || len(files) == 0:
		return frame.BadUsage("yates audit --help", "--order needs files, of which one can be standard input")
	case f.of == "" && (f.jsonl || f.csv || f.tar || f.tf || f.header > 0 || f.by != ""):
		return frame.BadUsage("yates audit --help", "records that are not numbers need --of ORIGINAL, the "+
			"data in its old order")
	case f.numbers.Hi-f.numbers.Lo >= audit.MostOrdered && (f.numbers.Given || f.items > 0):
		return frame.BadUsage("yates audit --help", "an order has at most %s items", label.Number(audit.MostOrdered))
	}
	return f.checkReports()
}

// orderConflicts are flags for deals.
var orderConflicts = []frame.Conflict{
	{Flag: "order", Others: "file suspect cards names decks take first unordered put-back no-input stream stratify " +
		"jobs timeout deals time target go-on plan"},
	{Flag: "of", Others: "items range"},
	{Flag: "tar", Others: "tfrecord jsonl csv header by"},
	{Flag: "tfrecord", Others: "jsonl csv header by"},
	{Flag: "jsonl", Others: "csv header"},
	{Flag: "items", Others: "range"},
	{Flag: "json", Others: "heat"},
}

// Lost says what is broken in a long order, a line each.
func (res *result) Lost() []string { return strings.Split(res.Broken.Reason, "; ") }

// Whole is how many items the orders have.
func (res *result) Whole() int64 { return int64(res.Items) * int64(res.Ordered.Epochs) }
