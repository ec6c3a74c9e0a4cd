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
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

// Terms are what the audit has fixed, with what only the command knows.
type terms struct {
	Version   string `json:"version"`
	Source    string `json:"source"`              // of the deals, in words
	Deals     int64  `json:"deals,omitempty"`     // at most
	Time      string `json:"time,omitempty"`      // at most
	GoOn      bool   `json:"go_on,omitempty"`     // to the limit, even when the answer is known
	Numbering string `json:"numbering,omitempty"` // the seed by which equal items are numbered, in hexadecimal
	First     int    `json:"first,omitempty"`     // of longer deals, only so many items count
	*audit.Plan
}

// text returns the plan as JSON, in lines.
func (p *terms) text() []byte {
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		panic(err) // it has only texts and numbers
	}
	return append(text, '\n')
}

// fixPlan makes the plan. Where it has a file, it writes the plan to it before the first deal
// or, if the file exists, checks that it has the plan.
func (j *job) fixPlan(ctx context.Context) error {
	p, name := &terms{Plan: j.auditor.Plan(j.opt.targets...), Version: process.Version(), Source: j.title,
		GoOn: j.opt.goOn, Deals: j.opt.deals, Numbering: j.numbering, First: int(j.opt.first)}, j.opt.plan
	if j.opt.time > 0 {
		p.Time = j.opt.time.String()
	}
	j.plan = p
	if name == "" {
		return nil
	}
	if j.opt.file != "" {
		var err error
		if p.Source, err = j.contents(ctx); err != nil {
			return err
		}
	}
	switch kept, err := infile.Small(name); {
	case errors.Is(err, fs.ErrNotExist):
		out, err := dest.New(j.ui, output.Options{}, name)
		if err != nil {
			return err
		}
		return out.WriteTexts(ctx, p.text())
	case err != nil:
		return infile.Error(name, err)
	case !bytes.Equal(kept, p.text()):
		return fmt.Errorf("%s is the plan of another audit; --plan with a new name writes this one's, to compare them",
			label.Name(name))
	}
	return nil
}

// contents names the file of the deals, how many it has, and its hash, so that none can be
// left out. Of an input that can be read only once, it is only the name.
func (j *job) contents(ctx context.Context) (string, error) {
	name := j.opt.file
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return name, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return "", infile.Error(name, err)
	}
	defer f.Close() // only read, so the error does not matter
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", infile.Error(name, err)
	}
	all, err := j.recorded()
	if err != nil {
		return "", err
	}
	defer all.Close()
	n := int64(-1) // the end is no deal
	for ; err == nil; n++ {
		_, err = all.Next(ctx)
	}
	if err != io.EOF {
		return "", err
	}
	return fmt.Sprintf("%s, %s, SHA-256 %x", name, label.Plural(n, "deal"), sum.Sum(nil)), nil
}

// record says what is needed to repeat the audit.
func (j *job) record() *view.Record {
	return &view.Record{
		Version: j.plan.Version, Date: time.Now().UTC().Format(time.RFC3339),
		Planned: j.opt.plan != "", MostDeals: j.plan.Deals, MostTime: j.plan.Time,
		PlanSHA256: fmt.Sprintf("%x", sha256.Sum256(j.plan.text())), DealsSHA256: j.deals.SHA256(),
	}
}
