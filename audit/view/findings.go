package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// A section has the findings of some kinds.
type section struct {
	Title, Plain string
	Rows         []audit.Finding
}

type kinds = []audit.Kind

var sections = []struct {
	kinds        kinds
	title, plain string
}{
	{kinds{audit.KindSuspect}, "The mistake that it looks like",
		"Known mistakes that explain the deals far better than other mistakes do, and much better than a fair " +
			"shuffle."},
	{kinds{audit.KindGenerator}, "The generator",
		"The random numbers come from a generator whose next numbers follow from the last ones, so deals can be " +
			"foretold."},
	{kinds{audit.KindConstant}, "All deals are the same",
		"The shuffle did the same each time, or nothing, or one of a few things."},
	{kinds{audit.KindAscending}, "All deals are in ascending order",
		"So the items of each deal may have been sorted before it was written, and say nothing about the order in " +
			"which they came."},
	{kinds{audit.KindRepeats}, "Repeats", "Whole deals, or parts of them, that were dealt before: more often, or " +
		"more unevenly, than in a fair shuffle. One that starts from few seeds must repeat deals."},
	{kinds{audit.KindPlace, audit.KindItem}, "Places and items",
		"Which item has favourite places, and which place has favourite items."},
	{kinds{audit.KindStep}, "Steps", "The deal taken back, step by step, as if it had been shuffled by the method " +
		"of Fisher and Yates: each step should choose among what is left, all equally likely. Code that shuffles in " +
		"this way and has one wrong step shows that step; other mistakes show in many."},
	{kinds{audit.KindLearned}, "Patterns",
		"What was learned from the earlier deals and came true in later ones."},
	{kinds{audit.KindTogether}, "Nothing clear by itself",
		"The odds of all bets together reached the alarm, but none of them alone is strong."},
	{kinds{audit.KindOrders, audit.KindStatistic}, "Whole orders",
		"Numbers that describe a whole deal, whose chances in a fair shuffle are known."},
}

// sections sorts the findings; those of unknown kinds come at the end.
func (p *Page) sections() []section {
	var all []section
	findings, known := p.findings(), make(map[audit.Kind]bool)
	add := func(title, plain string, is func(kind audit.Kind) bool) {
		s := section{Title: title, Plain: plain}
		for _, f := range findings {
			if is(f.Kind) {
				s.Rows = append(s.Rows, f)
			}
		}
		if s.Rows != nil {
			all = append(all, s)
		}
	}
	for _, s := range sections {
		add(s.title, s.plain, func(kind audit.Kind) bool { return slices.Contains(s.kinds, kind) })
		for _, kind := range s.kinds {
			known[kind] = true
		}
	}
	add("Others", "", func(kind audit.Kind) bool { return !known[kind] })
	return all
}

// findings returns the findings in the order of their odds, which are shown; the
// report has them in the order of how much they count.
func (p *Page) findings() []audit.Finding {
	all := p.Report.Distinct()
	slices.SortStableFunc(all, func(f, g audit.Finding) int { return cmp.Compare(g.Log10E, f.Log10E) })
	return all
}

// A note is a footnote: a warning to a part of the page.
type note struct {
	to     string
	Number int
	Text   string
}

// notes are what a reader could misunderstand.
func (p *Page) notes() []note {
	r := p.Report
	var all []note
	add := func(to, format string, args ...any) {
		all = append(all, note{to, len(all) + 1, fmt.Sprintf(format, args...)})
	}
	if r.Verdict == audit.NothingFound {
		add("verdict", "This is no proof that the shuffle is fair: a small bias needs more deals to be seen. It also "+
			"does not say whether deals can be predicted, as from a seed that somebody knows, or from a generator of "+
			"random numbers that is not among the well-known weak ones.")
	}
	if r.Verdict == audit.Biased {
		add("verdict", "“Biased” does not say that somebody cheats: most biased shuffles are mistakes. It says that "+
			"the deals do not come from a fair shuffle of the items in the order that the audit believes they were in.")
	}
	if r.Take < r.Items {
		add("verdict", "Only the first %s of %s places were dealt. What happens behind them is not known.",
			label.Number(int64(r.Take)), label.Number(int64(r.Items)))
	}
	if r.Verdict != audit.Broken && r.BestLog10E > r.Log10E+1 && r.AlarmAt > 0 {
		add("evidence", "At the end the odds were %s. That they fell does not take the alarm back: the promise is "+
			"about the highest that they ever reach.", odds(r.Log10E))
	}
	if r.BrokenDeals > 0 && r.Deals > 0 {
		add("evidence", "Broken deals, %s in all, are not among these.", label.Number(r.BrokenDeals))
	}
	if len(r.Findings) > 0 {
		more := ""
		if r.Found > len(r.Findings) {
			more = fmt.Sprintf(" The tables are made from the %d strongest of %s findings.", len(r.Findings),
				label.Number(int64(r.Found)))
		}
		if same := len(r.Findings) - len(p.findings()); same > 0 {
			more += fmt.Sprintf(" They leave out what says the same as another line in other words: %s.",
				label.Plural(same, "finding"))
		}
		add("findings", "The lines say where the shuffle is not fair. Of lines that are found so, at most %s%% are "+
			"expected to be wrong about that; this does not hold for the named cause.%s One mistake in the code "+
			"often causes many findings. Odds of different lines must not be multiplied.", label.Few(100*r.Rate), more)
	}
	if m := Observed(p.Report); m != nil && r.Deals > 0 {
		add("heat", "The verdict does not come from these pictures: in any one, chance alone can make a striking spot.")
		if needed := audit.Enough(m.places) * int64(r.Items); r.Deals < needed && r.Items >= audit.LeastBlocks {
			add("heat", "For %s items, single cells tell something from about %s deals on; these are %s.",
				label.Number(int64(r.Items)), label.Number(needed), label.Number(r.Deals))
		}
	} else if m == nil && r.Deals > 0 {
		add("verdict", "There is no heat map: for this many items, places are not counted.")
	}
	if math.IsInf(r.Log10E, 0) || math.IsNaN(r.Log10E) {
		add("evidence", "The odds are beyond what numbers can hold.")
	}
	return all
}
