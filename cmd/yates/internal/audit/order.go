package audit

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// A sequence is the items of a file, one after the other, as numbers from 0.
type sequence interface {
	// next returns the next item; io.EOF after the last, and −1 for what is not among the items.
	next(ctx context.Context) (int, error)
	close()
}

// numbers are a sequence of integers, one a line.
type numbers struct {
	*deals.Lines
	lo, items int64
}

func (s *numbers) close() { s.Close() }

func (s *numbers) next(ctx context.Context) (int, error) {
	x, err := s.number(ctx)
	if x -= s.lo; x < 0 || x >= s.items {
		return -1, err
	}
	return int(x), err
}

// number returns the number on the next line.
func (s *numbers) number(ctx context.Context) (int64, error) {
	line, err := s.Next(ctx)
	if err != nil {
		return 0, err
	}
	line = bytes.TrimSpace(line)
	if x, err := strconv.ParseInt(string(line), 10, 64); err == nil {
		return x, nil
	}
	return 0, frame.WithHint(fmt.Errorf("%s is %s, which is not an integer", s.Where(),
		label.Name(string(line[:min(len(line), label.Longest)]))),
		"--of ORIGINAL matches the lines with those of the data in its old order")
}

// kept is a sequence in memory, of a pipe.
type kept struct {
	items []int32
	lo    int32
}

func (s *kept) close() {}

func (s *kept) next(context.Context) (int, error) {
	if len(s.items) == 0 {
		return 0, io.EOF
	}
	x := int(s.items[0] - s.lo)
	s.items = s.items[1:]
	return x, nil
}

// span is which numbers there are: how many, and from where to where.
type span struct{ lo, hi, lines int64 }

func (s *span) note(x int64) {
	s.lo, s.hi, s.lines = min(s.lo, x), max(s.hi, x), s.lines+1
}

// learn reads all files to learn the numbers of their items: from 0 or 1 up to the largest. It returns what it has
// read of standard input, which cannot be read again.
func (f *flags) learn(ctx context.Context, ui *frame.UI, names []string) (s span, piped *kept, err error) {
	s = span{lo: math.MaxInt64, hi: math.MinInt64}
	most := int64(0) // lines of a file
	for _, name := range names {
		lines, err := infile.Lines(name, ui.In, deals.MostName)
		if err != nil {
			return s, nil, err
		}
		from := numbers{Lines: lines}
		before := s.lines
		for {
			x, err := from.number(ctx)
			if err == io.EOF {
				break
			}
			if err != nil {
				lines.Close()
				return s, nil, err
			}
			if s.note(x); name != "-" {
				continue
			}
			if piped == nil {
				piped = new(kept)
			}
			piped.items = append(piped.items, int32(max(math.MinInt32, min(x, math.MaxInt32))))
		}
		lines.Close()
		most = max(most, s.lines-before)
	}
	if f.ranks {
		most = s.lines
	}
	if s.lines > 0 && s.lo > 1 && s.hi-s.lo+1 != most { // the first may be lost
		s.lo = 1
	}
	switch items := s.hi - s.lo + 1; {
	case s.lines == 0:
		return s, nil, errors.New("there are no items")
	case items > 64*most+1000 || items > audit.MostOrdered:
		return s, nil, frame.WithHint(fmt.Errorf("there are %s, but the numbers go from %s to %s",
			label.Plural(s.lines, "line"), label.Number(s.lo), label.Number(s.hi)),
			"--range says which numbers there are; --of ORIGINAL gives the data in its old order")
	case items < 2:
		return s, nil, errors.New("one item has no order")
	}
	if piped != nil {
		piped.lo = int32(s.lo)
	}
	return s, piped, nil
}

// runOrder audits long orders.
func (f *flags) runOrder(ctx context.Context, ui *frame.UI, args []string) error {
	files := append(slices.Clone(f.order), args...)
	if err := f.checkOrder(files); err != nil {
		return err
	}
	j := &job{opt: f, ui: ui, title: strings.Join(files, " "), evidence: evidence{thing: "item"}}
	err := dest.Distinct(append(slices.Clone(f.reports), files...))
	if err == nil {
		j.reports, err = dest.New(ui, output.Options{OrOverwrite: true}, f.reports...)
	}
	if err != nil {
		return err
	}
	s := span{lo: int64(f.numbers.Lo), hi: int64(f.numbers.Hi)}
	var piped *kept
	if f.items == 0 && !f.numbers.Given {
		if s, piped, err = f.learn(ctx, ui, files); err != nil {
			end, err := j.ended(ctx, err)
			return cmp.Or(err, errors.New(end.says))
		}
	}
	var all []sequence
	for _, name := range files {
		if name == "-" && piped != nil {
			all = append(all, piped)
			continue
		}
		lines, err := infile.Lines(name, ui.In, deals.MostName)
		if err != nil {
			return err
		}
		all = append(all, &numbers{lines, s.lo, s.hi - s.lo + 1})
	}
	name := func(x int) string { return fmt.Sprint(int64(x) + s.lo) }
	return j.runOrders(ctx, int(s.hi-s.lo+1), name, all)
}

// runOrders audits the sequences and prints the report.
func (j *job) runOrders(ctx context.Context, n int, name func(x int) string, all []sequence) error {
	o := audit.OrderOptions{Alpha: j.opt.alpha, Again: len(all) > 1 && !j.opt.ranks, Name: name}
	if j.opt.ranks {
		o.Ranks = len(all)
	}
	a := audit.NewOrder(n, o)
	j.evidence.goal, j.evidence.start = -math.Log10(j.opt.alpha), time.Now()
	shown := j.ui.StartProgress(ctx, j.opt.show, j.evidence.gauge)
	defer shown.Stop()
	read := j.readEpochs
	if j.opt.ranks {
		read = j.readRanks
	}
	end, err := j.ended(ctx, read(ctx, a, all))
	for _, s := range all {
		s.close()
	}
	if err != nil {
		return err
	}
	r := a.Conclude()
	shown.Stop()
	return j.print(ctx, &result{Report: r, Page: view.Page{Title: j.title, Report: r, Ended: end.says}})
}

// readEpochs audits sequences one after the other.
func (j *job) readEpochs(ctx context.Context, a *audit.Order, all []sequence) error {
	for _, s := range all {
		for {
			x, err := s.next(ctx)
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			a.Observe(x) // which counts what is broken
			j.evidence.note(a)
		}
		a.End()
	}
	return io.EOF
}

// readRanks audits sequences of one epoch, whose ranks take turns.
func (j *job) readRanks(ctx context.Context, a *audit.Order, all []sequence) error {
	for ended := make([]bool, len(all)); ; {
		read := false
		for rank, s := range all {
			if ended[rank] {
				continue
			}
			x, err := s.next(ctx)
			if err == io.EOF {
				ended[rank] = true
				continue
			}
			if err != nil {
				return err
			}
			read = true
			a.ObserveBy(rank, x)
			j.evidence.note(a)
		}
		if !read {
			a.End()
			return io.EOF
		}
	}
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
	case f.numbers.Hi-f.numbers.Lo >= audit.MostOrdered && (f.numbers.Given || f.items > 0):
		return frame.BadUsage("yates audit --help", "an order has at most %s items", label.Number(audit.MostOrdered))
	}
	return f.checkReports()
}

// orderConflicts are flags for deals.
var orderConflicts = []frame.Conflict{
	{Flag: "order", Others: "file suspect cards names decks take first unordered put-back no-input stream stratify " +
		"jobs timeout deals time target go-on plan"},
	{Flag: "items", Others: "range"},
	{Flag: "json", Others: "heat"},
}

// Lost says what is broken in a long order, a line each.
func (res *result) Lost() []string { return strings.Split(res.Broken.Reason, "; ") }

// Whole is how many items the orders have.
func (res *result) Whole() int64 { return int64(res.Items) * int64(res.Ordered.Epochs) }

// Foreseen says what would have been found.
func (res *result) Foreseen() string {
	var found []string
	for _, p := range res.Power {
		if p.Found {
			found = append(found, p.Title)
		}
	}
	if found == nil {
		return ""
	}
	return "in at least 95 of 100 audits, this would have been: " + strings.Join(found, ", ")
}
