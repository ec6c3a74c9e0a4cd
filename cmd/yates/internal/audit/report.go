package audit

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

	text strings.Builder
}

const (
	mostFindings = 8
	mostNamed    = 20 // items
)

// line adds a line to the text.
func (res *result) line(format string, args ...any) { fmt.Fprintf(&res.text, format+"\n", args...) }

// row adds a row to the text, unless what it says is empty.
func (res *result) row(name, format string, args ...any) {
	if says := fmt.Sprintf(format, args...); says != "" {
		res.line("  %-8s  %s", name, says)
	}
}

// wrap adds a row that is broken into lines.
func (res *result) wrap(name, format string, args ...any) {
	res.row(name, "%s", indentedBy(12, fmt.Sprintf(format, args...)))
}

// indentedBy breaks a text into lines that go on under its beginning.
func indentedBy(by int, text string) string { return label.Wrap(text, by, by, lineWidth) }

// String returns the result for readers who know no statistics.
func (res *result) String() string {
	r := res.Report
	switch r.Verdict {
	case audit.Broken:
		res.line("This shuffle is BROKEN: it loses, doubles or invents items.\n")
		res.line("  %s.", r.Broken.Reason)
		res.line("  The deal is: %s", res.deal)
		if r.Deals > 0 {
			res.line("  %s before it had all items.", label.Plural(r.Deals, "deal"))
		}
		if slices.Contains(r.Broken.Deal, -1) {
			res.line("  If the command has its own items, this says nothing about it: see --no-input.")
		}
		res.line("")
		res.wrap("Mend", "%s", r.Remedy)
		res.record()
		return res.text.String()
	case audit.Biased:
		res.biased()
	case audit.TooFew:
		res.tooFew()
	default:
		res.nothing()
	}
	for _, fact := range res.Read {
		res.wrap("Read", "%s", fact)
	}
	res.row("Ended", "%s", res.ended())
	res.record()
	if len(r.Findings) > 0 || r.Verdict == audit.Biased {
		res.findings()
	}
	res.groups()
	if r.Power != nil {
		res.powers()
		res.effects()
	}
	return res.text.String()
}

// biased says what is wrong, and how sure that is.
func (res *result) biased() {
	r := res.Report
	ascending := func(f audit.Finding) bool { return f.Kind == "ascending" && f.Stratum == "" }
	switch {
	case slices.ContainsFunc(r.Findings, ascending):
		res.line("The items of every deal are in ASCENDING ORDER. If they were sorted before they were")
		res.line("written, this is no verdict about the draw: audit them again, with --unordered.\n")
	case r.Take == 1:
		res.line("These draws are BIASED: not all items are equally likely, whatever came before.\n")
	case r.Unordered:
		res.line("These deals are BIASED: not all sets of items are equally likely.\n")
	default:
		res.line("This shuffle is BIASED: not all orders are equally likely.\n")
	}
	cause := r.Cause()
	if res.end == untilKnown && r.MoreTell() {
		cause += "; see --go-on"
	}
	res.row("Seen", "%s; it was clear after %s", res.seen(), label.Number(r.AlarmAt))
	res.row("Evidence", "odds of %s to 1 against a fair shuffle", label.Odds(r.BestLog10E))
	const meaning = "a fair shuffle reaches %s to 1 in at most 1 of %[1]s audits, however long they run"
	res.row("Meaning", meaning, res.alarm())
	res.wrap("Where", "%s", r.Where())
	res.wrap("Cause", "%s", cause)
	res.wrap("Mend", "%s", r.Remedy)
}

// tooFew says what the deals are too few for, and how to get more.
func (res *result) tooFew() {
	r := res.Report
	missing, needed := r.Missing()
	if r.Suspicion == nil {
		res.line("TOO FEW DEALS to tell. Nothing was found, but a shuffle with a common mistake, such as")
		res.line("%s, would not have been found yet either.\n", strings.Join(missing, " or "))
	} else {
		res.suspicion()
	}
	res.row("Seen", "%s", res.seen())
	res.row("Evidence", "%s", res.odds())
	if needed == math.MaxInt64 {
		res.row("Needed", "an unknown number of deals")
		return
	}
	deals := label.Plural(needed, "deal")
	res.row("Needed", "%s, to find %s in at least 95 of 100 audits", deals, strings.Join(missing, " and "))
	res.wrap("Try", "%s", res.more(needed))
}

// nothing says what would have been found, and what more deals would show.
func (res *result) nothing() {
	r := res.Report
	if r.Suspicion == nil {
		var found []string
		for _, p := range r.Power {
			if p.Found {
				found = append(found, p.Suspect)
			}
		}
		res.line("NOTHING FOUND. Each of these known mistakes would have been found by now, in at")
		res.line("least 95 of 100 audits:\n\n  %s\n", indentedBy(2, strings.Join(found, ", ")))
	} else {
		res.suspicion()
	}
	res.row("Seen", "%s", res.seen())
	res.wrap("Looked", "above all for %s, which these deals are enough to find", strings.Join(r.Targets, " and "))
	res.row("Evidence", "%s", res.odds())
	if r.Suspicion != nil {
		res.row("Meaning", "a fair shuffle reaches such odds in at most 1 of %s audits", label.Odds(r.Log10E))
		res.wrap("Try", "%s: twice as many should confirm a bias", cmp.Or(res.more(2*r.Deals), "more deals"))
		return
	}
	res.row("Meaning", "this is not proof: a small bias takes more deals to see; examples are below")
	next := audit.Power{Needed: math.MaxInt64}
	for _, p := range r.Power {
		if !p.Found && p.Needed < next.Needed {
			next = p
		}
	}
	try := ""
	switch {
	case next.Needed == math.MaxInt64:
		return
	case next.Needed/1000 <= r.Deals: // else nobody waits for them
		try = res.more(next.Needed)
	}
	res.wrap("Try", "%s: %s would also show %s", cmp.Or(try, "more deals"), label.Number(next.Needed), next.Suspect)
}

// suspicion says what is no alarm yet.
func (res *result) suspicion() {
	res.line("NO ALARM, BUT SUSPICIOUS: odds of %s to 1, above all on\n", label.Odds(res.Report.Log10E))
	res.line("  %s\n", indentedBy(2, res.Report.Suspicion.Text))
}

// record adds what is needed to repeat the audit.
func (res *result) record() {
	if c := res.Report.Record; c != nil {
		res.row("Record", "yates %s, %s; SHA-256 of the plan and of the deals:", c.Version, c.Date)
		res.line("            %s\n            %s", c.PlanSHA256, c.DealsSHA256)
	}
}

// seen returns the number of deals, and that of the plan.
func (res *result) seen() string {
	r := res.Report
	if c := r.Record; c != nil && c.Planned && c.MostDeals > 0 {
		return fmt.Sprintf("%s; the plan allows %s", r.Seen(), label.Plural(c.MostDeals, "deal"))
	}
	return r.Seen()
}

// alarm returns the odds that are an alarm.
func (res *result) alarm() string { return label.Odds(-math.Log10(res.Report.Alpha)) }

// odds returns those of an audit without an alarm.
func (res *result) odds() string {
	now := label.Odds(res.Report.Log10E)
	return fmt.Sprintf("odds of %s to 1 (1 at the start; %s would be an alarm)", now, res.alarm())
}

// more says how to get so many deals; "" if the ending does not tell.
func (res *result) more(needed int64) string {
	const longest = 100 * 365 * 24 * 3600 // seconds that are advised
	lasts := time.Duration(0)
	if res.rate > 0 {
		lasts = time.Duration(math.Ceil(min(float64(needed)/res.rate*1.2, longest))) * time.Second
	}
	if lasts > time.Minute {
		lasts = lasts.Round(time.Minute)
	}
	switch {
	case res.end == untilTime && lasts > 0:
		try := fmt.Sprintf("--time %v, at the speed so far", lasts)
		if res.runs {
			try += "; or let COMMAND print deal after deal, a line each, and use --stream, which is much faster"
		}
		return try
	case res.end == untilDeals && lasts > usualTime*9/10:
		return fmt.Sprintf("--deals %d --time %v", needed, lasts)
	case res.end == untilDeals:
		return fmt.Sprintf("--deals %d", needed)
	case res.end == untilAll:
		return "recording more deals"
	}
	return ""
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

// findings lists what is wrong.
func (res *result) findings() {
	res.line("\nWhat is wrong, clearest first:")
	r := res.Report
	if never := res.never(); len(never) > 0 {
		named := strings.Join(never[:min(len(never), mostNamed)], ", ")
		if more := len(never) - mostNamed; more > 0 {
			named += fmt.Sprintf(" and %d more", more)
		}
		res.line("  - %d of the %s never came: %s", len(never), label.Plural(r.Items, "item"), named)
	}
	clearest, more := r.Clearest(mostFindings)
	for _, f := range clearest {
		res.line("  - %s (odds %s to 1)", f.Text, label.Odds(f.Log10E))
	}
	if more > 0 {
		res.line("  and %s more, weaker or of the same cause", label.Plural(more, "finding"))
	}
}

// never returns the items that never came, if a fair shuffle would have dealt all of
// them in all but one of a million audits.
func (res *result) never() []string {
	r := res.Report
	ln := float64(r.Deals)*math.Log1p(-float64(r.Take)/float64(r.Items)) + math.Log(float64(r.Items))
	if r.Positions == nil || r.Take == r.Items || ln > math.Log(1e-6) {
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

// groups prints what was found in each group, the worst first.
func (res *result) groups() {
	const most = 12
	all := res.Report.Worst()
	if len(all) == 0 {
		return
	}
	res.line("\nGroup by group, the highest odds first:")
	var names, says []string
	for _, s := range all[:min(len(all), most)] {
		verdict := "no alarm"
		if s.AlarmAt > 0 {
			verdict = "BIASED"
		}
		names = append(names, label.Clean(s.Name, label.Longest))
		deals := label.Plural(s.Deals, "deal")
		says = append(says, fmt.Sprintf("%s, odds %s to 1 in %s", verdict, label.Odds(s.Log10E), deals))
	}
	res.table(names, says)
	if len(all) > most {
		res.line("  and %d more", len(all)-most)
	}
}

// table prints names and what is said of them.
func (res *result) table(names, says []string) {
	width := 0
	for _, name := range names {
		width = max(width, len([]rune(name)))
	}
	for i, name := range names {
		res.line("  %-*s  %s", width, name, says[i])
	}
}

// powers prints which suspects would have been found.
func (res *result) powers() {
	powers := slices.Clone(res.Report.Power)
	slices.SortStableFunc(powers, func(p, q audit.Power) int { return cmp.Compare(p.Needed, q.Needed) })
	condition := ""
	if res.order != "" {
		condition = ",\nif the items were in the order " + res.order + " before each shuffle"
		if !res.named {
			condition += " (--names can give another order)"
		}
	}
	res.line("\nKnown mistakes: would they have been found by now, in at least 95 of 100 audits%s?", condition)
	var unknown, names, answers []string
	for _, p := range powers {
		answer := ""
		switch {
		case p.Found:
			answer = "yes, by " + label.Plural(p.Needed, "deal")
		case p.Needed < math.MaxInt64:
			answer = "no, that takes " + label.Plural(p.Needed, "deal")
		case p.Tried > 0:
			answer = fmt.Sprintf("not known; %s may not do, and more were not tried", label.Plural(p.Tried, "deal"))
		default:
			unknown = append(unknown, p.Suspect)
			continue
		}
		names, answers = append(names, p.Suspect), append(answers, answer)
	}
	res.table(names, answers)
	if len(unknown) > 0 {
		res.line("  not known for  %s", indentedBy(17, strings.Join(unknown, ", ")))
	}
	res.line("(yates audit --list describes them.)")
	if slices.ContainsFunc(res.Report.Bets, func(b audit.Bet) bool { return b.Kind == "generator" }) {
		res.line("\nOf weak generators, only well-known ones are looked for: docs/audits.md lists them.")
	} else {
		res.line("\nWeak generators of random numbers are not looked for in such deals.")
	}
}

// effects prints what the learners of items, places and orders would have found.
func (res *result) effects() {
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
	res.line("\nOther biases: these would have been found by now, too, in at least 95 of 100 audits. Each")
	res.line("thing comes at least so many times as often as is fair; other items and places are alike:")
	for _, text := range texts {
		res.line("  %s", text)
	}
	res.line("(--report FILE.html shows all bets, with their shares.)")
}
