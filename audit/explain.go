package audit

import (
	"cmp"
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
	case r.Verdict != Biased || len(r.Findings) == 0 || r.Findings[0].Kind == "constant" || r.Findings[0].Kind == "ascending":
		return ""
	case len(r.Causes) == 0 && r.Alike != "":
		return fmt.Sprintf("no known mistake fits; the one that is most like it is %s, but it would give other deals", titled(r.Alike))
	case len(r.Causes) == 0 && r.Findings[0].Kind == "together":
		return "not known yet; more deals will tell"
	case len(r.Causes) == 0:
		return "no known mistake explains the deals well enough to be named"
	case len(r.Causes) > 1:
		return strings.Join(r.Causes, " or ") + ": more deals would tell them apart"
	case r.Causes[0] == FewSeeds && strings.Contains(r.Findings[0].Text, "unevenly"):
		return "few seeds, or something else that makes some deals likelier than others"
	case r.Causes[0] == FewSeeds:
		return "few seeds: a fair shuffle hardly ever repeats so many deals"
	case slices.Contains(Generators(), r.Causes[0]):
		return fmt.Sprintf("the generator: choices come from %s; at least %s times as likely as any other known mistake", r.Causes[0], label.Number(CauseOdds))
	}
	return fmt.Sprintf("%s, at least %s times as likely as any other known mistake", r.Causes[0], label.Number(CauseOdds))
}

// titled returns the name of a mistake with what it does.
func titled(name string) string {
	if s, ok := suspects.Find(name); ok {
		return name + " (" + s.Title + ")"
	}
	return name
}

// Clearest returns the distinct findings to show where there is room for so many, and how
// many more there are. If one cause is named, most of the others follow from it: of these it
// returns three at most.
func (r *Report) Clearest(most int) (clearest []Finding, more int) {
	const others = 3
	distinct := r.Distinct()
	left := most
	if len(r.Causes) == 1 {
		left = others
	}
	for _, f := range distinct {
		ofCause := f.Kind == "suspect" || f.Kind == "generator" || f.Kind == "repeats"
		switch {
		case len(clearest) == most:
		case ofCause:
			clearest = append(clearest, f)
		case left > 0:
			clearest = append(clearest, f)
			left--
		}
	}
	return clearest, r.Found - len(r.Findings) + len(distinct) - len(clearest)
}

// wins are what bets of some kinds are on, in words.
var wins = map[string]string{
	"suspect": "known mistakes", "generator": "generators", "learned": "patterns", "place": "places and items", "item": "places and items",
	"step": "the steps of a shuffle", "orders": "whole orders", "statistic": "numbers that describe a deal", "repeats": "repeats",
}

// together returns the finding that is left if nothing is clear by itself: which bets have
// won, and that it is all of them that reached the alarm.
func (a *Auditor) together() Finding {
	const worth = 0.1 // of the whole
	type part struct {
		name string
		ln   float64
	}
	var kinds, mistakes []part
	add := func(to []part, name string, ln float64) []part {
		for i := range to {
			if to[i].name == name {
				to[i].ln = logSum(to[i].ln, ln)
				return to
			}
		}
		return append(to, part{name, ln})
	}
	all := a.LogE()
	for _, g := range a.book.groups {
		ln := g.mean() + math.Log(g.weight)
		kinds = add(kinds, wins[g.kind], ln)
		if g.kind == "suspect" {
			mistakes = add(mistakes, g.about.suspect, ln)
		}
	}
	list := func(parts []part, most int) []string {
		slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(q.ln, p.ln) })
		var names []string
		for _, p := range parts {
			if len(names) < most && p.ln > all+math.Log(worth) {
				names = append(names, p.name)
			}
		}
		return names
	}
	var won []string
	for _, name := range list(kinds, 3) {
		if like := list(mistakes, 3); name == wins["suspect"] && like != nil {
			name += " such as " + strings.Join(like, ", ")
		}
		won = append(won, "on "+name)
	}
	f := Finding{Kind: "together", From: "deal", Text: "nothing is clear by itself yet: many bets won together"}
	if won != nil {
		f.Text += ", above all those " + strings.Join(won, " and ")
	}
	f.Text += "; more deals will tell which is right"
	return f
}
