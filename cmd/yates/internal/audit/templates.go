package audit

import (
	"embed"
	"io"
	"math"
	"math/big"
	"strings"
	"text/tabwriter"
	"text/template"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// All that is printed is in templates: the report of an audit, laws, and the known mistakes.
//
//go:embed *.txt
var templates embed.FS

// lineWidth is how wide paragraphs are.
const lineWidth = 78

// say prints what a template says of data.
func say(ui *frame.UI, template string, data any) error {
	_, err := io.WriteString(ui.Out, label.Escape(words(template, data), "\n"))
	return err
}

// words returns what a template says of data. In it, tabs end the cells of tables.
func words(name string, data any) string {
	all := template.Must(template.New("").Funcs(template.FuncMap{
		"clean": func(name string) string { return label.Clean(name, label.Longest) },
		"code": func(text string) string {
			return "    " + strings.NewReplacer("\t", "    ", "\n", "\n    ").Replace(text)
		},
		"fill":    func(column int, text string) string { return label.Wrap(text, column, column, lineWidth) },
		"join":    strings.Join,
		"letters": label.Letters,
		"million": inAMillion,
		"needed":  needed,
		"number":  label.Number,
		"odds":    label.Odds,
		"percent": func(share float64) string { return label.Figures(100*share, 2) + "%" },
		"plural":  label.Plural[int64],
		"remedy":  audit.Remedy,
	}).ParseFS(templates, "*.txt"))
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if name == "law" { // has numbers
		w.Init(&b, 0, 0, 0, ' ', tabwriter.AlignRight)
	}
	if err := all.ExecuteTemplate(w, name, data); err != nil {
		panic(err) // the template is wrong
	}
	w.Flush()
	return b.String()
}

// inAMillion returns the expected number in a million runs.
func inAMillion(probability *big.Rat) string {
	p, _ := probability.Float64()
	return label.Few(1e6 * p)
}

// needed words a number of deals, which may be too large for an int64.
func needed(deals float64) string {
	if deals < 1e15 {
		return label.Plural(int64(deals), "deal")
	}
	return label.Odds(math.Log10(deals)) + " deals"
}
