package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
	"github.com/yates-shuffle/yates/internal/label"
)

// An ending is the reason why an audit took no more deals.
type ending int

const (
	untilKnown ending = iota
	untilAll          // deals were seen
	untilDeals        // were as many as allowed
	untilTime
	untilInterrupt
	untilFailure // of what deals
)

// A result is what "yates audit" reports.
type result struct {
	view.Page
	deal   string // the broken one, if one is
	end    ending
	limit  int64
	time   time.Duration
	failed error   // what ended it; nil if nothing failed
	rate   float64 // deals a second
	runs   bool    // each run of a command is a deal
	order  string  // the first items in the order that the suspects start from, if that is a guess
	named  bool    // the user gave the items' order
}

const (
	mostFindings = 8
	mostNamed    = 20 // items
)

// String returns the result for readers who know no statistics.
func (res *result) String() string {
	var b strings.Builder
	r := res.Report
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := label.Odds(-math.Log10(r.Alpha))
	switch r.Verdict {
	case audit.Broken:
		line("This shuffle is BROKEN: it loses, doubles or invents items.\n")
		line("  %s.", r.Broken.Reason)
		line("  The deal is: %s", res.deal)
		if r.Deals > 0 {
			line("  %s before it had all items.", label.Plural(r.Deals, "deal"))
		}
		if slices.Contains(r.Broken.Deal, -1) {
			line("  If the command has its own items, this says nothing about it: see --no-input.")
		}
		line("\n  Mend      %s", indented(r.Remedy))
		res.record(line)
		return b.String()
	case audit.Biased:
		line("%s\n", headline(r))
		line("  Seen      %s; it was clear after %s", res.seen(), label.Number(r.AlarmAt))
		line("  Evidence  odds of %s to 1 against a fair shuffle", label.Odds(r.BestLog10E))
		line("  Meaning   a fair shuffle reaches %s to 1 in at most 1 of %s audits, however long they run", one, one)
		if where := r.Where(); where != "" {
			line("  Where     %s", indented(where))
		}
		if cause := res.cause(); cause != "" {
			line("  Cause     %s", indented(cause))
		}
		line("  Mend      %s", indented(r.Remedy))
	case audit.TooFew:
		res.tooFew(line, one)
	default:
		res.nothing(line, one)
	}
	for _, fact := range res.Read {
		line("  Read      %s", indented(fact))
	}
	if ended := res.ended(); ended != "" {
		line("  Ended     %s", ended)
	}
	res.record(line)
	if len(r.Findings) > 0 || r.Verdict == audit.Biased {
		line("\nWhat is wrong, clearest first:")
		res.findings(line)
	}
	res.groups(line)
	if r.Power != nil {
		res.powers(line)
		res.effects(line)
	}
	return b.String()
}

// headline says what is not fair.
func headline(r *audit.Report) string {
	switch {
	case slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return f.Kind == "ascending" && f.Stratum == "" }):
		return "The items of every deal are in ASCENDING ORDER. If they were sorted before they were\nwritten, this is no verdict about the draw: audit them again, with --unordered."
	case r.Take == 1:
		return "These draws are BIASED: not all items are equally likely, whatever came before."
	case r.Unordered:
		return "These deals are BIASED: not all sets of items are equally likely."
	}
	return "This shuffle is BIASED: not all orders are equally likely."
}

// record prints what is needed to repeat the audit.
func (res *result) record(line func(string, ...any)) {
	if c := res.Report.Record; c != nil {
		line("  Record    yates %s, %s; SHA-256 of the plan and of the deals:", c.Version, c.Date)
		line("            %s\n            %s", c.PlanSHA256, c.DealsSHA256)
	}
}

// indented breaks a text into lines that go on under its beginning.
func indented(text string) string { return indentedBy(12, text) }

func indentedBy(by int, text string) string {
	lines := strings.TrimSuffix(wrapped(text, lineWidth-by), "\n")
	return strings.ReplaceAll(lines, "\n", "\n"+strings.Repeat(" ", by))
}

// found returns the suspects that would have been found by now.
func (res *result) found() []string {
	var names []string
	for _, p := range res.Report.Power {
		if p.Found {
			names = append(names, p.Suspect)
		}
	}
	return names
}

// cause says what explains the deals.
func (res *result) cause() string {
	cause := res.Report.Cause()
	if strings.Contains(cause, "more deals ") {
		cause += res.goOn()
	}
	return cause
}

// tooFew says what the deals are too few for, and how to get more.
func (res *result) tooFew(line func(string, ...any), one string) {
	r := res.Report
	missing, needed := r.Missing()
	if r.Suspicion == nil {
		line("TOO FEW DEALS to tell. Nothing was found, but a shuffle with a common mistake, such as")
		line("%s, would not have been found yet either.\n", strings.Join(missing, " or "))
	} else {
		res.suspicion(line)
	}
	line("  Seen      %s", res.seen())
	line("  Evidence  %s", res.odds(one))
	if needed == math.MaxInt64 {
		line("  Needed    an unknown number of deals")
		return
	}
	line("  Needed    %s, to find %s in at least 95 of 100 audits", label.Plural(needed, "deal"), strings.Join(missing, " and "))
	if try := res.more(needed); try != "" {
		line("  Try       %s", indented(try))
	}
}

// nothing says what would have been found, and what more deals would show.
func (res *result) nothing(line func(string, ...any), one string) {
	r := res.Report
	if r.Suspicion == nil {
		line("NOTHING FOUND. Each of these known mistakes would have been found by now, in at")
		line("least 95 of 100 audits:\n\n  %s\n", indentedBy(2, strings.Join(res.found(), ", ")))
	} else {
		res.suspicion(line)
	}
	line("  Seen      %s", res.seen())
	line("  Looked    %s", indented("above all for "+strings.Join(r.Targets, " and ")+", which these deals are enough to find"))
	line("  Evidence  %s", res.odds(one))
	if r.Suspicion != nil {
		line("  Meaning   a fair shuffle reaches such odds in at most 1 of %s audits", label.Odds(r.Log10E))
		line("  Try       %s", indented(cmp.Or(res.more(2*r.Deals), "more deals")+": twice as many should confirm a bias"))
		return
	}
	line("  Meaning   this is not proof: a small bias takes more deals to see; examples are below")
	missed := slices.DeleteFunc(slices.Clone(r.Power), func(p audit.Power) bool { return p.Found || p.Needed == math.MaxInt64 })
	if len(missed) == 0 {
		return
	}
	next := slices.MinFunc(missed, func(p, q audit.Power) int { return cmp.Compare(p.Needed, q.Needed) })
	try := "more deals"
	if next.Needed/1000 <= r.Deals { // else nobody waits for them
		try = cmp.Or(res.more(next.Needed), try)
	}
	line("  Try       %s", indented(fmt.Sprintf("%s: %s would also show %s", try, label.Number(next.Needed), next.Suspect)))
}

// suspicion says what is no alarm yet.
func (res *result) suspicion(line func(string, ...any)) {
	r := res.Report
	line("NO ALARM, BUT SUSPICIOUS: odds of %s to 1, above all on\n", label.Odds(r.Log10E))
	line("  %s\n", indentedBy(2, r.Suspicion.Text))
}

// seen returns the number of deals, and that of the plan.
func (res *result) seen() string {
	r := res.Report
	if c := r.Record; c != nil && c.Planned && c.MostDeals > 0 {
		return fmt.Sprintf("%s; the plan allows %s", r.Seen(), label.Plural(c.MostDeals, "deal"))
	}
	return r.Seen()
}

// odds returns those of an audit without an alarm.
func (res *result) odds(one string) string {
	return fmt.Sprintf("odds of %s to 1 (1 at the start; %s would be an alarm)", label.Odds(res.Report.Log10E), one)
}

// more says how to get so many deals; "" if the ending does not tell.
func (res *result) more(needed int64) string {
	lasts := time.Duration(0)
	if res.rate > 0 {
		lasts = time.Duration(min(float64(needed)/res.rate*1.2, mostSeconds) * float64(time.Second)).Round(time.Second)
		if lasts > time.Minute {
			lasts = lasts.Round(time.Minute)
		}
	}
	switch {
	case res.end == untilTime && lasts > 0:
		try := fmt.Sprintf("--time %v, at the speed so far", lasting(lasts))
		if res.runs {
			try += "; or let COMMAND print deal after deal, a line each, and use --stream, which is much faster"
		}
		return try
	case res.end == untilDeals:
		try := fmt.Sprintf("--deals %d", needed)
		if lasts > usualTime*9/10 {
			try += fmt.Sprintf(" --time %v", lasting(lasts))
		}
		return try
	case res.end == untilAll:
		return "recording more deals"
	}
	return ""
}

// mostSeconds is the longest time that is advised: a hundred years.
const mostSeconds = 100 * 365 * 24 * 3600

// lasting returns a duration without zeros at its end: 7m, not 7m0s.
func lasting(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func (res *result) ended() string {
	switch res.end {
	case untilAll:
		return "there are no more deals"
	case untilDeals:
		return fmt.Sprintf("after %s, the limit of --deals", label.Plural(res.limit, "deal"))
	case untilTime:
		return fmt.Sprintf("after %v, the limit of --time", res.time)
	case untilInterrupt:
		return "it was interrupted"
	case untilFailure:
		return res.failed.Error()
	}
	return ""
}

func (res *result) findings(line func(string, ...any)) {
	r := res.Report
	if never := res.never(); len(never) > 0 {
		named := strings.Join(never[:min(len(never), mostNamed)], ", ")
		if more := len(never) - mostNamed; more > 0 {
			named += fmt.Sprintf(" and %d more", more)
		}
		line("  - %d of the %s never came: %s", len(never), label.Plural(r.Items, "item"), named)
	}
	clearest, more := r.Clearest(mostFindings)
	for _, f := range clearest {
		line("  - %s (odds %s to 1)", f.Text, label.Odds(f.Log10E))
	}
	if more > 0 {
		line("  and %s more, weaker or of the same cause", label.Plural(more, "finding"))
	}
}

// goOn names the flag if there are more deals.
func (res *result) goOn() string {
	if res.end == untilKnown {
		return "; see --go-on"
	}
	return ""
}

// inFlags replaces the options of the library by the flags of the command.
func inFlags(r *audit.Report) {
	flags := strings.NewReplacer("with Options.Take of 1", "with --put-back", "Options.Unordered", "--unordered")
	r.Remedy = flags.Replace(r.Remedy)
	for i := range r.Findings {
		r.Findings[i].Text = flags.Replace(r.Findings[i].Text)
	}
	if r.Suspicion != nil {
		r.Suspicion.Text = flags.Replace(r.Suspicion.Text)
	}
}

// never returns the items that never came, if a fair shuffle would have dealt all of
// them in all but one of a million audits.
func (res *result) never() []string {
	r := res.Report
	share := float64(r.Take) / float64(r.Items)
	if r.Positions == nil || r.Take == r.Items || float64(r.Deals)*math.Log1p(-share)+math.Log(float64(r.Items)) > math.Log(1e-6) {
		return nil
	}
	var names []string
	for x, row := range r.Positions {
		if !slices.ContainsFunc(row, func(count int64) bool { return count > 0 }) {
			names = append(names, label.Item(r.Names, x))
		}
	}
	return names
}

// powers prints which suspects would have been found.
func (res *result) powers(line func(string, ...any)) {
	powers := slices.Clone(res.Report.Power)
	slices.SortStableFunc(powers, func(p, q audit.Power) int {
		switch {
		case p.Needed < q.Needed:
			return -1
		case p.Needed > q.Needed:
			return 1
		}
		return 0
	})
	width := 0
	for _, p := range powers {
		width = max(width, len(p.Suspect))
	}
	condition := ""
	if res.order != "" {
		condition = ",\nif the items were in the order " + res.order + " before each shuffle"
		if !res.named {
			condition += " (--names can give another order)"
		}
	}
	line("\nKnown mistakes: would they have been found by now, in at least 95 of 100 audits%s?", condition)
	var unknown []string
	for _, p := range powers {
		if !p.Found && p.Needed == math.MaxInt64 && p.Tried == 0 {
			unknown = append(unknown, p.Suspect)
			continue
		}
		var answer string
		switch {
		case p.Found:
			answer = "yes, by " + label.Plural(p.Needed, "deal")
		case p.Needed < math.MaxInt64:
			answer = "no, that takes " + label.Plural(p.Needed, "deal")
		case p.Tried > 0:
			answer = fmt.Sprintf("not known; %s may not do, and more were not tried", label.Plural(p.Tried, "deal"))
		}
		line("  %-*s  %s", width, p.Suspect, answer)
	}
	if len(unknown) > 0 {
		line("  not known for  %s", indentedBy(17, strings.Join(unknown, ", ")))
	}
	line("(yates audit --list describes them.)")
	if slices.ContainsFunc(res.Report.Bets, func(b audit.Bet) bool { return b.Kind == "generator" }) {
		line("\nOf weak generators, only well-known ones are looked for: docs/audits.md lists them.")
	} else {
		line("\nWeak generators of random numbers are not looked for in such deals.")
	}
}

// effects prints what the learners of items, places and orders would have found.
func (res *result) effects(line func(string, ...any)) {
	var texts []string
	for _, b := range res.Report.Bets {
		text := ""
		switch {
		case b.Effect == nil || b.From != "deal":
		case b.Kind == "place":
			text = "an item comes to place 1"
		case b.Effect.Of == "it" && b.Kind != "statistic":
			text = strings.Replace(b.Text, " too often or too seldom", "", 1)
		}
		if text != "" {
			texts = append(texts, fmt.Sprintf("%-10s  %s", b.Effect, indentedBy(14, text)))
		}
	}
	if len(texts) == 0 {
		return
	}
	line("\nOther biases: these would have been found by now, too, in at least 95 of 100 audits. Each")
	line("thing comes at least so many times as often as is fair; other items and places are alike:")
	for _, text := range texts {
		line("  %s", text)
	}
	line("(--report FILE.html shows all bets, with their shares.)")
}
