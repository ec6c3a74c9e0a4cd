// Package view writes the findings of package audit: a report as JSON, and as one HTML page that is made of it.
//
// The usual way is
//
//	err := view.Write(file, "html", auditor.Report())
//
// A [Page] adds what the report does not know: what was audited.
//
// The same input gives the same bytes. Names and titles can be any text: they are escaped for the format.
package view

import (
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Page is a report with what else its reader wants to know. Only the report is required.
type Page struct {
	Title  string   // what was audited, for example a command
	Ended  string   // why there were no more deals, for example "it was interrupted"
	Read   []string // how the deals were read, if something was left out or added
	Record *Record  // what is needed to repeat the audit, if it is known
	Text   string   // the report in plain words, for HTML; "" for those of the report itself
	Report *audit.Report
}

// A Record says what is needed to repeat an audit.
type Record struct {
	Version     string `json:"version"`              // of the program
	Date        string `json:"date"`                 // of the end, as in RFC 3339
	Planned     bool   `json:"planned,omitempty"`    // the plan was written to a file before the first deal
	MostDeals   int64  `json:"most_deals,omitempty"` // the limit of deals, 0 if there is none
	MostTime    string `json:"most_time,omitempty"`  // the limit of time, such as "1m0s"
	PlanSHA256  string `json:"plan_sha256"`          // of the text of the plan
	DealsSHA256 string `json:"deals_sha256"`         // of the deals, one a line, a space between items
}

func (p *Page) title() string {
	if title := label.Clean(p.Title, 2*label.Longest); strings.TrimSpace(title) != "" {
		return title
	}
	return "Is this shuffle fair?"
}
