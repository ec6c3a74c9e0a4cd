package view

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed when a page is written: few runs of a program write one.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"badge": badge, "clean": label.Clean, "number": label.Number,
		"odds": odds, "power": label.Odds,
		"percent": func(share float64) string { return label.Figures(100*share, 2) + "%" },
		"next":    func(i int) int { return i + 1 },
	}).Parse(pageText))
})

// A sheet is what the template of the page shows: the report, and what is said of it.
type sheet struct {
	*audit.Report
	Title, Says, Ended string
	Try                string
	Read               []string
	Record             *Record
	Coins              string // that are an alarm
	Top                string // what would have been found, or how many deals are missing
	Course             string
	Drawn              template.HTML // the evidence
	Points             []audit.Point
	Sections           []section
	Heats              []heat
	Effects            bool // of the bets are known
	Notes              []note
}

type heat struct {
	Title, Text, Caption string
	SVG                  template.HTML
	Table                bool // with its numbers
}

// Marks are the notes that belong to a part of the page.
func (s *sheet) Marks(to string) []note {
	var marks []note
	for _, n := range s.Notes {
		if n.to == to {
			marks = append(marks, n)
		}
	}
	return marks
}

// Powers reports whether powers of ten are on the page.
func (s *sheet) Powers() bool {
	most := max(-math.Log10(s.Alpha), s.BestLog10E)
	for _, f := range s.Findings {
		most = max(most, f.Log10E)
	}
	return strings.Contains(label.Odds(most), "^")
}

// Order is that of the items before each shuffle.
func (s *sheet) Order() string { return label.Items(s.Names, s.Items) }

// Item returns the name of an item.
func (s *sheet) Item(number int) string { return label.Item(s.Names, number) }

func (p *Page) html(w io.Writer) error {
	r := p.Report
	s := &sheet{
		Report: r, Title: p.title(), Says: r.Says(), Ended: p.Ended, Try: p.Try, Read: p.Read, Record: p.Record,
		Coins: label.Odds(-math.Log10(r.Alpha)), Top: p.foreseen(), Course: evidenceWords(r), Sections: p.sections(),
		Heats: p.heats(), Notes: p.notes(),
		Effects: slices.ContainsFunc(r.Bets, func(b audit.Bet) bool { return b.Effect != nil }),
	}
	if r.Deals > 0 {
		s.Drawn, s.Points = template.HTML(evidence(r).svg()), points(r)
	}
	b := bufio.NewWriter(w)
	if err := pageTemplate().Execute(b, s); err != nil {
		return err
	}
	return b.Flush()
}

// badge says the verdict in a few words.
func badge(r *audit.Report) string {
	switch {
	case r.Verdict == audit.Suspicious:
		return "No alarm, but suspicious"
	case r.Verdict == "":
		return ""
	}
	return strings.ToUpper(string(r.Verdict[:1])) + string(r.Verdict[1:])
}

// Limits says how many deals were allowed, beside how many there were.
func (s *sheet) Limits() string {
	var all []string
	if most := s.Record.MostDeals; most > 0 {
		all = append(all, label.Plural(most, "deal"))
	}
	if s.Record.MostTime != "" {
		all = append(all, s.Record.MostTime)
	}
	text := "The audit saw " + label.Plural(s.Deals+s.BrokenDeals, "deal")
	if len(all) > 0 {
		text += "; the limit was " + strings.Join(all, " or ")
	}
	return text + "."
}

// foreseen says what would have been found by now.
func (p *Page) foreseen() string {
	known, r := p.Report.Known(), p.Report
	if len(known) == 0 {
		return ""
	}
	text := "Known mistakes that would have been found by now, each in at least 95 of 100 audits: " +
		strings.Join(known, ", ") + "."
	if r.Verdict == audit.NothingFound && len(r.Targets) > 0 {
		text += " The audit looked for " + strings.Join(r.Targets, " and ") +
			" above all: the deals had to be enough to find each."
	}
	return text
}

// Dealt lists the first items of a deal.
func (s *sheet) Dealt(items []int) string {
	const most = 100
	var names []string
	for _, x := range items[:min(most, len(items))] {
		if x < 0 || x >= s.Items {
			names = append(names, "(foreign)")
		} else {
			names = append(names, s.Item(x))
		}
	}
	if more := len(items) - most; more > 0 {
		names = append(names, fmt.Sprintf("… and %s more", label.Number(int64(more))))
	}
	return strings.Join(names, ", ")
}

// points are the evidence at the first deal, the second, the fourth and so on, at
// the alarm and at the last.
func points(r *audit.Report) []audit.Point {
	var all []audit.Point
	next := int64(1)
	for i, q := range r.Evidence {
		if q.Deals >= next || i == len(r.Evidence)-1 || q.Deals == r.AlarmAt {
			all = append(all, q)
			for next <= q.Deals {
				next *= 2
			}
		}
	}
	return all
}

// mostNumbers is the largest number of items and of places for a table of the numbers.
const mostNumbers = 13

// heats are the heat maps: the one that shows most, and that of single cells.
func (p *Page) heats() []heat {
	m := Observed(p.Report)
	if m == nil || p.Report.Deals == 0 {
		return nil
	}
	var all []heat
	add := func(title string, g *grid, caption string) {
		all = append(all, heat{Title: title, Text: g.says(), SVG: template.HTML(g.figure().svg()),
			Caption: caption})
	}
	g := m.coarse(mostDrawn, mostDrawn)
	fine := m.grid(sideFor(m.items(), mostDrawn), sideFor(m.places, mostDrawn))
	switch {
	case g.whole():
		add("Item by item", g, "")
	case len(fine.rows) == len(g.rows):
		add("In blocks", g, "Neighbours are put together in blocks of "+g.blocks()+
			", because there is no room for single cells.")
	default:
		add("In blocks", g, "Neighbours are put together in blocks of "+g.blocks()+
			", because there are too few deals for single cells.")
		title, what := "Item by item", "The same without blocks."
		if !fine.whole() {
			title, what = "In smaller blocks", "The same in blocks of "+fine.blocks()+"."
		}
		add(title, fine, what+" A strong bias of one item or place shows here; of a weak one, chance hides it.")
	}
	if m.items() <= mostNumbers && m.places <= mostNumbers {
		all[len(all)-1].Table = true
	}
	return all
}
