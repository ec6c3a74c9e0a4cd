package draw

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
)

func TestCountdown(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	for before, want := range map[time.Duration]string{
		75*time.Hour + 61*time.Second: "round 7: in 3 days",
		59 * time.Second:              "round 7: in 59 seconds",
	} {
		if got, _ := countdown(7, at)(at.Add(-before)); got[0] != want {
			t.Errorf("%v before: %q, not %q", before, got, want)
		}
	}
}

func TestFromNow(t *testing.T) {
	now := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
	for seconds, want := range map[int64]string{
		0: "in 0 seconds", 1: "in 1 second", 119: "in 119 seconds", 120: "in 2 minutes", 7199: "in 120 minutes",
		7200: "in 2 hours", 3 * 86400: "in 3 days", -3 * 3600: "3 hours ago", 300 * 366 * 86400: "in 109,800 days",
	} {
		if got := drawtext.FromNow(time.Unix(now.Unix()+seconds, 0), now); got != want {
			t.Errorf("%d seconds: %q, not %q", seconds, got, want)
		}
	}
}

// A draw whose time is still to come is not said to be right.
func TestVerifyBeforeItsTime(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	prizes := []draw.Prize{{Count: 1, Name: "P"}}
	c := &draw.Commitment{Title: "T", Entries: draw.Entries{Count: 1}, Prizes: prizes}
	tr := &draw.Transcript{Commitment: c}
	v := &draw.Verdict{Before: at}
	early := "NOT CHECKED: TOO EARLY\nBy the clock of this machine, the time of the draw comes in 60 seconds."
	text, _ := drawtext.Verdict(tr, v, at.Add(-time.Minute))
	if strings.Contains(text, "RIGHT") || !strings.Contains(text, early) {
		t.Errorf("got %s", text)
	}
	if text, answer := drawtext.Verdict(tr, v, at); answer != draw.Right || !strings.Contains(text, "RIGHT") {
		t.Errorf("got %s", text)
	}
}

// 17 is a number, unless it may be the text of another entry.
func TestEntryNumbers(t *testing.T) {
	for _, test := range []struct {
		text  string
		lines []uint64
		want  string
	}{
		{"17", nil, "[17]"},
		{"17", []uint64{17}, "[17]"},
		{"17", []uint64{4}, "17 is a number, and the text of line 4; write #17 or #4"},
		{"17", []uint64{17, 18}, "17 is a number, and the text of line 18; write #17 or #18"},
		{"#17", []uint64{4}, "[17]"},
		{"0", nil, "0 is neither a number nor an entry of LIST"},
		{"Ada", []uint64{4}, "[4]"},
		{"Ada", []uint64{4, 6}, "[4 6]"},
		{"Ada", nil, "Ada is neither a number nor an entry of LIST"},
	} {
		got, err := entryNumbers(test.text, test.lines)
		said := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(got, " ", err), "[] "), " <nil>")
		if said != test.want {
			t.Errorf("%+v: %s", test, said)
		}
	}
}
