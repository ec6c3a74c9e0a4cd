package audit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// list sets the findings, without weak ones, or what is known if none is strong.
func (r *Report) list(all []Finding) {
	r.Found = len(all)
	r.Findings = slices.DeleteFunc(all, func(f Finding) bool { return f.Log10E < suspicious })
	if len(r.Findings) == 0 {
		f := Finding{Kind: KindTogether, From: FromDeal, Log10E: r.Log10E, OwnLog10E: r.Log10E,
			Text: "nothing is clear by itself yet: many bets won together; more " + r.Unit() + "s will tell " +
				"which is right"}
		if len(r.Causes) > 0 { // players of other suspects saw the change first
			f.Text = "the deals since a change are like those of " + strings.Join(r.Causes, " or ")
		}
		r.Findings = append(r.Findings, f)
		r.Found++
	}
	r.Findings = r.Findings[:min(len(r.Findings), mostFindings)]
}

// candidates returns what findings may come from.
func (a reporter) candidates(causes []explanation) []Finding {
	return a.rows(-math.Log10(a.of.options.Rate)-6, func(g *fortune.Group) bool { // never among less than a million
		return g.Kind != fortune.Suspect || slices.ContainsFunc(causes, func(c explanation) bool {
			return c.from == From(g.About.From) && c.kind == Kind(g.Kind) && c.name == g.About.Suspect
		})
	})
}

// promised returns what is wrong, strongest first, by the e-BH procedure (Wang and Ramdas, False
// discovery rate control with e-values, JRSS B 84, 2022), with weights: of rows
// with the e-values E and weights w that add up to at most 1, sorted by w·E, it
// takes the first j for the largest j with w·E ≥ 1/(rate·j) at the j-th. The
// expected share of rows taken although the shuffle is fair in what they bet on is at
// most the rate, however the rows depend on each other.
//
// Of the suspects, only the causes are listed. To leave a row out is to take its E for 0,
// which can only lower it; so what e-BH promises of the others stands.
func promised(all []Finding, rate float64) []Finding {
	slices.SortStableFunc(all, strongest)
	for j := len(all); j > 0; j-- {
		if all[j-1].Log10E >= -math.Log10(rate*float64(j)) {
			return all[:j]
		}
	}
	return nil
}

// rows returns the rows of such groups with at least that evidence.
func (a reporter) rows(least float64, such func(g *fortune.Group) bool) []Finding {
	var all []Finding
	for _, g := range a.of.book.Groups {
		if !such(g) {
			continue
		}
		for row := range g.Rows() {
			own := g.Ln(row)
			weighted := own + math.Log(g.Weight/float64(g.Rows()))
			if weighted < least*math.Ln10 {
				continue
			}
			text, size := g.About.Finding(row)
			all = append(all, Finding{
				Kind: Kind(g.Kind), From: From(g.About.From), Suspect: g.About.Suspect, Form: Form(g.About.Form),
				Index: row, Reason: Reason(g.About.Why(row)),
				Log10E: weighted / math.Ln10, OwnLog10E: own / math.Ln10, Text: text,
				Size: sized(size), date: g.Date(),
			})
		}
	}
	return all
}

// dependent reports whether deals may depend on earlier ones, or on when they were dealt, by what was found: they
// come from a generator, or began to be so later, or changes between deals are nearly as far from fair as deals. They
// are, too, if deals are always alike; but not because of earlier ones, if a mistake in single deals explains them.
func dependent(found []Finding) bool {
	const nearly = 1. / 3 // of the digits of the odds
	var deals, changes float64
	alone := false
	for _, f := range found {
		switch {
		case f.Kind == KindGenerator || f.date > 0:
			return true
		case f.From == FromChange:
			changes = max(changes, f.Log10E)
		default:
			deals = max(deals, f.Log10E)
			alone = alone || f.Kind == KindSuspect
		}
	}
	return !alone && changes > nearly*deals
}

// unranged takes the ranges from findings, as they hold only where no deal depends on another.
func unranged(found []Finding) []Finding {
	for i := range found {
		if f := &found[i]; f.Size != nil {
			f.Text, f.Size.Low, f.Size.High = strings.TrimSuffix(f.Text, f.Size.long), 0, 0
		}
	}
	return found
}

// sized returns a size for a report.
func sized(s *fortune.Size) *Size {
	if s == nil {
		return nil
	}
	return &Size{Measure(s.Of), s.Seen, s.Fair, s.Low, s.High, s.Deals, s.Range}
}

// suspicious are the odds, as a logarithm, from which a report says what speaks most
// against a fair shuffle.
const suspicious = 3

// strongest orders findings.
func strongest(f, g Finding) int { return cmp.Compare(g.Log10E, f.Log10E) }

// odds returns the evidence, of which the present one is given.
func (c *course) odds(ln float64) Odds {
	return Odds{ln / math.Ln10, c.best / math.Ln10, c.alarm.Deals, c.all()}
}
