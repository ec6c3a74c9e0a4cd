package drawtext

import (
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/draw"
)

// What fails is wrong before all else, and what is not checked is not right.
func TestConclude(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	failed := draw.Finding{Name: "list", State: draw.Failed}
	named := map[uint64]string{1: "Ada"}
	early := at.Add(-time.Hour)
	for _, c := range []struct {
		verdict draw.Verdict
		now     time.Time
		want    draw.Answer
		words   string
	}{
		{draw.Verdict{Before: at, Names: named}, at, draw.Right, "these winners"},
		{draw.Verdict{Before: at}, at, draw.Right, "The list was not checked."},
		{draw.Verdict{Before: at, Findings: []draw.Finding{failed}}, early, draw.Wrong, "not the list"},
		{draw.Verdict{Before: at}, early, draw.TooEarly, "comes in 60 minutes"},
	} {
		if got, words := Conclude(&c.verdict, c.now); got != c.want || !strings.Contains(words, c.words) {
			t.Errorf("%+v at %v: %v, %q", c.verdict, c.now, got, words)
		}
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
