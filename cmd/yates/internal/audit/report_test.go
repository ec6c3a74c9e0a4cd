package audit

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
)

// What is tried next depends on why the audit ended, and on what it lacks.
func TestNextSteps(t *testing.T) {
	power := []audit.Power{{Suspect: "sattolo", Needed: 5, Found: true}, {Suspect: "a", Needed: math.MaxInt64},
		{Suspect: "naive", Needed: 5216}, {Suspect: "round", Needed: 9000}}
	fair := audit.Report{Verdict: audit.NothingFound, Items: 10, Take: 10, Deals: 1000, Alpha: 1e-6,
		Log10E: math.Log10(0.2029), Targets: []string{"sattolo"}, Power: power}
	suspicious := fair
	suspicious.Log10E, suspicious.Suspicion = math.Log10(154_321), &audit.Finding{Text: "item 7 comes too often"}
	far := fair
	far.Power = []audit.Power{{Suspect: "naive", Needed: 1e15}}
	biased := audit.Report{Verdict: audit.Biased, Items: 10, Take: 10, Deals: 1000, Alpha: 1e-6,
		Findings: []audit.Finding{{Kind: "together", Text: "nothing is clear"}}}
	unsure := biased
	unsure.Causes = []string{"naive", "round"}
	for _, c := range []struct {
		report audit.Report
		end    ending
		want   string
	}{
		{fair, untilDeals, "  Try       --deals 5216: 5,216 would also show naive\n"},
		{fair, untilTime, "  Try       --time 7s, at the speed so far: 5,216 would also show naive\n"},
		{fair, untilAll, "  Try       recording more deals: 5,216 would also show naive\n"},
		{fair, untilInterrupt, "  Try       more deals: 5,216 would also show naive\n"},
		{far, untilDeals, "  Try       more deals: 1,000,000,000,000,000 would also show naive\n"},
		{fair, untilDeals, "  Looked    above all for sattolo, "},
		{fair, untilDeals, "  Evidence  odds of 0.2 to 1 (1 at the start; 1,000,000 would be an alarm)\n"},
		{suspicious, untilDeals, "NO ALARM, BUT SUSPICIOUS: odds of 154,000 to 1, above all on\n\n  item 7 "},
		{suspicious, untilDeals, "  Try       --deals 2000: twice as many "},
		{biased, untilKnown, "  Cause     not known yet; more deals will tell; see --go-on\n"},
		{biased, untilAll, "more deals will tell\n"},
		{unsure, untilKnown, "tell them apart; see --go-on\n"},
		{unsure, untilDeals, "tell them apart\n"},
	} {
		res := &result{Page: view.Page{Report: &c.report}, end: c.end, limit: 1000, time: time.Second, rate: 1000}
		if text := res.String(); !strings.Contains(text, c.want) {
			t.Errorf("ending %d: no %q in %s", c.end, c.want, text)
		}
	}
}
