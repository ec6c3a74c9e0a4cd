package drawtext

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// Status returns the exit status of a command that gives an answer.
func Status(answer draw.Answer) int {
	return map[draw.Answer]int{draw.Wrong: 1, draw.TooEarly: 2, draw.RightIf: 3}[answer]
}

// Verdict returns a verdict in words, the most important first, and the answer that it comes to at a time. The
// transcript is nil if it is malformed.
func Verdict(t *draw.Transcript, v *draw.Verdict, now time.Time) (string, draw.Answer) {
	if t == nil {
		t = &draw.Transcript{Commitment: new(draw.Commitment)}
	}
	answer, headline, words := Conclude(t.Commitment, v, now)
	var skips []Place
	if answer == draw.RightIf {
		skips = Skips(t, v.Names, draw.MaxPlaces)
	}
	var b, open strings.Builder
	fmt.Fprintln(&b, strings.ToUpper(answer.String())+strings.TrimPrefix(headline, answer.String()))
	writePlaces(&b, t, skips)
	fmt.Fprintln(&b, label.Wrap(strings.ToUpper(words[:1])+words[1:], 0, 0, 79))
	if answer == draw.Right {
		fmt.Fprintf(&b, "You must have seen this SHA-256 before %s:\n    %s\n", v.Until(), v.Name)
	}
	fmt.Fprintln(&b)
	if t.Commitment.Title != "" {
		fmt.Fprintf(&b, "The draw is called %q: %s\n", t.Commitment.Title, What(t.Commitment, "place", "prize"))
	}
	for _, f := range v.Findings {
		switch {
		case f.State == draw.Unprovable:
			fmt.Fprintf(&open, "  %s\n", label.Escape(f.Detail, ""))
		case f.State != draw.Conditional:
			fmt.Fprintf(&b, "%-11s  %s\n", f.State, label.Escape(f.Detail, ""))
		case answer != draw.RightIf: // else the heading speaks of it
			fmt.Fprintf(&open, "  that %s\n", f.Detail)
		}
	}
	if winners := Winners(t, v.Names, draw.MaxPlaces); answer != draw.Wrong && winners != "" {
		fmt.Fprintf(&b, "\n%s", winners)
	}
	if answer != draw.Wrong {
		fmt.Fprintf(&b, "\nNo file can prove:\n%s", &open)
	}
	return b.String(), answer
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
