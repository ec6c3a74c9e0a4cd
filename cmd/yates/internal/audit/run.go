package audit

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
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// An ending is the reason why an audit took no more deals.
type ending int

const (
	untilKnown ending = iota
	untilAll          // deals were seen
	untilDeals        // were as many as allowed
	untilTime
	untilInterrupt
	untilFailure // of what deals
)

var (
	errTimeIsUp = errors.New("time is up")
	errNone     = errors.New("there are no deals")
)

// An auditor audits deals, in strata or not.
type auditor interface {
	Alarm() bool
	Explained() bool
	Deals() int64
	LogE() float64
	Report() *audit.Report
	Conclude(targets ...string) *audit.Report
	Plan(targets ...string) *audit.Plan
}

// run audits the deals and prints the report.
func (j *job) run(ctx context.Context) error {
	j.evidence.goal = -math.Log10(j.opt.alpha)
	show := j.opt.show
	if show == progress.Auto && j.opt.file == "-" && terminal.Of(j.cmd.InOrStdin()) != nil {
		show = progress.Never // somebody may be typing there
	}
	shown := frame.StartProgress(ctx, show, j.cmd, j.evidence.gauge)
	defer shown.Stop()
	if j.opt.plan != "" {
		if err := j.keepPlan(ctx); err != nil {
			return err
		}
	}
	start := time.Now()
	end, err := j.observeAll(ctx)
	if _, ok := errors.AsType[*audit.BrokenError](err); ok {
		return j.broken(shown)
	} else if err != nil {
		return err
	}
	switch unknown := j.deals.Unknown(); {
	case unknown != nil:
		return j.remedied(unknown)
	case (j.auditor == nil || j.auditor.Deals() == 0) && ctx.Err() != nil:
		return j.opt.noDeals(ctx)
	case j.auditor == nil || j.auditor.Deals() == 0:
		return j.none()
	}
	j.deals.Source.Close() // running commands would slow down the rest
	rate := float64(j.auditor.Deals()) / time.Since(start).Seconds()
	res := &result{Page: j.page(j.auditor.Conclude(j.opt.targets...)), end: end, limit: j.opt.deals,
		time: j.opt.time, failed: j.failed, rate: rate, runs: j.runs}
	if j.deals.Own {
		res.order, res.named = j.deals.Items.First(), j.opt.names != ""
		if never := j.deals.Never(); len(never) > 0 {
			right := "are the items right?"
			if j.opt.numbers.Given {
				right = "is the range right?"
			}
			defer frame.Say(j.cmd, label.Items(never, len(never))+" never came; "+right, "")
		}
	}
	return j.finish(res, shown)
}

// broken reports a deal that is broken.
func (j *job) broken(shown *progress.Progress) error {
	r := j.auditor.Report()
	r.Broken.Reason = j.deals.Broken() // with the items' names
	if twice := j.deals.Twice(); j.deals.Own && twice != nil {
		defer frame.Say(j.cmd, j.remedied(twice).Error(), "")
	}
	return j.finish(&result{Page: j.page(r), deal: j.deals.Text()}, shown)
}

// page returns the page of a report.
func (j *job) page(r *audit.Report) view.Page {
	r.Record = j.record()
	var facts []string // how the deals were read, if something was left out or added
	if left := j.deals.Left(); left != "" {
		facts = append(facts, left)
	}
	if j.numbering != "" {
		facts = append(facts, "equal items were numbered at random, as if they differed, by --seed-hex "+j.numbering)
	}
	return view.Page{Title: j.title, Report: r, Read: facts}
}

// observeAll audits deals until the answer is known or they end.
func (j *job) observeAll(ctx context.Context) (ending, error) {
	for seen := int64(0); j.opt.goOn || !j.known(); seen++ {
		if seen == j.opt.deals && seen > 0 {
			return untilDeals, nil
		}
		deal, err := j.deals.Next(ctx)
		switch {
		case ctx.Err() != nil: // even if there is a deal
			return interrupted(ctx)
		case err == io.EOF:
			return untilAll, nil
		case err != nil && j.auditor != nil && j.auditor.Alarm():
			j.failed = j.remedied(err) // the verdict stands
			return untilFailure, nil
		case err != nil:
			return 0, j.remedied(err)
		}
		if j.auditor == nil {
			if err := j.begin(j.title); err != nil {
				return 0, err
			}
		}
		if err := j.observe(deal); err != nil {
			return 0, err
		}
		j.evidence.note(j.auditor)
	}
	return untilKnown, nil
}

// known reports whether there is an alarm that can be explained by now, if ever.
func (j *job) known() bool { return j.auditor != nil && j.auditor.Alarm() && j.auditor.Explained() }

// observe audits the last deal.
func (j *job) observe(deal []int) error {
	s, ok := j.auditor.(*audit.Strata)
	if !ok {
		return j.auditor.(*audit.Auditor).Observe(deal)
	}
	err := s.Observe(j.deals.Stratum(), deal)
	if e, ok := err.(*audit.StrataError); ok {
		return fmt.Errorf("%s is the group %s, but there are already %s; is it the right column?",
			j.deals.Where(), label.Name(e.Name), label.Plural(audit.MostStrata, "group"))
	}
	return err
}

// begin makes the auditor of the deals, and fixes the plan.
func (j *job) begin(source string) error {
	d, n := j.deals, len(j.deals.Items.Names)
	unordered := j.opt.unordered || j.opt.holeCards
	switch {
	case unordered && d.Take >= n:
		all := label.Plural(n, "item")
		return fmt.Errorf("a deal has all %s, so without their order there is nothing to audit", all)
	case unordered && n > audit.MostUnordered:
		most := label.Number(audit.MostUnordered)
		return fmt.Errorf("--unordered audits at most %s items, not %s", most, label.Number(int64(n)))
	}
	o := audit.Options{Alpha: j.opt.alpha, Take: d.Take, Unordered: unordered,
		Names: d.Items.Names, Kinds: d.Items.Kinds()}
	if j.opt.column > 0 {
		j.auditor = audit.NewStrata(n, o)
	} else {
		j.auditor = audit.New(n, o)
	}
	j.planText = j.plan(source).Text()
	return nil
}

// none returns the error of a source without deals.
func (j *job) none() error {
	if j.opt.holeCards {
		return frame.WithHint(errNone, "your own cards are in lines such as Dealt to NAME [Ah Td]")
	}
	return errNone
}

// interrupted returns the ending if the context ended by the time limit or SIGINT,
// which both want a report, and the cause otherwise.
func interrupted(ctx context.Context) (ending, error) {
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
func (f *flags) noDeals(ctx context.Context) error {
	switch end, err := interrupted(ctx); {
	case err != nil:
		return err
	case end == untilTime:
		return fmt.Errorf("there was no deal within %v; see --time", f.time)
	}
	return errors.New("interrupted before the first deal")
}

// finish prints the result and returns the verdict.
func (j *job) finish(res *result, shown *progress.Progress) error {
	shown.Stop()
	res.Ended = res.ended()
	var unwritten error // the verdict is printed nevertheless
	for _, name := range j.opt.reports {
		if err := writeReport(name, &res.Page); err != nil && unwritten == nil {
			unwritten = err
		}
	}
	w := j.cmd.OutOrStdout()
	var err error
	if j.opt.json {
		if res.failed != nil { // JSON does not contain it
			frame.Say(j.cmd, res.failed.Error(), "")
		}
		err = res.Write(w, "json")
	} else {
		_, err = io.WriteString(w, label.Escape(res.String(), "\n"))
	}
	if err == nil && j.opt.heat {
		err = heat(w, res.Report)
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

// formatOf returns the format that the name of a report implies, or "".
func formatOf(name string) string {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if slices.Contains(view.Formats(), format) {
		return format
	}
	return ""
}

// writeReport writes the report to a file, which is replaced only when the new one
// is complete, or overwritten if it cannot be replaced.
func writeReport(name string, page *view.Page) error {
	out, err := output.Create(name, output.Options{OrOverwrite: true})
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := page.Write(out, formatOf(name)); err != nil {
		return err
	}
	return out.Commit()
}

// heat prints where the items went, as a heat map.
func heat(w io.Writer, r *audit.Report) error {
	m := view.Observed(r)
	if m == nil {
		_, err := fmt.Fprintf(w, "\nThere is no heat map: %s at %s are too many to count.\n",
			label.Plural(r.Items, "item"), label.Plural(r.Take, "place"))
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
