package audit

import "testing"

func TestEvidenceLine(t *testing.T) {
	e := evidence{goal: 6, now: 1234, odds: 2, speed: 210}
	for width, want := range map[int]string{
		1000: "1,234 deals, 210/s, odds 100 to 1 against a fair shuffle; 1,000,000 are an alarm",
		79:   "1,234 deals, 210/s, odds 100 to 1", 30: "1,234 deals, odds 100 to 1", 12: "1,234 deals", 5: "",
	} {
		if got := e.Line(width); got != want {
			t.Errorf("in %d columns %q, not %q", width, got, want)
		}
	}
}
