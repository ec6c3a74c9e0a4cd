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
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
)

var errTimeIsUp = errors.New("time is up")

// run audits the deals and prints the report.
func (j *job) run(ctx context.Context) error {
	if j.opt.time > 0 {
		limited, stop := context.WithTimeoutCause(ctx, j.opt.time, errTimeIsUp)
		defer stop()
		ctx = limited
	}
	j.evidence.goal, j.evidence.start = -math.Log10(j.opt.alpha), time.Now()
	show := j.opt.show
	if show == progress.Auto && j.opt.file == "-" && terminal.Of(j.ui.In) != nil {
		show = progress.Never // somebody may be typing there
	}
	shown := j.ui.StartProgress(ctx, show, j.evidence.gauge)
	defer shown.Stop()
	end, err := j.observeAll(ctx)
	if err != nil {
		return err
	}
	if j.order != nil {
		r := j.order.Conclude()
		if end.by == byNoMore || r.Deals == int64(r.Items)*int64(r.Ordered.Epochs) {
			end.says = ""
		}
		shown.Stop()
		page := view.Page{Title: j.title, Report: r, Ended: end.says, Read: j.read}
		return j.print(ctx, &result{Report: r, Page: page})
	}
	if j.auditor == nil || j.auditor.Now().Deals == 0 && !j.auditor.Done() {
		return j.nothing(end)
	}
	j.deals.Source.Close() // running commands would slow down the rest
	seconds := time.Since(j.evidence.start).Seconds()
	r := j.auditor.Conclude(j.opt.targets...)
	res := &result{Report: r, Page: view.Page{Title: j.title, Report: r, Ended: end.says, Record: j.record()},
		end: end.by, rate: float64(r.Deals) / seconds, runs: j.runs}
	read := func(fact string) { res.Page.Read = append(res.Page.Read, fact) }
	if longer := j.deals.Longer; longer > 0 {
		read(fmt.Sprintf("only the first %s of each deal counted; %s had more",
			label.Plural(j.deals.First, "item"), label.Plural(longer, "deal")))
	}
	if j.numbering != "" {
		read("equal items were numbered at random, as if they differed, by --seed-hex " + j.numbering)
	}
	if r.Broken != nil {
		r.Broken.Reason, res.Deal = j.deals.Broken(), j.deals.Text() // with the items' names
		res.Invented = !j.deals.Own && slices.Contains(r.Broken.Deal, -1)
	} else if j.deals.Own {
		res.Order, res.Named = j.deals.Items.First(), j.opt.names != ""
		if never := res.Never(); never != "" {
			read(never + "; are the items right?")
		}
	}
	shown.Stop()
	return j.print(ctx, res)
}

// observeAll audits deals until the answer is known or they end.
func (j *job) observeAll(ctx context.Context) (ending, error) {
	if err := j.begin(ctx); err != nil || j.order != nil {
		return j.ended(ctx, err)
	}
	for seen := int64(0); j.opt.goOn || !j.auditor.Done(); seen++ {
		if seen == j.opt.deals && seen > 0 {
			return ending{byNumber, fmt.Sprintf("after %s, the limit of --deals", label.Plural(seen, "deal"))}, nil
		}
		deal, err := j.deals.Next(ctx)
		if err != nil || ctx.Err() != nil { // even if there is a deal
			return j.ended(ctx, err)
		}
		if err := j.auditor.Observe(deal); err != nil {
			return j.ended(ctx, err)
		}
		j.evidence.note(j.auditor, 1)
	}
	return ending{}, nil
}

// ended returns why there are no more deals, or the error if there is no report.
func (j *job) ended(ctx context.Context, err error) (ending, error) {
	cause := context.Cause(ctx)
	sig, _ := errors.AsType[process.SignalError](cause)
	switch {
	case cause == errTimeIsUp:
		return ending{byTime, fmt.Sprintf("after %v, the limit of --time", j.opt.time)}, nil
	case sig.Signal == syscall.SIGINT:
		return ending{byInterrupt, "it was interrupted"}, nil
	case cause != nil:
		return ending{}, cause
	case err == io.EOF:
		return ending{byNoMore, "there are no more deals"}, nil
	}
	if _, ok := errors.AsType[*audit.BrokenError](err); ok {
		return ending{}, nil
	}
	if err = j.hinted(err); j.auditor != nil && j.auditor.Report().Verdict.Alarm() { // the verdict stands
		return ending{byInterrupt, err.Error()}, nil
	}
	return ending{}, err
}

// nothing returns the error of an audit that ended before the first deal.
func (j *job) nothing(end ending) error {
	switch {
	case end.by == byTime:
		return fmt.Errorf("there was no deal within %v; see --time", j.opt.time)
	case end.by == byInterrupt:
		return fmt.Errorf("interrupted before the first %s", j.evidence.thing)
	}
	return errors.New("there are no deals")
}

// begin makes the auditor of the deals, and fixes the plan.
func (j *job) begin(ctx context.Context) error {
	if j.long != nil {
		return j.long(ctx)
	}
	d := j.deals
	if j.opt.file != "" || d.Items == nil || d.Take == 0 {
		if err := d.Begin(ctx); err != nil {
			return err
		}
	}
	n, unordered := len(d.Items.Names), j.opt.unordered
	if n >= longDeal && d.Take == n && j.opt.file != "" && j.opt.plan == "" {
		return j.observeLong(ctx)
	}
	if unordered && (d.Take >= n || n > audit.MostUnordered) {
		return fmt.Errorf("deals without an order have a part of at most %s items, not %d of %d",
			label.Number(audit.MostUnordered), d.Take, n)
	}
	o := audit.Options{Alpha: j.opt.alpha, Take: d.Take, Unordered: unordered,
		Names: d.Items.Names, Kinds: d.Items.Kinds}
	j.auditor = audit.New(n, o)
	return j.fixPlan(ctx)
}

// print prints the report, also to its files, and returns the verdict.
func (j *job) print(ctx context.Context, res *result) error {
	template := string(res.Verdict)
	if res.Ordered != nil {
		template = "order"
	}
	res.Page.Text = label.Escape(words(template, res), "\n")
	unwritten := j.writeFiles(ctx, &res.Page) // the verdict is printed nevertheless
	var err error
	if j.opt.json {
		err = res.Page.Write(j.ui.Out, "json")
	} else {
		_, err = io.WriteString(j.ui.Out, res.Page.Text)
	}
	switch {
	case cmp.Or(err, unwritten) != nil:
		return cmp.Or(err, unwritten)
	case res.Verdict == audit.TooFew, res.Verdict == audit.Suspicious:
		return frame.Verdict(statusUnclear)
	case res.Verdict.Alarm():
		return frame.Verdict(frame.StatusFailure)
	}
	return nil
}

// writeFiles writes the report to its files.
func (j *job) writeFiles(ctx context.Context, page *view.Page) error {
	var texts [][]byte
	for _, name := range j.opt.reports {
		var b bytes.Buffer
		if err := page.Write(&b, formatOf(name)); err != nil {
			return err
		}
		texts = append(texts, b.Bytes())
	}
	return j.reports.WriteTexts(context.WithoutCancel(ctx), texts...)
}
