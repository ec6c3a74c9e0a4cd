package audit

import (
	"slices"
	"testing"
)

func TestEvidence(t *testing.T) {
	e := evidence{thing: "deal", goal: 6}
	if got, want := e.texts(1234, 210, 2), []string{
		"1,234 deals, 210/s, odds 100 to 1 against a fair shuffle; 1,000,000 are an alarm",
		"1,234 deals, 210/s, odds 100 to 1", "1,234 deals, odds 100 to 1", "1,234 deals",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
