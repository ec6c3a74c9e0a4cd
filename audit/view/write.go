package view

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// Write writes a report in a format:
//
//   - "json": the report's fields in one line, as schema.json beside this package's
//     source describes. Characters that cannot be printed are escaped.
//   - "html": a page in one file that loads nothing else: the report in plain words, and its JSON with a script that
//     draws where the items went, and the evidence.
//
// It fails for any other format, and if w fails.
func Write(w io.Writer, format string, r *audit.Report) error {
	return (&Page{Report: r}).Write(w, format)
}

// Write is [Write] for the page. It panics if the report has names, but not one for each item.
func (p *Page) Write(w io.Writer, format string) error {
	if names := p.Report.Names; names != nil && len(names) != p.Report.Items {
		panic(fmt.Sprintf("view: %d names of %d items", len(names), p.Report.Items))
	}
	text, err := p.json()
	switch {
	case err != nil:
		return err
	case format == "json":
		_, err = w.Write(append(text, '\n'))
	case format == "html":
		_, err = io.WriteString(w, p.html(string(text)))
	default:
		err = fmt.Errorf("view: no format %q: choose one of %s", format, strings.Join(Formats(), ", "))
	}
	return err
}

// Formats are the formats of [Write].
func Formats() []string { return []string{"html", "json"} }

func (p *Page) json() ([]byte, error) {
	text, err := json.Marshal(struct {
		Title string `json:"title,omitempty"`
		*audit.Report
		Ended  string   `json:"ended,omitempty"`
		Read   []string `json:"read,omitempty"`
		Record *Record  `json:"record,omitempty"`
	}{p.Title, p.Report, p.Ended, p.Read, p.Record})
	return label.JSON(text), err
}

//go:embed page.html
var page string

//go:embed report.js
var script string

// html returns the page with the JSON of the report, in which < is escaped. A browser runs only the script whose hash
// the page has.
func (p *Page) html(text string) string {
	r := p.Report
	run := script + "\nshowReport(JSON.parse(document.getElementById(\"report\").textContent));\n"
	sum := sha256.Sum256([]byte(run))
	words := p.Text
	if words == "" {
		words = r.String()
	}
	return strings.NewReplacer("{{policy}}", "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'",
		"{{title}}", html.EscapeString(p.title()), "{{verdict}}", string(r.Verdict),
		"{{text}}", html.EscapeString(label.Escape(words, "\n")), "{{coins}}", label.Odds(-math.Log10(r.Alpha)),
		"{{json}}", text, "{{script}}", run).Replace(page)
}
