package frame

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
)

// MomentVar adds a flag of a time in its time zone, or from now on.
func MomentVar(flags *pflag.FlagSet, t *time.Time, name, usage string, now time.Time) {
	flags.Func(name, usage, func(text string) (err error) {
		*t, err = parseTime(text, now)
		return err
	})
}

// parseTime returns the time that a text such as 2027-01-01T12:00:00Z gives, in whole seconds.
func parseTime(text string, now time.Time) (t time.Time, err error) {
	if after, ok := strings.CutPrefix(text, "+"); ok {
		d, err := parseAfter(after)
		return now.Add(d).Truncate(time.Second).Add(time.Second), err
	}
	plain := strings.NewReplacer("UTC", "Z", "GMT", "Z", "T", "", " ", "").Replace(strings.ToUpper(text))
	for _, form := range []string{"2006-01-0215:04Z07:00", "2006-01-0215:04:05Z07:00"} {
		if t, err = time.Parse(form, plain); err == nil && t.Nanosecond() == 0 {
			return t, nil
		}
	}
	if i := strings.LastIndex(text, " "); i >= 0 {
		if t, err = parseTime(text[:i]+"Z", now); err == nil {
			return inZone(t, text[i+1:])
		}
	}
	return t, errors.New("it is not a time in whole seconds with its zone, such as '2027-01-01 12:00 UTC' or " +
		"2027-01-01T13:00:00+01:00")
}

// parseAfter returns a duration, which may begin with days: 1d2h30m.
func parseAfter(text string) (d time.Duration, err error) {
	days, rest, ok := strings.Cut(text, "d")
	if !ok {
		days, rest = "0", text
	}
	n, wrong := strconv.ParseUint(days, 10, 16)
	more, err := time.ParseDuration(cmp.Or(rest, "0"))
	if d = time.Duration(n)*24*time.Hour + more; cmp.Or(wrong, err) != nil || more < 0 || d <= 0 {
		return 0, errors.New("it is not a time from now such as +90m, +24h or +1d")
	}
	return d, nil
}

// inZone returns the time, in the zone, at which clocks in a zone of IANA's list show what those in UTC show at wall;
// one of the two, if they are put back then.
func inZone(wall time.Time, name string) (time.Time, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || !strings.Contains(name, "/") { // CET has summer time there, and EST has none
		return wall, fmt.Errorf("%s is not the name of a time zone here; write it as in Europe/Berlin, or as its "+
			"distance from UTC, such as +01:00", label.Name(name))
	}
	t := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, zone)
	const form = "2006-01-02 15:04:05"
	if t.Format(form) != wall.Format(form) {
		return wall, fmt.Errorf("clocks in %s never show %s: they skip it", name, wall.Format(form))
	}
	return t, nil
}
