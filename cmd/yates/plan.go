package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

// auditor returns the auditor of the deals, and fixes the plan.
func (q *inquiry) auditor(d *deals.Reader, source string) (auditing, error) {
	unordered := q.unordered || q.holeCards
	switch n := len(d.Items.Names); {
	case unordered && d.Take >= n:
		return nil, fmt.Errorf("a deal has all %s, so without their order there is nothing to audit", label.Plural(n, "item"))
	case unordered && n > audit.MostUnordered:
		return nil, fmt.Errorf("--unordered audits at most %s items, not %s", label.Number(audit.MostUnordered), label.Number(int64(n)))
	}
	a := q.newAuditing(len(d.Items.Names), audit.Options{Alpha: q.alpha, Take: d.Take, Unordered: unordered, Names: d.Items.Names, Kinds: d.Items.Kinds()})
	p := a.Plan(q.targets...)
	p.Version, p.Source, p.GoOn = process.Version(), source, q.goOn
	p.Deals, p.Time = q.limits()
	p.Numbering, p.First, p.Column = q.numbering, q.first, q.column
	q.planText = p.Text()
	return a, nil
}

// planned returns the auditor of the deals, whose plan is in its file.
func (q *inquiry) planned(ctx context.Context, d *deals.Reader, source string) (auditing, error) {
	if q.flags.Changed("file") {
		switch err := d.Begin(ctx); {
		case ctx.Err() != nil:
			return nil, q.noDeals(ctx)
		case err == io.EOF:
			return nil, q.none()
		case err != nil:
			return nil, q.remedied(err)
		}
		var err error
		if source, err = q.contents(ctx, d); err != nil {
			return nil, err
		}
	}
	a, err := q.auditor(d, source)
	if err == nil {
		err = q.keepPlan()
	}
	return a, err
}

// contents names the file of the deals, how many it has, and its hash, so that none can be
// left out. Of an input that can be read only once, it is only the name.
func (q *inquiry) contents(ctx context.Context, d *deals.Reader) (string, error) {
	if info, err := os.Stat(q.file); q.file == "-" || err != nil || !info.Mode().IsRegular() {
		return q.file, nil
	}
	f, err := os.Open(q.file)
	if err != nil {
		return "", infile.Error(q.file, err)
	}
	defer f.Close() // only read, so the error does not matter
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", infile.Error(q.file, err)
	}
	all, err := q.recorded(d)
	if err != nil {
		return "", err
	}
	defer all.Close()
	for n := int64(0); ; n++ {
		switch _, err := all.Next(ctx); {
		case err == io.EOF:
			return fmt.Sprintf("%s, %s, SHA-256 %x", q.file, label.Plural(n, "deal"), sum.Sum(nil)), nil
		case ctx.Err() != nil:
			return "", q.noDeals(ctx)
		case err != nil:
			return "", err
		}
	}
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
		out, err := output.Create(q.plan, output.Options{})
		if err != nil {
			return err
		}
		defer out.Abort()
		if _, err := out.Write(q.planText); err != nil {
			return err
		}
		return out.Commit()
	case err != nil:
		return infile.Error(q.plan, err)
	case !bytes.Equal(kept, q.planText):
		differs, of := difference(string(kept), string(q.planText)), "audit"
		if q.flags.Changed("file") && strings.Contains(differs, ` is "source": `) {
			of = "file"
		}
		return fmt.Errorf("%s is the plan of another %s: %s", label.Name(q.plan), of, differs)
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
