package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

// plan returns the plan of the audit of a source.
func (j *job) plan(source string) *audit.Plan {
	p := j.auditor.Plan(j.opt.targets...)
	p.Version, p.Source, p.GoOn = process.Version(), source, j.opt.goOn
	p.Deals, p.Time = j.limits()
	p.Numbering, p.First, p.Column = j.numbering, int(j.opt.first), int(j.opt.column)
	return p
}

// limits returns the most deals and the longest time; 0 and "" if there are no limits.
func (j *job) limits() (most int64, longest string) {
	if j.opt.time > 0 {
		longest = j.opt.time.String()
	}
	return j.opt.deals, longest
}

// keepPlan writes the plan to its file before the first deal or, if the file exists, checks
// that it has the plan.
func (j *job) keepPlan(ctx context.Context) error {
	source := j.title
	if j.opt.file != "" {
		switch err := j.deals.Begin(ctx); {
		case ctx.Err() != nil:
			return j.opt.noDeals(ctx)
		case err == io.EOF:
			return j.none()
		case err != nil:
			return j.remedied(err)
		}
		var err error
		if source, err = j.contents(ctx); err != nil {
			return err
		}
	}
	if err := j.begin(source); err != nil {
		return err
	}
	switch kept, err := os.ReadFile(j.opt.plan); {
	case errors.Is(err, fs.ErrNotExist):
		out, err := output.Create(j.opt.plan, output.Options{})
		if err != nil {
			return err
		}
		defer out.Abort()
		if _, err := out.Write(j.planText); err != nil {
			return err
		}
		return out.Commit()
	case err != nil:
		return infile.Error(j.opt.plan, err)
	case !bytes.Equal(kept, j.planText):
		var p audit.Plan
		of := "audit"
		if json.Unmarshal(kept, &p) == nil && p.Source != source && j.opt.file != "" {
			of = "file"
		}
		return fmt.Errorf("%s is the plan of another %s: %s", label.Name(j.opt.plan), of, difference(kept, j.planText))
	}
	return nil
}

// contents names the file of the deals, how many it has, and its hash, so that none can be
// left out. Of an input that can be read only once, it is only the name.
func (j *job) contents(ctx context.Context) (string, error) {
	if info, err := os.Stat(j.opt.file); j.opt.file == "-" || err != nil || !info.Mode().IsRegular() {
		return j.opt.file, nil
	}
	f, err := os.Open(j.opt.file)
	if err != nil {
		return "", infile.Error(j.opt.file, err)
	}
	defer f.Close() // only read, so the error does not matter
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", infile.Error(j.opt.file, err)
	}
	all, err := j.recorded()
	if err != nil {
		return "", err
	}
	defer all.Close()
	for n := int64(0); ; n++ {
		switch _, err := all.Next(ctx); {
		case err == io.EOF:
			return fmt.Sprintf("%s, %s, SHA-256 %x", j.opt.file, label.Plural(n, "deal"), sum.Sum(nil)), nil
		case ctx.Err() != nil:
			return "", j.opt.noDeals(ctx)
		case err != nil:
			return "", err
		}
	}
}

// difference describes the first line in which two texts differ.
func difference(kept, now []byte) string {
	clean := func(line string) string { return label.Clean(strings.Trim(line, " ,"), 80) }
	lines := strings.Split(string(now)+"\n", "\n")
	for i, line := range strings.Split(string(kept), "\n") {
		if now := lines[min(i, len(lines)-1)]; line != now {
			return fmt.Sprintf("its line %d is %s, not %s", i+1, clean(line), clean(now))
		}
	}
	return "it ends too soon"
}

// record says what is needed to repeat the audit.
func (j *job) record() *audit.Record {
	most, longest := j.limits()
	return &audit.Record{
		Version: process.Version(), Date: time.Now().UTC().Format(time.RFC3339),
		Planned: j.opt.plan != "", MostDeals: most, MostTime: longest,
		PlanSHA256: fmt.Sprintf("%x", sha256.Sum256(j.planText)), DealsSHA256: j.deals.SHA256(),
	}
}
