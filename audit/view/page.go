package view

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed when a page is written: few runs of a program write one.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// A sheet is what the template of the page shows.
type sheet struct {
	Title, Badge, Verdict string
	Alarm                 bool
	Powers                bool   // of ten are on the page
	Coins                 string // that are an alarm
	Ended                 string
	Read                  []string
	Strata                []stratum
	Top                   string // what would have been found, or how many deals are missing
	Where, Causes, Remedy string
	Broken                *brokenDeal
	Course                string
	Evidence              template.HTML
	Points                []point
	Sections              []section
	Heats                 []heat
	Power                 []forecast
	Order                 string // before each shuffle
	Bets                  []bet
	BetsVersion           int
	Effects               bool // of the bets are known
	Record                *audit.Record
	Limits                string // of the record
	Notes                 []note
}

type stratum struct{ Name, Deals, Odds, Says string }

type bet struct {
	Text, Weight, Now, Effect string
	Rows                      int
}

type brokenDeal struct{ Number, Deal string }

type point struct{ Deals, Odds string }

type heat struct {
	Title, Text, Caption string
	SVG                  template.HTML
	Table                *table
}

type table struct {
	Places []int
	Rows   []tableRow
}

type tableRow struct {
	Item   string
	Counts []string
}

type forecast struct{ Suspect, Title, Needed, Found string }

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

func (p *Page) html(w io.Writer) error {
	r := p.Report
	alarm := -math.Log10(r.Alpha)
	s := &sheet{
		Title: p.title(), Badge: badges[r.Verdict], Verdict: p.verdict(), Ended: label.Clean(p.Ended, 2*label.Longest),
		Alarm: r.Verdict.Alarm(), Where: r.Where(), Causes: p.cause(), Remedy: r.Remedy, Top: p.top(), Record: r.Record,
		Coins:  label.Odds(alarm),
		Course: evidenceWords(r), Evidence: template.HTML(evidence(r).svg()), Points: points(r),
		Sections: p.sections(), Heats: p.heats(), Notes: p.notes(), Order: label.Items(r.Names, r.Items),
		BetsVersion: r.BetsVersion,
	}
	if r.Verdict == audit.NothingFound && r.Suspicion != nil {
		s.Badge = "No alarm, but suspicious"
	}
	most := max(alarm, r.BestLog10E)
	for _, f := range r.Findings {
		most = max(most, f.Log10E)
	}
	s.Powers = strings.Contains(label.Odds(most), "^")
	if b := r.Broken; b != nil {
		s.Broken = &brokenDeal{label.Number(b.Number), p.deal(b.Deal)}
	}
	for _, q := range r.Power {
		row := forecast{q.Suspect, q.Title, label.Number(q.Needed), "no"}
		if q.Needed >= 1e12 { // which nobody deals, and no phone has room for
			row.Needed = "over 10^" + strconv.Itoa(len(strconv.FormatInt(q.Needed, 10))-1)
		}
		if q.Needed == math.MaxInt64 {
			row.Needed = "unknown"
			if q.Tried > 0 {
				row.Needed = "not known; " + label.Number(q.Tried) + " may not do"
			}
		}
		if q.Found {
			row.Found = "yes"
		}
		s.Power = append(s.Power, row)
	}
	for _, b := range r.Bets {
		effect := ""
		if b.Effect != nil {
			s.Effects, effect = true, b.Effect.String()
		}
		s.Bets = append(s.Bets, bet{b.Text, label.Figures(100*b.Weight, 2) + "%", label.Odds(b.Log10E), effect, b.Rows})
	}
	for _, text := range p.Read {
		s.Read = append(s.Read, label.Clean(text, 1000))
	}
	s.Strata = strata(r)
	if r.Record != nil {
		s.Limits = limits(r)
	}
	if r.Deals == 0 {
		s.Evidence, s.Points = "", nil
	}
	b := bufio.NewWriter(w)
	if err := pageTemplate().Execute(b, s); err != nil {
		return err
	}
	return b.Flush()
}

var badges = map[audit.Verdict]string{
	audit.NothingFound: "Nothing found", audit.TooFew: "Too few deals", audit.Biased: "Biased", audit.Broken: "Broken",
}

func (p *Page) title() string {
	if title := label.Clean(p.Title, 2*label.Longest); strings.TrimSpace(title) != "" {
		return title
	}
	return "Is this shuffle fair?"
}

// verdict says in words how the audit ended.
func (p *Page) verdict() string {
	r := p.Report
	what := r.Seen()
	switch {
	case r.Verdict == audit.Broken && r.Broken != nil:
		return fmt.Sprintf("This shuffle is broken. Deal %s of %s cannot come from shuffling the items: %s.",
			label.Number(r.Broken.Number), label.Number(r.Deals+r.BrokenDeals), r.Broken.Reason)
	case r.Verdict == audit.Broken:
		return "This shuffle is broken: a deal cannot come from shuffling the items."
	case r.Verdict == audit.Biased:
		return fmt.Sprintf("This shuffle is biased. In %s, the odds against a fair shuffle reached %s.", what,
			odds(r.BestLog10E))
	}
	if f := r.Suspicion; f != nil {
		return fmt.Sprintf("In %s, there was no alarm, but suspicion: the odds against a fair shuffle are %s, above "+
			"all on this: %s. The alarm is at %s. Collect more deals: twice as many should confirm a bias.",
			what, odds(r.Log10E), f.Text, odds(-math.Log10(r.Alpha)))
	}
	return fmt.Sprintf("In %s, nothing was found that speaks against a fair shuffle. The odds against one are %s; "+
		"the alarm is at %s.",
		what, odds(r.Log10E), odds(-math.Log10(r.Alpha)))
}

// strata are the groups of deals, those with the highest odds first.
func strata(r *audit.Report) []stratum {
	var all []stratum
	for _, s := range r.Worst() {
		says := "no alarm"
		if s.AlarmAt > 0 {
			says = fmt.Sprintf("biased, clear after %s of its deals", label.Number(s.AlarmAt))
		}
		all = append(all, stratum{label.Clean(s.Name, label.Longest), label.Number(s.Deals), odds(s.Log10E), says})
	}
	return all
}

// limits says how many deals were allowed, beside how many there were.
func limits(r *audit.Report) string {
	var all []string
	if most := r.Record.MostDeals; most > 0 {
		all = append(all, label.Plural(most, "deal"))
	}
	if r.Record.MostTime != "" {
		all = append(all, r.Record.MostTime)
	}
	text := "The audit saw " + label.Plural(r.Deals+r.BrokenDeals, "deal")
	if len(all) > 0 {
		text += "; the limit was " + strings.Join(all, " or ")
	}
	return text + "."
}

// top says what would have been found by now.
func (p *Page) top() string {
	r := p.Report
	if r.Verdict == audit.TooFew {
		missing, needed := r.Missing()
		if needed == math.MaxInt64 {
			return fmt.Sprintf("It is not known how many deals would show a mistake such as %s.",
				strings.Join(missing, " or "))
		}
		return fmt.Sprintf("These deals are too few to tell. A shuffle with a common mistake, such as %s, would not "+
			"have been found yet: that takes %s.",
			strings.Join(missing, " or "), label.Plural(needed, "deal"))
	}
	var found []string
	for _, q := range r.Power {
		if q.Found {
			found = append(found, q.Suspect)
		}
	}
	if len(found) == 0 {
		return ""
	}
	text := "Known mistakes that would have been found by now, each in at least 95 of 100 audits: " +
		strings.Join(found, ", ") + "."
	if len(r.Targets) > 0 {
		text += " The audit looked for " + strings.Join(r.Targets, " and ") +
			" above all: the deals had to be enough to find each."
	}
	return text
}

// cause says what explains the deals, as a sentence.
func (p *Page) cause() string {
	cause := p.Report.Cause()
	if cause == "" {
		return ""
	}
	return "Cause: " + cause + "."
}

// odds returns 10^l to 1.
func odds(l float64) string { return label.Odds(l) + " to 1" }

// deal lists the first items of a deal.
func (p *Page) deal(items []int) string {
	const most = 100
	var names []string
	for i, x := range items {
		switch {
		case i == most:
			return strings.Join(names, ", ") + fmt.Sprintf(", … and %s more", label.Number(int64(len(items)-most)))
		case x < 0 || x >= p.Report.Items:
			names = append(names, "(foreign)")
		default:
			names = append(names, label.Item(p.Report.Names, x))
		}
	}
	return strings.Join(names, ", ")
}

// points are the evidence at the first deal, the second, the fourth and so on, at
// the alarm and at the last.
func points(r *audit.Report) []point {
	var all []point
	next := int64(1)
	for i, q := range r.Evidence {
		if q.Deals >= next || i == len(r.Evidence)-1 || q.Deals == r.AlarmAt {
			all = append(all, point{label.Number(q.Deals), odds(q.Log10E)})
			for next <= q.Deals {
				next *= 2
			}
		}
	}
	return all
}

// mostCompared is the largest number of items for an exact matrix, which takes n³ steps.
const mostCompared = 64

// heats are the heat maps: the one that shows most, that of single cells, and the exact
// one of the likeliest suspect.
func (p *Page) heats() []heat {
	m := Observed(p.Report)
	if m == nil || p.Report.Deals == 0 {
		return nil
	}
	var all []heat
	add := func(title string, g *grid, caption string) {
		all = append(all, heat{Title: title, Text: g.text(), SVG: template.HTML(g.figure().svg()),
			Caption: strings.TrimSpace(caption + " " + g.numbers())})
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
		t := &table{}
		for i := range m.places {
			t.Places = append(t.Places, i+1)
		}
		for x, counts := range p.Report.Positions {
			row := tableRow{Item: m.name(x)}
			for _, c := range counts {
				row.Counts = append(row.Counts, label.Number(c))
			}
			t.Rows = append(t.Rows, row)
		}
		all[len(all)-1].Table = t
	}
	if s, law := p.likeliest(); law != nil {
		exact := Exact("", law)
		exact.Names = p.Report.Names
		add("For comparison: what the suspect "+s.Name+" does exactly", exact.coarse(mostDrawn, mostDrawn),
			"The suspect: "+s.Title+". There is no chance in this picture; its colours have a scale of their own.")
	}
	return all
}

// likeliest returns the likeliest cause and its position matrix, or nil if that is
// unknown.
func (p *Page) likeliest() (suspects.Suspect, [][]*big.Rat) {
	const mostRiffles = 40
	n := p.Report.Items
	for _, f := range p.Report.Findings {
		if f.Kind != "suspect" || f.From != "deal" || n > mostCompared || p.Report.Take < n {
			continue
		}
		for riffles := 1; riffles <= mostRiffles; riffles++ {
			if s := suspects.Riffle(riffles); s.Name == f.Suspect {
				return s, exact.RifflePositions(n, riffles)
			}
		}
		if s, ok := suspects.Find(f.Suspect); ok && s.Steps != nil {
			return s, exact.Positions(n, s.Steps(n))
		}
		break
	}
	return suspects.Suspect{}, nil
}
