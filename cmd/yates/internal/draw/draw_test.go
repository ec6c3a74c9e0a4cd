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

func TestParseTime(t *testing.T) {
	before := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2027-01-01T12:00:00Z":           "2027-01-01T12:00:00Z",
		"2027-01-01T13:00:00+01:00":      "2027-01-01T12:00:00Z",
		"2027-01-01 12:00 UTC":           "2027-01-01T12:00:00Z",
		"2027-01-01 12:00:30 gmt":        "2027-01-01T12:00:30Z",
		"2027-01-01 06:30 -05:30":        "2027-01-01T12:00:00Z",
		" 2027-01-01T12:00Z ":            "2027-01-01T12:00:00Z",
		"2027-01-01 12:00":               "not a time in whole seconds with its zone, such as '2027-01-01 12:00 UTC'",
		"2027-01-01T12:00:00":            "not a time in whole seconds with its zone",
		"2027-01-01":                     "not a time in whole seconds with its zone",
		"01/02/2027 12:00 UTC":           "not a time in whole seconds with its zone",
		"2027-02-29 12:00 UTC":           "not a time in whole seconds with its zone",
		"2027-01-01 12:00 CET":           "2027-01-01T11:00:00Z",
		"+1d":                            "2026-11-25T12:00:01Z",
		"+2d90m":                         "2026-11-26T13:30:01Z",
		"+d":                             "not a time from now",
		"+1d-2h":                         "not a time from now",
		"2027-01-01T12:00:00.5Z":         "not a time in whole seconds",
		"tomorrow":                       "not a time in whole seconds with its zone",
		"":                               "not a time in whole seconds with its zone",
		"+0s":                            "not a time from now",
		"+3 days":                        "not a time from now",
		"+-5m":                           "not a time from now",
		"2027-01-01 12:00 Europe/Berlin": "2027-01-01T11:00:00Z",
		"2027-07-01T12:00 Europe/Berlin": "2027-07-01T10:00:00Z",
		"2027-03-28 02:30 Europe/Berlin": "clocks in Europe/Berlin never show 2027-03-28 02:30:00",
		"2027-10-31 02:30 Europe/Berlin": "twice; write 2027-10-31 00:30:00 UTC or 2027-10-31 01:30:00 UTC",
		"2027-01-01 12:00 IST":           "IST is not the name of a time zone here",
		"2027-01-01 12:00 Local":         "not the name of a time zone",
	} {
		at, err := parseTime(text, before)
		got := at.Format(time.RFC3339)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	if at, err := parseTime("+90m", before); err != nil || at.Sub(before) < 90*time.Minute || at.Nanosecond() != 0 {
		t.Errorf("+90m: %v, %v", at, err)
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
	text, _ := verdictText(tr, v, at.Add(-time.Minute))
	if strings.Contains(text, "RIGHT") || !strings.Contains(text, early) {
		t.Errorf("got %s", text)
	}
	if text, status := verdictText(tr, v, at); status != nil || !strings.Contains(text, "RIGHT") {
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
