package audit

import (
	"fmt"
	"strings"
)

// An about describes what a group bets on, in words.
type about struct {
	from    string // "deal" or "change"
	since   string // "", or what the deal is compared with
	suspect string
	form    string
	text    func(row int) string
	found   func(row int) string // text of a finding; nil if there is no more to say

	generator string
}

// words says what the bet on a row is, and what the deal is compared with.
func (b *about) words(row int) string { return b.since + b.text(row) }

// finding says what was found by the bet on a row.
func (b *about) finding(row int) string {
	if b.found != nil {
		return b.found(row)
	}
	return b.words(row)
}

// plainly says the same of all rows.
func plainly(text string) func(row int) string { return func(int) string { return text } }

// counting says which row it is, counted from 1.
func counting(format string) func(row int) string {
	return func(row int) string { return fmt.Sprintf(format, row+1) }
}

// The directions of a finding, in the texts of the bets, which are on both.
var (
	tooMuch   = strings.NewReplacer("too often or too seldom", "too often", "too many or too few", "too many", "too long or too short", "too long")
	tooLittle = strings.NewReplacer("too often or too seldom", "too seldom", "too many or too few", "too few", "too long or too short", "too short")
)

// directed says in which direction a finding is, if that is clear: z is by how many standard
// errors there is more than is fair.
func directed(text string, z float64) string {
	const clear = 3
	switch {
	case z > clear:
		return tooMuch.Replace(text)
	case z < -clear:
		return tooLittle.Replace(text)
	}
	return text
}
