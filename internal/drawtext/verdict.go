package drawtext

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// Status returns the exit status of a command that gives a verdict.
func Status(verdict draw.Verdict) int {
	status, ok := map[draw.Verdict]int{draw.Right: 0, draw.Wrong: 1, draw.TooEarly: 2, draw.RightIf: 3}[verdict]
	if !ok { // what is no verdict is never right
		return 1
	}
	return status
}

// Verdict returns a report in words, the most important first, and the verdict that it comes to at a time. The
// transcript is nil if it is malformed.
func Verdict(t *draw.Transcript, r *draw.Report, now time.Time) (string, draw.Verdict) {
	if t == nil {
		t = &draw.Transcript{Commitment: new(draw.Commitment)}
	}
	verdict, headline, words := Conclude(t.Commitment, r, now)
	var skips []Place
	if verdict == draw.RightIf {
		skips = Skips(t, r.Names, draw.MaxPlaces)
	}
	var b, open strings.Builder
	fmt.Fprintln(&b, strings.ToUpper(verdict.String())+strings.TrimPrefix(headline, verdict.String()))
	writePlaces(&b, t, skips)
	fmt.Fprintln(&b, label.Wrap(strings.ToUpper(words[:1])+words[1:], 0, 0, 79))
	if verdict == draw.Right {
		fmt.Fprintf(&b, "You must have seen this SHA-256 before %s:\n    %s\n", r.Until(), r.Commitment)
	}
	fmt.Fprintln(&b)
	if t.Commitment.Title != "" {
		fmt.Fprintf(&b, "The draw is called %q: %s\n", t.Commitment.Title, What(t.Commitment, "place", "prize"))
	}
	for _, f := range r.Findings {
		switch {
		case f.State == draw.Unprovable:
			fmt.Fprintf(&open, "  %s\n", label.Escape(f.Detail, ""))
		case f.State != draw.Conditional:
			fmt.Fprintf(&b, "%-11s  %s\n", f.State, label.Escape(f.Detail, ""))
		case verdict != draw.RightIf: // else the heading speaks of it
			fmt.Fprintf(&open, "  that %s\n", f.Detail)
		}
	}
	if winners := Winners(t, r.Names, draw.MaxPlaces); verdict != draw.Wrong && winners != "" {
		fmt.Fprintf(&b, "\n%s", winners)
	}
	if verdict != draw.Wrong {
		fmt.Fprintf(&b, "\nNo file can prove:\n%s", &open)
	}
	return b.String(), verdict
}

// Winners returns the places of a draw, one a line, with the entries where they are known:
// the first most of them. What the organizer wrote is quoted, so that it cannot be taken for what a check found.
func Winners(t *draw.Transcript, names map[uint64]string, most int) string {
	var b strings.Builder
	for _, prize := range Prizes(t, names, most) {
		fmt.Fprintf(&b, "Prize %q:\n", prize.Name)
		writePlaces(&b, t, prize.Places)
		if prize.Lacks != "" {
			fmt.Fprintf(&b, "  %s\n", prize.Lacks)
		}
	}
	return b.String()
}

// writePlaces writes places of a draw, one a line.
func writePlaces(b *strings.Builder, t *draw.Transcript, places []Place) {
	width := len(strconv.FormatUint(t.Commitment.Entries.Count, 10))
	for _, p := range places {
		line := fmt.Sprintf("  %*d  %s", width, p.Entry, p.Name)
		if p.Skipped != "" {
			line += "  " + Skipped + ": " + label.Name(p.Skipped)
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
