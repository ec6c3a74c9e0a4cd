package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

// This file says in words what a report has found.

// Cause says what explains the deals, without a full stop; "" if there is no alarm, or if the
// first finding says it all.
func (r *Report) Cause() string {
	switch {
	case r.Ordered != nil:
		var all []string
		for _, l := range r.Ordered.Like {
			all = append(all, l.Text)
		}
		return strings.Join(all, "; ")
	case r.Verdict != Biased || len(r.Findings) == 0 || r.Findings[0].Kind == KindConstant ||
		r.Findings[0].Kind == KindAscending:
		return ""
	case early(r.Deals, r.BestLog10E) && r.Alike != "":
		return fmt.Sprintf("not known yet; so far the deals are most like %s, and more will tell", titled(r.Alike))
	case len(r.Causes) == 0 && r.Alike != "":
		return "no single mistake could be named; this one could not be excluded: " + titled(r.Alike)
	case r.MoreTell() && len(r.Causes) == 0:
		return "not known yet; more deals will tell"
	case len(r.Causes) == 0:
		return "no single mistake could be named"
	case len(r.Causes) > 1:
		return strings.Join(r.Causes, " or ") + ": more deals would tell them apart"
	case r.Causes[0] == FewSeeds:
		return "few seeds: a fair shuffle hardly ever repeats so many deals, as if only few orders could come"
	case r.Causes[0] == Period:
		return fmt.Sprintf("a short period: the last %s came before, in turn", label.Plural(r.Repeated, "deal"))
	case r.Causes[0] == InverseDeal || r.Causes[0] == ReverseDeal: // what else there is was not looked for
		return fmt.Sprintf("some deals are %s; the others may have a mistake of their own", r.Causes[0])
	case slices.Contains(Generators(), r.Causes[0]):
		return fmt.Sprintf("the generator: choices come from %s; at least %s times as likely as any other "+
			"known mistake", r.Causes[0], label.Number(causeOdds))
	}
	near := ","
	switch words, _, _ := strings.Cut(r.Causes[0], "-"); {
	case words == "modulo" || words == "scaled" || words == "clamped":
		near = ", or other words of few values,"
	case strings.ContainsAny(r.Causes[0], "0123456789"):
		near = ", or a variant with a number near that,"
	case strings.HasPrefix(r.Causes[0], "sort-") || r.Causes[0] == "transpositions":
		near = ", or a variant of it,"
	}
	return fmt.Sprintf("%s%s at least %s times as likely as any other known mistake", titled(r.Causes[0]), near,
		label.Number(causeOdds))
}

// MoreTell reports whether more deals would tell the cause.
func (r *Report) MoreTell() bool {
	unclear := len(r.Causes) == 0 && r.Alike == "" && len(r.Findings) > 0 && r.Findings[0].Kind == KindTogether &&
		r.Log10E >= -math.Log10(r.Alpha)
	repeating := r.Verdict == Biased && len(r.Causes) == 0 && r.Findings[0].Kind == KindRepeats && r.Repeated < 3
	weak := early(r.Deals, r.BestLog10E) && (r.Deals < r.AlarmAt+mostWaited || r.Alike != "")
	return r.Verdict == Biased && (weak || unclear || repeating || len(r.Causes) > 1)
}

// Takes says how many deals find the mistake.
func (p Power) Takes() string {
	switch {
	case p.Needed == 0 && p.Tried > 0:
		return fmt.Sprintf("more than %s; how many is not known", label.Plural(p.Tried, "deal"))
	case p.Needed == 0:
		return "not known"
	case p.Needed > mostDealt:
		return "more deals than anyone deals"
	}
	return label.Plural(p.Needed, "deal")
}

// titled returns the name of a mistake with what it does.
func titled(name string) string {
	if s, ok := suspects.Find(name); ok {
		return name + " (" + s.Title + ")"
	}
	return name
}

// Clearest returns the distinct findings to show where there is room for so many, and how many more there are. If one
// cause is named, most of the others follow from it: of these it returns three at most.
func (r *Report) Clearest(most int) (clearest []Finding, more int) {
	const others = 3
	distinct := r.distinct()
	left := most
	if len(r.Causes) == 1 {
		left = others
	}
	for _, f := range distinct {
		ofCause := f.Kind == KindSuspect || f.Kind == KindGenerator || f.Kind == KindRepeats
		if len(clearest) < most && (ofCause || left > 0) {
			clearest = append(clearest, f)
		}
		if !ofCause {
			left--
		}
	}
	return clearest, r.Found - len(r.Findings) + len(distinct) - len(clearest)
}

// distinct returns the findings without those that repeat an earlier one in other words: the item at place 1 is also
// the choice of the first step forward, and the item drawn first. These are bets of different kinds with exactly the
// same odds. (Items that never came have the same odds, too, but are of one kind.)
func (r *Report) distinct() []Finding {
	var all []Finding
	// A draw of one item has no order: where an item is named, or one of the rest is said, the rest says the same.
	said := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind == KindItem && f.From == FromDeal })
	for _, f := range r.Findings {
		if f.Kind == KindRepeats && slices.ContainsFunc(all, func(g Finding) bool { return g.Kind == KindRepeats }) {
			continue // where deals repeat, so do their parts
		}
		choices := f.Kind == KindStep && f.Form == "strike-out" || f.Kind == KindLearned && f.Form != ""
		if choices && len(all) > 0 {
			continue // they are the hardest to imagine, and follow from others
		}
		vague := f.From == FromDeal && (f.Kind == KindLearned || f.Kind == KindOrders || f.Kind == KindPlace)
		if r.Take == 1 && vague && said {
			continue
		}
		said = said || vague
		if !slices.ContainsFunc(all, func(g Finding) bool {
			other := g.Kind != f.Kind || g.Form != f.Form // and two generators of one form are one that is like both
			return g.Text == f.Text ||
				g.OwnLog10E == f.OwnLog10E && g.From == f.From && other || f.Kind == KindGenerator && !other
		}) {
			all = append(all, f)
		}
	}
	return all
}

// unit is what [Report.Deals] and the evidence count: "deal", or "item" of long orders.
func (r *Report) unit() string {
	if r.Ordered != nil {
		return "item"
	}
	return "deal"
}

// Seen returns the number of deals and of items: "5 deals of 52 items".
func (r *Report) Seen() string {
	deals, items := label.Plural(r.Deals, "deal"), label.Plural(r.Items, "item")
	part := label.Number(int64(r.Take)) + " of " + items
	switch {
	case r.Ordered != nil:
		return r.Ordered.seen(r.Deals, r.Items)
	case r.Take == r.Items:
		return deals + " of " + items
	case r.Deals == 1:
		return deals + " of " + part
	}
	return deals + ", each " + part
}

// Details returns the verdict in sentences, but for the word of an alarm: what was seen, the odds, and what is missing.
func (r *Report) Details() string {
	seen, alarm := r.Seen(), label.Odds(-math.Log10(r.Alpha))
	switch {
	case r.Verdict == Broken && r.Ordered != nil:
		return fmt.Sprintf("In %s, items are missing or too many. %s.", seen, r.Broken.Reason)
	case r.Verdict == Broken:
		return fmt.Sprintf("Deal %s of %s cannot come from shuffling the items: %s.",
			label.Number(r.Broken.Number), label.Number(r.Deals+r.BrokenDeals), r.Broken.Reason)
	case r.Verdict == Biased:
		return fmt.Sprintf("In %s, the odds against a fair shuffle reached %s to 1.", seen, label.Odds(r.BestLog10E))
	}
	if f := r.Suspicion; f != nil {
		return fmt.Sprintf("In %s, there was no alarm, but suspicion: the odds against a fair shuffle are %s to 1, "+
			"above all on this: %s. The alarm is at %s to 1. Collect more %ss: twice as many should confirm a bias.",
			seen, label.Odds(r.Log10E), f.Text, alarm, r.unit())
	}
	text := fmt.Sprintf("In %s, nothing was found that speaks against a fair shuffle. The odds against one are %s to "+
		"1; the alarm is at %s to 1.", seen, label.Odds(r.Log10E), alarm)
	if r.Ordered != nil && r.Verdict == NothingFound && r.Ordered.Foreseen != nil {
		return text + " This is no proof; these would have been found: " + r.Ordered.Foreseen.Says() + "."
	}
	if r.Verdict != TooFew {
		return text
	}
	if r.Ordered != nil {
		return text + " These items are too few to tell, or too many of them are equal: not even a shuffle buffer of " +
			"half of them would have been found."
	}
	missing := strings.Join(r.Missing(), " or ")
	if needed := r.Needed(); needed > 0 {
		return text + fmt.Sprintf(" These deals are too few to tell. A common mistake, such as %s, "+
			"would not have been found yet: that takes %s.", missing, Power{Needed: needed}.Takes())
	}
	return text + fmt.Sprintf(" It is not known how many deals would show a mistake such as %s.", missing)
}

// String returns the report in plain words.
func (r *Report) String() string {
	var b strings.Builder
	if r.Verdict.Alarm() {
		what := "shuffle"
		if r.Ordered != nil {
			what = "order"
		}
		fmt.Fprintf(&b, "This %s is %s. ", what, r.Verdict)
	}
	b.WriteString(r.Details() + "\n")
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
