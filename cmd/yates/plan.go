package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/records"
)

// auditor returns the auditor of the deals, and fixes the plan.
func (q *inquiry) auditor(d *deals.Reader, source string) (*audit.Auditor, error) {
	unordered := q.unordered || q.holeCards
	switch n := len(d.Items.Names); {
	case unordered && d.Take >= n:
		return nil, fmt.Errorf("a deal has all %s, so without their order there is nothing to audit", label.Plural(n, "item"))
	case unordered && n > audit.MostUnordered:
		return nil, fmt.Errorf("--unordered audits at most %s items, not %s", label.Number(audit.MostUnordered), label.Number(int64(n)))
	}
	a := audit.New(len(d.Items.Names), audit.Options{Alpha: q.alpha, Take: d.Take, Unordered: unordered, Names: d.Items.Names})
	p := a.Plan(q.targets...)
	p.Version, p.Source, p.GoOn = process.Version(), source, q.goOn
	p.Deals, p.Time = q.limits()
	q.planText = p.Text()
	return a, nil
}

// limits returns the most deals and the longest time; 0 and "" if there are no limits.
func (q *inquiry) limits() (most int64, time string) {
	if !q.flags.Changed("file") || q.flags.Changed("deals") {
		most = q.deals
	}
	if !q.flags.Changed("file") || q.flags.Changed("time") {
		time = q.time.String()
	}
	return most, time
}

// keepPlan writes the plan to its file or, if the file exists, checks that it has the plan.
func (q *inquiry) keepPlan() error {
	switch kept, err := os.ReadFile(q.plan); {
	case errors.Is(err, fs.ErrNotExist):
		out, err := records.CreateOutput(q.plan, records.OutputOptions{})
		if err != nil {
			return err
		}
		defer out.Abort()
		if _, err := out.Write(q.planText); err != nil {
			return err
		}
		return out.Commit()
	case err != nil:
		return reading(q.plan, err)
	case !bytes.Equal(kept, q.planText):
		return fmt.Errorf("%s is the plan of another audit: %s", label.Name(q.plan), difference(string(kept), string(q.planText)))
	}
	return nil
}

// difference describes the first line in which two texts differ.
func difference(kept, now string) string {
	lines := strings.Split(now, "\n")
	for i, line := range strings.Split(kept, "\n") {
		if i >= len(lines) || line != lines[i] {
			clean := func(line string) string { return label.Clean(strings.Trim(line, " ,"), 80) }
			return fmt.Sprintf("its line %d is %s, not %s", i+1, clean(line), clean(append(lines, "")[min(i, len(lines))]))
		}
	}
	return "it ends too soon"
}

// record says what is needed to repeat the audit.
func (q *inquiry) record(d *deals.Reader) *audit.Record {
	most, longest := q.limits()
	return &audit.Record{
		Version: process.Version(), Date: time.Now().UTC().Format(time.RFC3339),
		Planned: q.plan != "", MostDeals: most, MostTime: longest,
		PlanSHA256: fmt.Sprintf("%x", sha256.Sum256(q.planText)), DealsSHA256: d.SHA256(),
	}
}
