package audit

import (
	"math"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
)

// What is tried next depends on why the audit ended, and on what it lacks.
func TestNextSteps(t *testing.T) {
	power := []audit.Power{{Suspect: "sattolo", Needed: 5, Found: true}, {Suspect: "a"},
		{Suspect: "naive", Needed: 5216}, {Suspect: "round", Needed: 9000}}
	fair := audit.Report{Verdict: audit.NothingFound, Game: audit.Game{Items: 10, Take: 10}, Deals: 1000, Alpha: 1e-6,
		Log10E: math.Log10(0.2029), Targets: []string{"sattolo"}, Power: power}
	suspicious := fair
	suspicious.Verdict = audit.Suspicious
	suspicious.Log10E, suspicious.Suspicion = math.Log10(154_321), &audit.Finding{Text: "item 7 comes too often"}
	far := fair
	far.Power = []audit.Power{{Suspect: "naive", Needed: 1e15}}
	biased := audit.Report{Verdict: audit.Biased, Game: audit.Game{Items: 10, Take: 10}, Deals: 1000, Alpha: 1e-6,
		Findings: []audit.Finding{{Kind: audit.KindTogether, Text: "nothing is clear"}}}
	unsure := biased
	unsure.Causes = []string{"naive", "round"}
	for _, c := range []struct {
		report audit.Report
		end    limit
		want   string
	}{
		{fair, byNumber, "  Try       --deals 5216: 5,216 would also show naive\n"},
		{fair, byTime, "  Try       --time 7s, at the speed so far: 5,216 would also show naive\n"},
		{fair, byNoMore, "  Try       recording more deals: 5,216 would also show naive\n"},
		{fair, byInterrupt, "  Try       more deals: 5,216 would also show naive\n"},
		{far, byNumber, "examples are below\n  Ended "},
		{fair, byNumber, "  Looked    above all for sattolo, "},
		{fair, byNumber, "  Evidence  odds of 0.2 to 1 (1 at the start; 1,000,000 would be an alarm)\n"},
		{suspicious, byNumber, "NO ALARM, BUT SUSPICIOUS: odds of 154,000 to 1. What looks least fair:\n\n  item 7 "},
		{suspicious, byNumber, "  Try       --deals 2000: twice as many "},
		{biased, byAnswer, "  Cause     not known yet; more deals will tell; see --go-on\n"},
		{biased, byNoMore, "more deals will tell\n"},
		{unsure, byAnswer, "tell them apart; see --go-on\n"},
		{unsure, byNumber, "tell them apart\n"},
		{unsure, byNumber, "  Try       --deals 2000: twice as many may tell the cause\n"},
		{biased, byTime, "  Try       --time 3s, at the speed so far: twice as many may tell the cause\n"},
	} {
		res := &result{Report: &c.report, end: c.end, rate: 1000}
		if c.end != byAnswer {
			res.Page.Ended = "here"
		}
		if text := words(string(c.report.Verdict), res); !strings.Contains(text, c.want) {
			t.Errorf("ending %d: no %q in %s", c.end, c.want, text)
		}
	}
}

// 10 items of which 2 are dealt: at 73 deals, 10·0.8⁷³ is less than one in a million.
func TestNever(t *testing.T) {
	r := audit.Report{Game: audit.Game{Items: 10, Take: 2}, Positions: make([][]int64, 10)}
	for _, x := range []int{0, 1, 2, 4} {
		r.Positions[x] = []int64{0, 1}
	}
	for deals, want := range map[int64]string{72: "", 73: "6 of the 10 items never came: 4, 6, 7, 8, 9, 10"} {
		r.Deals = deals
		if got := (&result{Report: &r}).Never(); got != want {
			t.Errorf("after %d deals, %q", deals, got)
		}
	}
}
