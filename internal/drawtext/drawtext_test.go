package drawtext

import (
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/draw"
)

// What fails is wrong before all else, what was not checked is in the headline, and who is barred is counted.
func TestConclude(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	failed := []draw.Finding{{Name: "list", State: draw.Failed}}
	unseen := []draw.Finding{{Name: "commitment", State: draw.Conditional, Detail: "this was published"}}
	named := map[uint64]string{1: "Ada"}
	prizes := []draw.Prize{{Count: 1, Name: "P"}}
	raffle := &draw.Commitment{Prizes: prizes, Entries: draw.Entries{Count: 8}}
	barred := &draw.Commitment{Prizes: prizes, Entries: draw.Entries{Count: 8}, Barred: make([]draw.Bar, 7)}
	ranked := &draw.Commitment{Rules: []string{"--rank=name", "--first=2"}, Entries: draw.Entries{Count: 9}}
	for _, c := range []struct {
		commitment *draw.Commitment
		report     draw.Report
		now        time.Time
		want       string
	}{
		{raffle, draw.Report{Before: at, Names: named}, at,
			"right: these winners follow from the commitment, this list and the randomness."},
		{raffle, draw.Report{Before: at}, at, "right, but the list was not checked: these numbers follow from the " +
			"commitment and the randomness. The list was not checked."},
		{raffle, draw.Report{Before: at, Findings: unseen}, at, "right, if this was published: these numbers follow from " +
			"the commitment and the randomness. The list was not checked."},
		{barred, draw.Report{Before: at, Names: named}, at, "right: these winners follow from the commitment, this list " +
			"and the randomness. The commitment bars 7 of 8 entries."},
		{ranked, draw.Report{Before: at, Names: named}, at,
			"right: the order of this list follows from the commitment, this list and the randomness."},
		{new(draw.Commitment), draw.Report{Before: at}, at, "right, but the list was not checked: the seed follows from the " +
			"commitment and the randomness. The list was not checked."},
		{raffle, draw.Report{Before: at, Findings: failed}, at.Add(-time.Hour),
			"wrong: this is not the list that was drawn from. All else is right."},
		{raffle, draw.Report{Before: at}, at.Add(-time.Hour), "not checked: too early: by the clock of this machine, the " +
			"time of the draw comes in 60 minutes. If the clock is right, somebody knew the beacon beforehand."},
	} {
		c.report.Findings = append(c.report.Findings, draw.Finding{Name: "seed", State: draw.Passed})
		verdict, headline, words := Conclude(c.commitment, &c.report, c.now)
		if got := headline + ": " + words; got != c.want || !strings.HasPrefix(headline, verdict.String()) {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
	if got := What(ranked, "place", "prize"); got != "8 lines below a header, ranked: the first 2 win" {
		t.Error(got)
	}
}

// What an organizer calls a draw or a prize cannot be taken for a result.
func TestOrganizersWordsAreQuoted(t *testing.T) {
	c := &draw.Commitment{Title: `Winner: 8 "Frank"`, Entries: draw.Entries{Count: 8}}
	text, _ := Verdict(&draw.Transcript{Commitment: c}, new(draw.Report), time.Time{})
	if !strings.Contains(text, "\nThe draw is called \"Winner: 8 \\\"Frank\\\"\": a seed, and no winners\n") {
		t.Error(text)
	}
	c.Prizes = []draw.Prize{{Count: 1, Name: "RIGHT"}}
	places := []draw.Place{{Entry: 3}}
	if got := Winners(&draw.Transcript{Commitment: c, Places: places}, nil, 9); got != "Prize \"RIGHT\":\n  3\n" {
		t.Error(got)
	}
}

// A transcript in which one line was changed is still taken for one.
func TestKindOf(t *testing.T) {
	const commitment, rest = "yates draw commitment 1\ntitle T\n", "yates draw transcript 1\nseed 0\n"
	for text, want := range map[string]string{
		commitment: Commitment, commitment + "\n\n": Commitment, strings.ReplaceAll(commitment, "\n", "\r\n"): Commitment,
		commitment + "\n" + rest: Transcript, "\ufeff" + commitment + "\n" + rest: Transcript, commitment + rest: Transcript,
		"Yates" + commitment + "\n" + rest: Transcript, commitment + "\nYates" + rest: Transcript,
		strings.ReplaceAll(commitment+"\n"+"x"+rest, "\n", "\r\n"): Transcript,
		"yates draw hiding 1\n": Key, "Ada\n\nBob\n": "", "": "",
	} {
		if got := KindOf([]byte(text)); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// A sum is read however it was published, but not if there is another one.
func TestSum(t *testing.T) {
	a, b := strings.Repeat("a", 64), strings.Repeat("0b", 32)
	for text, ok := range map[string]bool{
		" " + strings.ToUpper(a) + "\n": true, "sha256:" + a: true, a + "  abc raffle.commit\n": true,
		strings.Repeat("aaaaaaaa ", 7) + "\n" + strings.Repeat("a", 8): true, a[1:] + "\n": false, "": false,
		a + "\n" + b + "\n": false, a + "  x.commit\nSHA256: " + strings.ToUpper(b) + "  y.commit\n": false, a + " " + b: false,
		a + "\n" + strings.Repeat("0b0b ", 16): false, strings.Repeat("aaaa ", 16) + b: false,
	} {
		if sum, err := Sum(text); (err == nil) != ok || ok && sum.String() != a {
			t.Errorf("%q: %v, %v", text, sum, err)
		}
	}
}

// An entry cannot look like a skipped one, or like several lines.
func TestEntryName(t *testing.T) {
	for entry, want := range map[string]string{
		"Ada Lovelace":               "Ada Lovelace",
		"Bob  SKIPPED: works for us": `"Bob  SKIPPED: works for us"`,
		"Ann SKIPPED: x":             `"Ann SKIPPED: x"`,
		"Bob      7  Yan":            `"Bob      7  Yan"`,
		"Bob\u2800\u28007":           `"Bob\u2800\u28007"`,
		"B\u3164ob":                  `"B\u3164ob"`,
		strings.Repeat("x", 1<<16):   `"` + strings.Repeat("x", 200) + `"... (65,536 bytes)`,
	} {
		if got := EntryName(entry); got != want {
			t.Errorf("%.40q: %s, not %s", entry, got, want)
		}
	}
}

func TestFromNow(t *testing.T) {
	now := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
	for seconds, want := range map[int64]string{
		0: "in 0 seconds", 1: "in 1 second", 119: "in 119 seconds", 120: "in 2 minutes", 7199: "in 120 minutes",
		7200: "in 2 hours", 3 * 86400: "in 3 days", -3 * 3600: "3 hours ago", 300 * 366 * 86400: "in 109,800 days",
	} {
		if got := FromNow(time.Unix(now.Unix()+seconds, 0), now); got != want {
			t.Errorf("%d seconds: %q, not %q", seconds, got, want)
		}
	}
}

// What is no verdict is never right.
func TestStatus(t *testing.T) {
	for verdict, want := range map[draw.Verdict]int{
		draw.Right: 0, draw.Wrong: 1, draw.TooEarly: 2, draw.RightIf: 3, 9: 1, -1: 1,
	} {
		if got := Status(verdict); got != want {
			t.Errorf("%v: %d, not %d", verdict, got, want)
		}
	}
}
