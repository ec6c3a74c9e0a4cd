// Package view renders the findings of package audit: a report as JSON, as one HTML page
// or as pictures, and where the items went as a heat map, also in terminals.
//
// The usual way is
//
//	err := view.Write(file, "html", auditor.Report())
//
// A [Page] adds what the report does not know: what was audited. A [Matrix] is a heat
// map, of deals or exact.
//
// The same input gives the same bytes. Names and titles can be any text: they are escaped
// for the format.
//
// # What the colours mean
//
// Orange is more often than fair, blue is less often, and white is fair. The two hues
// can be distinguished with every common kind of colour blindness, and each format also
// says in words or numbers what it shows.
//
// Deals are compared with chance: the colour is the number of standard errors between
// the count and the fair one, in steps of 1 up to 5. So bias shows more strongly with
// more deals, and a fair shuffle has pale spots here and there, beyond 2 standard errors
// in 1 of 20 cells. If there are few deals, neighbours are joined in blocks, because
// chance hides in a cell what shows in a block.
//
// Exact matrices have no chance in them: the colour is the ratio to the fair probability,
// on a scale that ends at the largest deviation.
//
// A picture only illustrates: the verdict comes from the evidence alone.
package view

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// Formats are the formats of [Write].
func Formats() []string { return []string{"html", "json", "svg"} }

// Write writes a report in a format:
//
//   - "json": the report's fields in one line, as schema.json beside this package's
//     source describes. Characters that cannot be printed are escaped.
//   - "html": a page for readers who know nothing about audits, in one file that loads
//     nothing else.
//   - "svg": where the items went, as a heat map, and the evidence.
//
// It fails for any other format, and if w fails. It takes up to a second.
func Write(w io.Writer, format string, r *audit.Report) error {
	return (&Page{Report: r}).Write(w, format)
}

// A Page is a report with what else its reader wants to know. Only the report is
// required.
type Page struct {
	Title  string   // what was audited, for example a command
	Ended  string   // why there were no more deals, for example "it was interrupted"
	Read   []string // how the deals were read, if something was left out or added
	Record *Record  // what is needed to repeat the audit, if it is known
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

// Write is [Write] for the page. It panics if the report has names, but not one for each
// item.
func (p *Page) Write(w io.Writer, format string) error {
	if names := p.Report.Names; names != nil && len(names) != p.Report.Items {
		panic(fmt.Sprintf("view: %d names of %d items", len(names), p.Report.Items))
	}
	switch format {
	case "json":
		text, err := json.Marshal(struct {
			Title  string `json:"title,omitempty"`
			Schema int    `json:"schema"`
			*audit.Report
			Ended  string   `json:"ended,omitempty"`
			Read   []string `json:"read,omitempty"`
			Record *Record  `json:"record,omitempty"`
		}{p.Title, audit.Schema, p.Report, p.Ended, p.Read, p.Record})
		if err != nil {
			return err
		}
		_, err = w.Write(append(label.JSON(text), '\n'))
		return err
	case "html":
		return p.html(w)
	case "svg":
		return p.poster().write(w)
	}
	return fmt.Errorf("view: no format %q: choose one of %s", format, strings.Join(Formats(), ", "))
}
