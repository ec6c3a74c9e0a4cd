package audit

import (
	"context"
	"encoding/json"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
)

// A job is an audit to run.
type job struct {
	opt       *flags
	ui        *frame.UI
	title     string // what is audited
	runs      bool   // each run of a command is a deal
	deals     *deals.Reader
	numbering string // the seed of the numbers of equal items, in hexadecimal; "" if there are none
	reports   *dest.Set

	plan     *terms
	auditor  *audit.Auditor                  // nil until the items and the length of a deal are known
	order    *audit.Order                    // in its place, of long orders or of few deals of many items
	long     func(ctx context.Context) error // audits long orders, in place of deals, until there are no more
	read     []string                        // what is to be said of how they were read
	evidence evidence
}

// recorded opens the file of the deals.
func (j *job) recorded() (deals.Source, error) {
	return infile.Lines(j.opt.file, j.ui.In, j.deals.Items.MostBytes())
}

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
