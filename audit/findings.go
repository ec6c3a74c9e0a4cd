package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// explain finds what is wrong, and why.
func (a reporter) explain(r *Report) {
	causes, alike := a.causes()
	r.Causes, r.Alike = causeNames(causes), alike
	obvious := a.obvious()
	if len(obvious) > 0 && obvious[0].Kind == KindConstant {
		r.list(obvious)
		return
	}
	r.list(append(obvious, promised(a.candidates(causes), a.of.options.Rate)...))
}

// suspicion returns what speaks most against a fair shuffle.
func (a reporter) suspicion() *Finding {
	found := a.obvious()
	if len(found) == 0 {
		found = a.rows(nil, 0, func(*fortune.Group) bool { return true })
	}
	if len(found) == 0 {
		return nil
	}
	most := slices.MinFunc(found, strongest)
	return &most
}

// list sets the findings, without weak ones, or what is known if none is strong.
func (r *Report) list(all []Finding) {
	r.Findings = slices.DeleteFunc(all, func(f Finding) bool { return f.Log10E < suspicious })
	if len(r.Findings) == 0 {
		f := Finding{Kind: KindTogether, From: FromDeal, Log10E: r.BestLog10E, OwnLog10E: r.BestLog10E,
			Text: "nothing is clear by itself: many bets won together"}
		ended := r.Ordered != nil && r.Deals == int64(r.Items)*int64(r.Ordered.Epochs)
		if r.Log10E >= -math.Log10(r.Alpha) && !ended {
			f.Text = "nothing is clear by itself yet: many bets won together; more " + r.unit() + "s will tell which " +
				"is right"
		}
		if len(r.Causes) > 0 { // players of other suspects saw the change first
			f.Text = "the deals since a change are like those of " + strings.Join(r.Causes, " or ")
		}
		r.Findings = append(r.Findings, f)
	}
	r.Found = len(r.Findings)
	r.Findings = r.Findings[:min(len(r.Findings), mostFindings)]
}

// candidates returns what findings may come from.
func (a reporter) candidates(causes []explanation) []Finding {
	least := -math.Log10(a.of.options.Rate) - 6 // never among less than a million
	return a.rows(causes, least, func(g *fortune.Group) bool {
		if g.About.Suspect == AsBefore && slices.Contains(causeNames(causes), FewSeeds) {
			return false // how many deals repeat grows then; what repeats is said with how many seeds there are
		}
		if g.Kind == fortune.Generator {
			return a.of.book.Explains(g)
		}
		return g.Kind != fortune.Suspect || slices.ContainsFunc(causes, func(c explanation) bool {
			return c.from == From(g.About.From) && c.kind == Kind(g.Kind) && c.name == g.About.Suspect
		})
	})
}

// promised returns what is wrong, strongest first, by the e-BH procedure (Wang and Ramdas, False discovery rate control
// with e-values, JRSS B 84, 2022), with weights: of rows with the e-values E and weights w that add up to at most 1,
// sorted by w·E, it takes the first j for the largest j with w·E ≥ 1/(rate·j) at the j-th. The expected share of rows
// taken although the shuffle is fair in what they bet on is at most the rate, however the rows depend on each other. A
// row counts with the most that it had at [moments] times, so with three times an e-value at most.
//
// Of the suspects, only the causes are listed. To leave a row out is to take its E for 0,
// which can only lower it; so what e-BH promises of the others stands.
func promised(all []Finding, rate float64) []Finding {
	slices.SortStableFunc(all, strongest)
	for j := len(all); j > 0; j-- {
		if all[j-1].Log10E >= -math.Log10(rate/moments*float64(j)) {
			return all[:j]
		}
	}
	return nil
}

// dependent reports whether deals may depend on earlier ones, or on when they were dealt, so that there is no long run:
// the bets on generators and changes have nearly as much as those on deals, and no mistake in single deals explains
// them, or it began later. (They also have as much if all deals are alike.)
func (a reporter) dependent(causes []explanation) bool {
	const nearly = 1. / 3 // of the digits of the odds
	if len(causes) > 0 && causes[0].kind != KindGenerator && causes[0].from == FromDeal {
		return causes[0].best.Date() > 0
	}
	deals, changes := 0., math.Log(causeOdds)
	for _, g := range a.of.book.Groups {
		if ln := g.Mean() + math.Log(g.Weight); g.Kind == fortune.Generator || g.About.From == fortune.Change {
			changes = max(changes, ln)
		} else {
			deals = max(deals, ln)
		}
	}
	return changes > max(nearly*deals, math.Log(causeOdds))
}

// moments are the times at which a bet may have won: the alarm, when it was explained, and now.
const moments = 3

// keep remembers what has won by now, in its words: a bet that was right and loses later is still why there was an
// alarm.
func (a *Auditor) keep() {
	up := fmt.Sprintf(" (up to deal %s)", label.Number(a.deals()))
	a.book.Edited(a.recent.edited)
	a.means = make(map[*fortune.Group]float64)
	for _, f := range newReporter(a).rows(nil, 0, func(*fortune.Group) bool { return true }) {
		if a.kept[f.spot].Log10E < f.Log10E {
			f.Text += up
			a.kept[f.spot] = f
		}
	}
	for _, g := range a.book.Groups {
		a.means[g] = a.book.Likely(g)
	}
}

// rows returns the rows of such groups with at least that evidence.
func (a reporter) rows(causes []explanation, least float64, such func(g *fortune.Group) bool) []Finding {
	var all []Finding
	ranged := !a.dependent(causes)
	for _, g := range a.of.book.Groups {
		if !such(g) {
			continue
		}
		for row := range g.Rows() {
			own := g.Ln(row)
			weighted := own + math.Log(g.Weight/float64(g.Rows()))
			if was := a.of.kept[spot{g, row}]; was.Log10E > max(weighted/math.Ln10, least) {
				all = append(all, was)
				continue
			}
			if weighted < least*math.Ln10 {
				continue
			}
			// Where few seeds are possible, the share of repeats grows: there is no long run.
			grows := g.About.Suspect == AsBefore && !slices.Equal(causeNames(causes), []string{AsBefore})
			text, size := g.About.Finding(row, ranged && !grows)
			all = append(all, Finding{
				Kind: Kind(g.Kind), From: From(g.About.From), Suspect: g.About.Suspect, Form: g.About.Form,
				Index: row, Reason: string(g.About.Why(row)),
				Log10E: weighted / math.Ln10, OwnLog10E: own / math.Ln10, Text: text,
				Size: (*Size)(size), spot: spot{g, row},
			})
		}
	}
	if a.of.k > 1 {
		return all
	}
	// Where single draws are uneven, bets that they depend on each other win by that alone. So dependence must pay
	// more than any bet on single draws by odds that it hardly ever reaches where there is none.
	most := 0.0
	plain := strings.NewReplacer("compared with the deal before, ", "", "the item that was at place 1 comes",
		"the same item comes again at once", "place 1 has favourite items", "some items are favoured",
		"place 1 has avoided items", "some items are avoided", "items have favourite places", "some items are favoured",
		" comes to place 1", " comes")
	for i, f := range all {
		all[i].Text = plain.Replace(f.Text)
		if f.From == FromDeal {
			most = max(most, f.OwnLog10E+math.Log10(causeOdds))
		}
	}
	return slices.DeleteFunc(all, func(f Finding) bool { return f.From == FromChange && f.OwnLog10E < most })
}

// suspicious are the odds, as a logarithm, from which a report says what speaks most against a fair shuffle.
const suspicious = 3

// strongest orders findings.
func strongest(f, g Finding) int { return cmp.Compare(g.Log10E, f.Log10E) }
