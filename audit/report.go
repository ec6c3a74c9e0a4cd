package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Verdict is the outcome of an audit.
type Verdict string

const (
	NothingFound Verdict = "nothing found" // the deals look fair so far
	Biased       Verdict = "biased"        // the evidence has reached 1/α
	Broken       Verdict = "broken"        // a deal had lost, doubled or unknown items

	// TooFew is the verdict of [Auditor.Conclude] if nothing was found, but would not
	// have been if the shuffle had a common mistake.
	TooFew Verdict = "too few deals"
)

// Alarm reports whether the verdict is Biased or Broken.
func (v Verdict) Alarm() bool { return v == Biased || v == Broken }

// A Report is what an auditor knows. The names in its JSON are stable; adding a field
// does not change the version. Places, steps and items count from 0 in fields, and from
// 1 in texts.
type Report struct {
	Verdict   Verdict `json:"verdict"`
	Items     int     `json:"items"`
	Take      int     `json:"take"`                // items a deal
	Unordered bool    `json:"unordered,omitempty"` // only which items a deal has counts
	Deals     int64   `json:"deals"`
	Alpha     float64 `json:"alpha"`

	// Log10E is the evidence, as the decimal logarithm of E: 6 means odds of a million
	// to one. Best is the greatest it has ever been, which decides the verdict.
	Log10E     float64 `json:"log10_e"`
	BestLog10E float64 `json:"best_log10_e"`
	AlarmAt    int64   `json:"alarm_at,omitempty"` // the deal with which E reached 1/α

	BrokenDeals int64        `json:"broken_deals"`
	Broken      *BrokenError `json:"broken,omitempty"` // the first

	// Causes are what explains the deals best, the likeliest first: known mistakes,
	// [Generators], or [FewSeeds]. One alone is at least CauseOdds times as likely as any
	// other and as what any learner thinks; if there are more, they cannot be told apart
	// yet; if there is none, no known mistake fits. Alike is a known mistake that is far
	// more like the deals than the others, but did not make them. Remedy says how to mend
	// the shuffle.
	Causes []string `json:"causes,omitempty"`
	Alike  string   `json:"alike,omitempty"`
	Remedy string   `json:"remedy,omitempty"`

	// Findings are what is wrong, strongest first: at most [MostFindings] of Found, and none
	// with odds below 1,000 to 1.
	// Of those found, the expected share that is wrong about the shuffle's unfairness is
	// at most Rate. This does not cover what caused it.
	Findings []Finding `json:"findings"`
	Found    int       `json:"found"`
	Rate     float64   `json:"rate"`

	// Suspicion is what speaks most against a fair shuffle if the odds are at least
	// 1,000 to 1, but no alarm. It is no finding: more deals must show it.
	Suspicion *Finding `json:"suspicion,omitempty"`

	// Repeated is the number of deals that repeat an earlier one; FirstRepeat is the
	// first of them, counted from 1. Remembered is the number of distinct deals, the
	// first ones, that are remembered to find repeats.
	Repeated    int64 `json:"repeated"`
	FirstRepeat int64 `json:"first_repeat,omitempty"`
	Remembered  int   `json:"remembered"`

	// Repeats are the first [MostRepeats] of whole deals, of their first places, and of
	// their last places: in this order, each by the number of the deal.
	Repeats []Repeat `json:"repeats,omitempty"`

	// Positions counts how often the item came to the place, [item][place]; nil for
	// more than 2²¹ pairs.
	Positions [][]int64 `json:"positions,omitempty"`

	// Evidence is E over the deals, as about a hundred points.
	Evidence []Point `json:"evidence"`

	Names []string `json:"names,omitempty"` // of the items; see [Options]

	Bets        []Bet   `json:"bets,omitempty"`         // all of them
	BetsVersion int     `json:"bets_version,omitempty"` // see the constant
	Record      *Record `json:"record,omitempty"`       // set by programs

	// Strata are what was found in each stratum, in the order in which they came; nil
	// except from [Strata.Report].
	Strata []Stratum `json:"strata,omitempty"`

	// Power is which mistakes would have been found, and Targets are those that the
	// verdict depends on; both are nil except from [Auditor.Conclude].
	Power   []Power  `json:"power,omitempty"`
	Targets []string `json:"targets,omitempty"`
}

// MostFindings is the number of findings that a report lists at most; its text has the
// first twelve.
const (
	MostFindings = 32
	mostPrinted  = 12
)

// A Finding is one thing that is wrong.
type Finding struct {
	// Kind is "suspect", "generator", "learned", "place", "item", "step", "orders",
	// "statistic", "repeats", "constant" (nearly all deals are the same), "ascending", or
	// "together" (nothing is clear by itself).
	Kind string `json:"kind"`

	// From is "deal", or "change" for findings in how a deal differs from the one
	// before.
	From string `json:"from"`

	Stratum string `json:"stratum,omitempty"` // where it is wrong; "" for all deals together
	Suspect string `json:"suspect,omitempty"` // the known mistake's name
	Form    string `json:"form,omitempty"`    // of Fisher and Yates' shuffle, for steps
	Index   int    `json:"index"`             // of the place, item, step or statistic; else 0
	Text    string `json:"text"`

	// Log10E is the finding's part of the evidence, so it never exceeds the whole: the
	// player had put a share of the coin, the weight, on it. OwnLog10E is what a player
	// would have who had put all on it.
	Log10E    float64 `json:"log10_e"`
	OwnLog10E float64 `json:"own_log10_e"`
}

// Report returns what is known so far. It takes O(n²) time. Its only effect is to settle
// bets on few items, which wait for a batch of deals.
func (a *Auditor) Report() *Report {
	a.settle()
	a.look()
	r := &Report{
		Verdict: NothingFound, Items: a.n, Take: a.k, Unordered: a.options.Unordered, Deals: a.deals, Alpha: a.options.Alpha,
		Log10E: a.LogE() / math.Ln10, BestLog10E: a.best / math.Ln10, AlarmAt: a.alarm,
		BrokenDeals: a.broken, Broken: a.example,
		Rate: a.options.Rate, Evidence: a.course.all(), Findings: []Finding{}, Bets: a.bets(), BetsVersion: BetsVersion, Names: a.options.Names,
	}
	switch {
	case a.broken > 0:
		r.Verdict = Broken
	case a.alarm > 0:
		r.Verdict = Biased
	}
	if w := a.book.whole(); w != nil {
		r.Repeated, r.Remembered = w.repeated, w.seen.size
		if len(w.examples) > 0 {
			r.FirstRepeat = w.examples[0].Deal
		}
	}
	for _, w := range a.book.windows {
		for _, e := range w.examples {
			r.Repeats = append(r.Repeats, Repeat{e.Deal, e.Earlier, e.From, e.To, e.Items})
		}
	}
	r.Positions = a.book.positions()
	if r.Verdict == Biased {
		causes, alike := a.causes()
		r.Causes, r.Alike = names(causes), alike
		r.list(a.findings(causes), a.together)
	}
	if r.Verdict == NothingFound && r.Log10E >= suspicious {
		r.Suspicion = a.suspicion()
	}
	r.Remedy = r.remedy()
	return r
}

// findings lists what is wrong by the e-BH procedure (Wang and Ramdas, False
// discovery rate control with e-values, JRSS B 84, 2022), with weights: of rows
// with the e-values E and weights w that add up to at most 1, sorted by w·E, it
// takes the first j for the largest j with w·E ≥ 1/(rate·j) at the j-th. The
// expected share of rows taken although the shuffle is fair in what they bet on is at
// most the rate, however the rows depend on each other.
//
// Of the suspects, only the causes are listed. To leave a row out is to take its E for 0,
// which can only lower it; so what e-BH promises of the others stands.
func (a *Auditor) findings(causes []explanation) []Finding {
	obvious := a.obvious()
	if len(obvious) > 0 && obvious[0].Kind == "constant" {
		return obvious
	}
	return append(obvious, promised(a.candidates(causes), a.options.Rate)...)
}

// list sets the findings, without weak ones, or what is known if none is strong.
func (r *Report) list(all []Finding, together func() Finding) {
	r.Found = len(all)
	r.Findings = slices.DeleteFunc(all, func(f Finding) bool { return f.Log10E < suspicious })
	if len(r.Findings) == 0 {
		f := together()
		f.Log10E, f.OwnLog10E = r.Log10E, r.Log10E
		if len(r.Causes) > 0 { // players of other suspects saw the change first
			f.Text = "the deals since a change are like those of " + strings.Join(r.Causes, " or ")
		}
		r.Findings = append(r.Findings, f)
		r.Found++
	}
	r.Findings = r.Findings[:min(len(r.Findings), MostFindings)]
}

// candidates returns what findings may come from.
func (a *Auditor) candidates(causes []explanation) []Finding {
	return a.rows(-math.Log10(a.options.Rate)-6, func(g *group) bool { // never among less than a million
		return g.kind != "suspect" || slices.ContainsFunc(causes, func(c explanation) bool {
			return c.from == g.about.from && c.kind == g.kind && c.name == g.about.suspect
		})
	})
}

// promised returns those of the candidates that e-BH takes, strongest first.
func promised(all []Finding, rate float64) []Finding {
	slices.SortStableFunc(all, func(f, g Finding) int { return cmp.Compare(g.Log10E, f.Log10E) })
	for j := len(all); j > 0; j-- {
		if all[j-1].Log10E >= -math.Log10(rate*float64(j)) {
			return all[:j]
		}
	}
	return nil
}

// rows returns the rows of such groups with at least that evidence.
func (a *Auditor) rows(least float64, such func(g *group) bool) []Finding {
	var all []Finding
	for _, g := range a.book.groups {
		if !such(g) {
			continue
		}
		for row := range g.rows() {
			own := g.ln(row)
			weighted := own + math.Log(g.weight/float64(g.rows()))
			if weighted < least*math.Ln10 {
				continue
			}
			all = append(all, Finding{
				Kind: g.kind, From: g.about.from, Suspect: g.about.suspect, Form: g.about.form, Index: row,
				Log10E: weighted / math.Ln10, OwnLog10E: own / math.Ln10, Text: g.about.finding(row),
			})
		}
	}
	return all
}

// suspicious are the odds, as a logarithm, from which a report says what speaks most
// against a fair shuffle.
const suspicious = 3

// suspicion returns what that is.
func (a *Auditor) suspicion() *Finding {
	all := a.obvious()
	if len(all) == 0 {
		all = a.rows(0, func(*group) bool { return true })
	}
	if len(all) == 0 {
		return nil
	}
	most := slices.MaxFunc(all, func(f, g Finding) int { return cmp.Compare(f.Log10E, g.Log10E) })
	return &most
}

const unmoved = "nothing moves: every deal has the items in the order before the shuffle"

// obvious returns the finding that all deals are the same, or in ascending order, if they
// are. All bets together are its evidence.
func (a *Auditor) obvious() []Finding {
	ln := a.LogE() / math.Ln10
	f := Finding{Kind: "constant", From: "deal", Log10E: ln, OwnLog10E: ln}
	switch {
	case a.same.constant(a.deals) && a.same.unmoved():
		f.Text = unmoved
	case a.same.constant(a.deals):
		f.Text = "every deal is the same, as if nothing were shuffled, or each run started from the same seed"
	case a.few() > 0:
		w := a.book.whole()
		f.Text = fmt.Sprintf("there are only %d different deals, which come again and again", w.seen.size)
		if e := w.examples[0]; e.Earlier > 0 {
			f.Text += fmt.Sprintf("; deal %s was the first to come again, as deal %s", label.Number(e.Earlier), label.Number(e.Deal))
		}
	case a.ascending():
		f.Kind, f.Text = "ascending", "every deal is in ascending order; if they are written sorted, use Options.Unordered"
	default:
		return nil
	}
	return []Finding{f}
}

// ascending reports whether the deals look as if their items were sorted afterwards.
func (a *Auditor) ascending() bool {
	const least = 3 // deals
	return !a.options.Unordered && 1 < a.k && a.k < a.n && a.deals >= least && a.same.sorted == a.deals
}

// Distinct returns the findings without those that repeat an earlier one in other words:
// the item at place 1 is also the choice of the first step forward, and the item drawn
// first. These are bets of different kinds with exactly the same odds. (Items that never
// came have the same odds, too, but are of one kind.)
func (r *Report) Distinct() []Finding {
	var all []Finding
	// A draw of one item has no order: where an item is named, the rest says the same.
	single := r.Take == 1 && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind == "item" && f.From == "deal" })
	for _, f := range r.Findings {
		if f.Kind == "repeats" && slices.ContainsFunc(all, func(g Finding) bool { return g.Kind == "repeats" && g.Stratum == f.Stratum }) {
			continue // where deals repeat, so do their parts
		}
		if single && (f.Kind == "learned" || f.Kind == "orders" || f.Kind == "place") && f.From == "deal" {
			continue
		}
		if !slices.ContainsFunc(all, func(g Finding) bool {
			return g.OwnLog10E == f.OwnLog10E && g.From == f.From && g.Stratum == f.Stratum && (g.Kind != f.Kind || g.Form != f.Form)
		}) {
			all = append(all, f)
		}
	}
	return all
}

// Seen returns the number of deals and of items: "5 deals of 52 items".
func (r *Report) Seen() string {
	deals, items := label.Plural(r.Deals, "deal"), label.Plural(r.Items, "item")
	part := label.Number(int64(r.Take)) + " of " + items
	switch {
	case r.Take == r.Items:
		return deals + " of " + items
	case r.Deals == 1:
		return deals + " of " + part
	}
	return deals + ", each " + part
}

// String returns the report in plain words.
func (r *Report) String() string {
	var b strings.Builder
	what := r.Seen()
	switch r.Verdict {
	case Broken:
		fmt.Fprintf(&b, "This shuffle is broken: deal %d of %d: %s.\nThe deal was %s.\n",
			r.Broken.Number, r.Deals+r.BrokenDeals, r.Broken.Reason, r.deal())
	case Biased:
		fmt.Fprintf(&b, "This shuffle is biased. After %s, the odds against a fair one are %s to 1;\na fair shuffle is called biased with a probability of at most %.2g, however long one looks.\n",
			what, label.Odds(r.BestLog10E), r.Alpha)
	case TooFew:
		missing, needed := r.Missing()
		fmt.Fprintf(&b, "Too few deals: nothing was found in %s, but %s would not have been found either", what, strings.Join(missing, " or "))
		if needed < math.MaxInt64 {
			fmt.Fprintf(&b, ";\nthat takes %s", label.Plural(needed, "deal"))
		}
		b.WriteString(".\n")
	default:
		fmt.Fprintf(&b, "Nothing found in %s. The odds against a fair shuffle are %s to 1;\n%s to 1 would be an alarm.\n",
			what, label.Odds(r.Log10E), label.Odds(-math.Log10(r.Alpha)))
	}
	if f := r.Suspicion; f != nil {
		fmt.Fprintf(&b, "But odds of %s to 1 are suspicious, above all on this: %s. Collect more deals.\n", label.Odds(r.Log10E), f.Text)
	}
	clearest, more := r.Clearest(mostPrinted)
	for _, f := range clearest {
		fmt.Fprintf(&b, "  %s (odds %s to 1)\n", f.Text, label.Odds(f.Log10E))
	}
	if more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	if cause := r.Cause(); cause != "" {
		fmt.Fprintf(&b, "The cause: %s.\n", cause)
	}
	if r.Remedy != "" {
		fmt.Fprintf(&b, "To mend it: %s\n", r.Remedy)
	}
	return b.String()
}

// deal returns the broken deal.
func (r *Report) deal() string {
	if r.Names == nil {
		return fmt.Sprint(r.Broken.Deal)
	}
	var names []string
	for _, x := range r.Broken.Deal {
		name := "(foreign)"
		if x >= 0 && x < r.Items {
			name = label.Item(r.Names, x)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
