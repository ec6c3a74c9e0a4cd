package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// audit audits the deals and prints the report.
func (q *inquiry) audit(ctx context.Context, d *deals.Reader, title string) error {
	q.evidence.goal = -math.Log10(q.alpha)
	show := q.show
	if show == progress.Auto && q.file == "-" && terminal.Of(q.cmd.InOrStdin()) != nil {
		show = progress.Never // somebody may be typing there
	}
	shown := frame.StartProgress(ctx, show, q.cmd, &q.evidence)
	defer shown.Stop()
	page := view.Page{Title: title}
	var a auditing
	end, err, failed := untilKnown, error(nil), error(nil)
	if q.plan != "" {
		if a, err = q.planned(ctx, d, title); err != nil {
			return err
		}
	}
	limit := q.deals
	if q.flags.Changed("file") && !q.flags.Changed("deals") {
		limit = unlimited
	}
	start := time.Now()
	for seen := int64(0); a == nil || !a.Alarm() || !explained(a) || q.goOn; seen++ {
		if seen == limit {
			end = untilDeals
			break
		}
		deal, err2 := d.Next(ctx)
		err2 = q.remedied(err2)
		if ctx.Err() != nil { // even if there is a deal
			end, err = q.interrupted(ctx)
			break
		}
		if err2 == io.EOF {
			end = untilAll
			break
		}
		if err2 != nil {
			if a == nil || !a.Alarm() {
				return err2
			}
			end, failed = untilFailure, err2 // the verdict stands
			break
		}
		if a == nil {
			if a, err = q.auditor(d, title); err != nil {
				return err
			}
		}
		broken := observe(a, d, deal)
		if _, ok := errors.AsType[*audit.BrokenError](broken); broken != nil && !ok {
			return broken
		}
		if broken != nil {
			r := a.Report()
			r.Broken.Reason = d.Broken() // with the items' names
			r.Record = q.record(d)
			page.Report, page.Read = r, q.facts(d)
			if twice := d.Twice(); d.Own && twice != nil {
				defer frame.Say(q.cmd, q.remedied(twice).Error(), "")
			}
			return q.finish(&result{Page: page, deal: d.Text()}, shown)
		}
		q.evidence.note(a)
	}
	switch unknown := d.Unknown(); {
	case err != nil:
		return err
	case unknown != nil:
		return q.remedied(unknown)
	case (a == nil || a.Deals() == 0) && ctx.Err() != nil:
		return q.noDeals(ctx)
	case a == nil || a.Deals() == 0:
		return q.none()
	}
	d.Source.Close() // running commands would slow down the rest
	took := time.Since(start)
	page.Report = a.Conclude(q.targets...)
	page.Report.Record, page.Read = q.record(d), q.facts(d)
	res := &result{
		Page: page, end: end, limit: limit, time: q.time, failed: failed,
		rate: float64(a.Deals()) / took.Seconds(), runs: len(q.flags.Args()) > 0 && !q.stream,
	}
	if d.Own {
		res.order = d.Items.First()
		res.named = q.names != ""
	}
	if never := d.Never(); d.Own && len(never) > 0 {
		right := "are the items right?"
		if q.numbers.Given {
			right = "is the range right?"
		}
		defer frame.Say(q.cmd, label.Items(never, len(never))+" never came; "+right, "")
	}
	return q.finish(res, shown)
}

const statusTooFew = 3 // the exit status of too few deals

var errNone = errors.New("there are no deals")

// none returns the error of a source without deals.
func (q *inquiry) none() error {
	if q.holeCards {
		return frame.WithHint(errNone, "your own cards are in lines such as Dealt to NAME [Ah Td]")
	}
	return errNone
}

// interrupted returns the ending if the context ended by the time limit or SIGINT,
// which both want a report, and the cause otherwise.
func (q *inquiry) interrupted(ctx context.Context) (ending, error) {
	cause := context.Cause(ctx)
	if cause == errTimeIsUp {
		return untilTime, nil
	}
	if sig, ok := errors.AsType[process.SignalError](cause); ok && sig.Signal == syscall.SIGINT {
		return untilInterrupt, nil
	}
	return 0, cause
}

// noDeals returns the error of an audit that ended with the context before a deal came.
func (q *inquiry) noDeals(ctx context.Context) error {
	switch end, err := q.interrupted(ctx); {
	case err != nil:
		return err
	case end == untilTime:
		return fmt.Errorf("there was no deal within %v; see --time", q.time)
	}
	return errors.New("interrupted before the first deal")
}

// finish prints the result and returns the verdict.
func (q *inquiry) finish(res *result, shown *progress.Progress) error {
	shown.Stop()
	inFlags(res.Report)
	res.Ended = res.ended()
	var unwritten error // the verdict is printed nevertheless
	for _, name := range q.reports {
		if err := q.writeReport(name, &res.Page); err != nil && unwritten == nil {
			unwritten = err
		}
	}
	w := q.cmd.OutOrStdout()
	var err error
	if q.json {
		if res.failed != nil { // JSON does not contain it
			frame.Say(q.cmd, res.failed.Error(), "")
		}
		err = res.Write(w, "json")
	} else {
		_, err = io.WriteString(w, label.Escape(res.String(), "\n"))
	}
	if err == nil && q.picture {
		err = q.heat(w, res)
	}
	switch {
	case err != nil:
		return err
	case unwritten != nil:
		return unwritten
	case res.Report.Verdict == audit.TooFew:
		return frame.Verdict(statusTooFew)
	case res.Report.Verdict.Alarm():
		return frame.Verdict(frame.StatusFailure)
	}
	return nil
}

// reportFormat returns the format that the name of a report implies, or "".
func reportFormat(name string) string {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(view.Formats(), format) {
		return format
	}
	return ""
}

// reportOptions overwrite a report that cannot be replaced.
var reportOptions = output.Options{OrOverwrite: true}

// writeReport writes the report to a file, which is replaced only when the new one
// is complete.
func (q *inquiry) writeReport(name string, page *view.Page) error {
	out, err := output.Create(name, reportOptions)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := page.Write(out, reportFormat(name)); err != nil {
		return err
	}
	return out.Commit()
}

// heat prints where the items went, as a heat map.
func (q *inquiry) heat(w io.Writer, res *result) error {
	m := view.Observed(res.Report)
	if m == nil {
		_, err := fmt.Fprintf(w, "\nThere is no heat map: %s at %s are too many to count.\n",
			label.Plural(res.Report.Items, "item"), label.Plural(res.Report.Take, "place"))
		return err
	}
	var t view.Terminal
	if o, ok := w.(*output.Writer); ok {
		if tty := terminal.Of(o.W); tty != nil {
			t.Columns = terminal.Columns(tty)
			t.Colours = !terminal.IsDumb() && os.Getenv("NO_COLOR") == ""
		}
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return view.Heat(w, m, t)
}
