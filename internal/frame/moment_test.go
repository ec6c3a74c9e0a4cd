package frame

import (
	"strings"
	"testing"
	"time"
)

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
		"2027-01-01 12:00 CET":           "not the name of a time zone",
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
		"2027-10-31 02:30 Europe/Berlin": "2027-10-31T0",
		"2027-01-01 12:00 IST":           "IST is not the name of a time zone here",
		"2027-01-01 12:00 Local":         "not the name of a time zone",
	} {
		at, err := parseTime(text, before)
		got := at.UTC().Format(time.RFC3339)
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
