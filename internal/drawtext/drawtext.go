// Package drawtext is what all who show draws say of them.
package drawtext

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// The kinds of texts that a draw has.
const (
	Commitment = "a commitment"
	Transcript = "a transcript"
	Key        = "the key of a hidden list"
)

// KindOf returns the kind that a text seems to be, or "". A transcript is one even if a line of it was changed.
func KindOf(text []byte) string {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	begins := bytes.HasPrefix(text, []byte("yates draw commitment "))
	switch {
	case bytes.HasPrefix(text, []byte("yates draw hiding ")):
		return Key
	case bytes.Contains(text, []byte("\nyates draw transcript ")),
		begins && bytes.Contains(bytes.ReplaceAll(text, []byte{'\r'}, nil), []byte("\n\n")):
		return Transcript
	case begins:
		return Commitment
	}
	return ""
}

// What returns what a draw decides, in words. Who is drawn has a place, or a prize if others stand by: both in the
// words of the caller.
func What(c *draw.Commitment, place, prize string) string {
	switch first := c.First(); {
	case c.Ranking() != nil && first == 1:
		return c.Size() + ", ranked: the first wins"
	case c.Ranking() != nil && first > 0:
		return fmt.Sprintf("%s, ranked: the first %d win", c.Size(), first)
	case c.Ranking() != nil:
		return c.Size() + ", ranked"
	case len(c.Prizes) == 0:
		return "a seed, and no winners"
	}
	last := c.Prizes[len(c.Prizes)-1]
	if won := c.Places() - last.Count; last.Name == Alternates && won > 0 {
		alternates := label.Plural(int64(last.Count), "alternate")
		return label.Plural(int64(won), prize) + " and " + alternates + " of " + c.Size()
	}
	return label.Plural(int64(c.Places()), place) + " of " + c.Size()
}

// Alternates is what the prize is called that nobody wins: whoever stands by.
const Alternates = "Alternates"

// Changed returns the error of a text that is not in its form.
func Changed(name string, err error) error {
	return fmt.Errorf("%s was changed; get it as it was published: %w", name, err)
}

// Conclude returns what a report comes to, a headline that begins with it, and what that means in words.
func Conclude(c *draw.Commitment, r *draw.Report, now time.Time) (verdict draw.Verdict, headline, words string) {
	verdict = r.Verdict(now)
	headline = verdict.String()
	switch verdict {
	case draw.Wrong:
		var failed []string
		for _, f := range r.Failed() {
			failed = append(failed, string(f.Name))
		}
		words = wrong[strings.Join(slices.Compact(failed), " ")]
		return verdict, headline, cmp.Or(words, "this is not the draw that its commitment fixed.")
	case draw.TooEarly:
		return verdict, headline, fmt.Sprintf("by the clock of this machine, the time of the draw comes %s. "+
			"If the clock is right, somebody knew the beacon beforehand.", FromNow(r.Before, now))
	case draw.RightIf:
		var all []string
		for _, f := range r.Conditions() {
			all = append(all, f.Detail)
		}
		headline += " " + strings.Join(all, ", and if ")
	}
	what := "these winners follow"
	switch {
	case c.Ranking() != nil && r.Names != nil:
		what = "the order of this list follows"
	case len(c.Prizes) == 0:
		what = "the seed follows"
	case r.Names == nil:
		what = "these numbers follow"
	}
	switch {
	case r.Names != nil:
		words = what + " from the commitment, this list and the randomness."
	case verdict == draw.Right:
		headline += ", but the list was not checked"
		fallthrough
	default:
		words = what + " from the commitment and the randomness. The list was not checked."
	}
	if barred, n := len(c.Barred), c.Entries.Count; barred > 0 {
		words += fmt.Sprintf(" The commitment bars %d of %s.", barred, label.Plural(int64(n), "entry"))
	}
	return verdict, headline, words
}

// Sum reads the SHA-256 of something published, as it may stand on a poster or in a file: in groups, in
// capitals, after "sha256:", or before the name of a file. A second one is an error: it would be another draw's.
func Sum(text string) (draw.Sum, error) {
	parts, digits := fields(text), Digits(text)
	if len(parts) > 0 && len(parts[0]) == 64 {
		digits = parts[0]
		others := strings.FieldsFunc(strings.Join(parts[1:], ""), func(r rune) bool {
			return !strings.ContainsRune("0123456789abcdef", r)
		})
		if slices.ContainsFunc(others, func(hex string) bool { return len(hex) >= 64 }) {
			return draw.Sum{}, errors.New("there are two SHA-256, but only one draw: ask which is meant, and why")
		}
	}
	return draw.ParseSum(digits) // sha256sum prints the name of the file after it
}

// Digits returns the digits of a SHA-256 as far as they have been typed, without groups and capitals.
func Digits(text string) string { return strings.Join(fields(text), "") }

// fields returns what stands apart in a text that is published.
func fields(text string) []string {
	return strings.Fields(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "sha256:"))
}

// wrong says what a verdict comes to in which these checks failed.
var wrong = map[string]string{
	"transcript": "the transcript was changed, or is of another version: this is not what was drawn.",
	"list":       "this is not the list that was drawn from. All else is right.",
	"commitment": "this is not the draw that was announced.",
	"ranked":     "no ranked list follows from this table.",
}

// FromNow returns when a time is, in the unit that suits it: "in 3 days", "2 hours ago".
func FromNow(t, now time.Time) string {
	seconds, form := t.Unix()-now.Unix(), "in %s" // a Duration has 292 years
	if seconds < 0 {
		seconds, form = -seconds, "%s ago"
	}
	size, unit := int64(1), "second"
	for i, larger := range []int64{60, 3600, 86400} {
		if seconds >= 2*larger {
			size, unit = larger, []string{"minute", "hour", "day"}[i]
		}
	}
	return fmt.Sprintf(form, label.Plural((seconds+size/2)/size, unit))
}

// A Prize is who won it, in the order of the draw. Names of entries are safe to show. What the organizer wrote, which
// is the name of the prize and why an entry was skipped, is for quotation marks.
type Prize struct {
	Name   string  `json:"name"`
	Places []Place `json:"places"`
	Lacks  string  `json:"short,omitempty"` // what Places lack, in words
}

// A Place is an entry that was drawn.
type Place struct {
	Entry   uint64 `json:"entry"`
	Name    string `json:"name,omitempty"` // if it is known
	Skipped string `json:"skipped,omitempty"`
}

// Prizes returns the prizes of a draw, with at most so many places in all.
func Prizes(t *draw.Transcript, names map[uint64]string, most int) []Prize {
	var all []Prize
	places := t.Places
	for i, prize := range t.Commitment.Prizes {
		p, left, hidden := Prize{Name: prize.Name}, prize.Count, false
		for ; len(places) > 0 && places[0].Prize == i; places = places[1:] {
			if places[0].Skipped == "" {
				left--
			}
			if most--; most < 0 {
				hidden = true
			} else {
				p.Places = append(p.Places, placeOf(places[0], names))
			}
		}
		switch {
		case hidden:
			p.Lacks = fmt.Sprintf("… and more: %s in all; see the transcript", label.Plural(len(t.Places), "place"))
		case left > 0:
			p.Lacks = fmt.Sprintf("nobody is left: %d of %d", prize.Count-left, prize.Count)
		}
		all = append(all, p)
	}
	return all
}

// Skips returns the entries that were skipped and that the commitment does not bar, at most so many.
func Skips(t *draw.Transcript, names map[uint64]string, most int) (all []Place) {
	for _, p := range t.Later() {
		if len(all) < most {
			all = append(all, placeOf(p, names))
		}
	}
	return all
}

func placeOf(p draw.Place, names map[uint64]string) Place {
	place := Place{Entry: p.Entry, Skipped: p.Skipped}
	if name, ok := names[p.Entry]; ok {
		place.Name = EntryName(name)
	}
	return place
}

// Skipped marks an entry that was skipped.
const Skipped = "SKIPPED"

// EntryName returns an entry as people see it: on one line, and in quotes if it could be taken for more than a name.
func EntryName(entry string) string {
	const most = 200
	switch {
	case len(entry) > most:
		return strconv.Quote(strings.ToValidUTF8(entry[:most], "")) + "... (" + label.Plural(len(entry), "byte") + ")"
	case strings.Contains(entry, Skipped):
		return strconv.Quote(entry)
	}
	return label.Name(Unmarked(entry))
}

// Unmarked returns a line without what some programs add, which nobody sees.
func Unmarked(line string) string {
	return strings.TrimSuffix(strings.TrimPrefix(line, "\ufeff"), "\r")
}
