package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/label"
)

// A result is what "yates audit" reports: report.txt has its words.
type result struct {
	*audit.Report
	Page     view.Page
	Deal     string // the broken one, if one is
	Invented bool   // a command that was given items has printed another
	Order    string // the first items in the order that the suspects start from, if that is a guess
	Named    bool   // the user gave the items' order

	end  limit
	rate float64 // deals a second
	runs bool    // each run of a command is a deal
}

// How many findings and items are listed.
const mostFindings, mostNamed = 8, 20

// Ascending reports whether all deals are in ascending order.
func (res *result) Ascending() bool {
	return res.Findings[0].Kind == audit.KindAscending
}

// Alarm returns the odds that are an alarm.
func (res *result) Alarm() string { return label.Odds(-math.Log10(res.Alpha)) }

// Next returns the known mistake that would be found next; nil if none is near.
func (res *result) Next() *audit.Power {
	for _, p := range res.Power {
		if !p.Found && p.Needed > 0 && p.Needed/1000 <= res.Deals {
			return &p
		}
	}
	return nil
}

// Try says what to try next; "" if there is nothing to say.
func (res *result) Try() string {
	switch res.Verdict {
	case audit.Suspicious:
		return res.More(2*res.Deals) + ": twice as many should confirm a bias"
	case audit.Biased:
		if limited := res.end == byTime || res.end == byNumber; limited && res.MoreTell() {
			return res.More(2*res.Deals) + ": twice as many may tell the cause"
		}
	case audit.TooFew:
		if needed := res.Needed(); needed > 0 {
			return res.More(needed)
		}
	case audit.NothingFound:
		if p := res.Next(); p != nil {
			return fmt.Sprintf("%s: %s would also show %s", res.More(p.Needed), label.Number(p.Needed), p.Suspect)
		}
	}
	return ""
}

// More says how to get so many deals.
func (res *result) More(needed int64) string {
	const longest = 100 * 365 * 24 * 3600 // seconds that are advised
	lasts := time.Duration(math.Ceil(min(float64(needed)/res.rate*1.2, longest))) * time.Second
	if lasts > time.Minute {
		lasts = lasts.Round(time.Minute)
	}
	switch {
	case res.end == byNoMore:
		return "recording more deals"
	case res.end == byNumber && lasts > usualTime*9/10:
		return fmt.Sprintf("--deals %d --time %v", needed, lasts)
	case res.end == byNumber:
		return fmt.Sprintf("--deals %d", needed)
	case res.end == byTime && res.runs:
		return fmt.Sprintf("--time %v, at the speed so far; or let COMMAND print deal after deal, a line each, "+
			"and use --stream, which is much faster", lasts)
	case res.end == byTime:
		return fmt.Sprintf("--time %v, at the speed so far", lasts)
	}
	return "more deals"
}

// Never says which items never came, if a fair shuffle would have dealt all of them in all
// but one of a million audits; "" if none is missed.
func (res *result) Never() string {
	missed := float64(res.Deals)*math.Log1p(-float64(res.Take)/float64(res.Items)) + math.Log(float64(res.Items))
	if res.Take == res.Items || missed > math.Log(1e-6) {
		return ""
	}
	var names []string
	for x, row := range res.Positions {
		if !slices.ContainsFunc(row, func(count int64) bool { return count > 0 }) {
			names = append(names, label.Item(res.Names, x))
		}
	}
	missing := fmt.Sprintf("%d of the %s never came: ", len(names), label.Plural(res.Items, "item"))
	switch {
	case len(names) == 0:
		return ""
	case len(names) > mostNamed:
		names = append(names[:mostNamed], "…")
	}
	return missing + strings.Join(names, ", ")
}

// Clearest returns the findings to show, if anything is wrong.
func (res *result) Clearest() []audit.Finding {
	most := mostFindings
	if res.Ordered != nil { // which says in words what it is like
		most = 3
	}
	all, _ := res.Report.Clearest(most)
	return all
}

// MoreFindings is how many other findings there are.
func (res *result) MoreFindings() int64 {
	_, more := res.Report.Clearest(mostFindings)
	return int64(more)
}

// Known returns the known mistakes that would have been found.
func (res *result) Known() []string { return res.suspects(func(p audit.Power) bool { return p.Found }) }

// Unknown returns the known mistakes of which nothing is known: neither how many deals find
// them, nor how many may not.
func (res *result) Unknown() []string {
	return res.suspects(func(p audit.Power) bool { return p.Needed+p.Tried == 0 })
}

// suspects returns the names of some suspects.
func (res *result) suspects(such func(p audit.Power) bool) (names []string) {
	for _, p := range res.Power {
		if such(p) {
			names = append(names, p.Suspect)
		}
	}
	return names
}

// Draws reports whether single draws were audited for what is wrong with draws, not with shuffles.
func (res *result) Draws() bool { return slices.Contains(res.Targets, audit.Twice) }

// Generators reports whether there were bets on weak generators.
func (res *result) Generators() bool {
	return slices.ContainsFunc(res.Bets, func(b audit.Bet) bool { return b.Kind == audit.KindGenerator })
}

// Effects returns what the learners of items, places and orders would have found.
func (res *result) Effects() (effects []audit.Bet) {
	for _, b := range res.Bets {
		switch {
		case b.Effect == nil || b.From != audit.FromDeal:
		case b.Kind == audit.KindPlace:
			b.Text = "an item comes to place 1"
			effects = append(effects, b)
		case b.Effect.Of == "it":
			b.Text = b.Effect.What
			effects = append(effects, b)
		}
	}
	return effects
}

// An ending is the reason why an audit took no more deals.
type ending struct {
	by   limit
	says string // "" if the answer is known
}

type limit int

const (
	byAnswer    limit = iota
	byNoMore          // deals
	byNumber          // of deals
	byTime            // was up
	byInterrupt       // or by what failed
)
