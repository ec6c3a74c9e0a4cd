package view

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

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

// Formats are the formats of [Write].
func Formats() []string { return []string{"html", "json", "svg"} }
