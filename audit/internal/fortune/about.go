package fortune

import (
	"fmt"
	"math"
	"strings"
)

// A Kind is what a group bets on.
type Kind string

const (
	Suspect    Kind = "suspect"   // the law of a known mistake
	Generator  Kind = "generator" // the next numbers of a known generator
	Learned    Kind = "learned"   // what earlier deals had in common
	Place      Kind = "place"     // the item of a place
	Item       Kind = "item"      // the place of an item, or that it comes
	Step       Kind = "step"      // a choice of a shuffle
	Orders     Kind = "orders"    // whole orders
	Statistics Kind = "statistic" // a number that describes a deal
	Repeats    Kind = "repeats"   // deals that came before
)

// From is what a group looks at.
type From string

const (
	Deal   From = "deal"   // each deal
	Change From = "change" // how a deal differs from an earlier one
)

// An About describes what a group bets on, in words.
type About struct {
	From    From
	Since   string // "", or what the deal is compared with
	Suspect string
	Form    string
	Text    func(row int) string
	Found   func(row int) string // text of a finding; nil if there is no more to say
	Reason  func(row int) Reason // of a finding; nil if there is none

	Generator string
}

// A Reason is what a finding is due to, where that is more than its kind says.
type Reason string

const (
	LeftOut Reason = "left out" // a step never swaps
	Uneven  Reason = "uneven"   // deals repeat as often as they should, but some more than others
	Classes Reason = "classes"  // the ranks or suits of cards
)

// Why returns the reason of a finding of the bet on a row; "" if there is none.
func (b *About) Why(row int) Reason {
	if b.Reason != nil {
		return b.Reason(row)
	}
	return ""
}

// Words says what the bet on a row is, and what the deal is compared with.
func (b *About) Words(row int) string { return b.Since + b.Text(row) }

// Finding says what was found by the bet on a row.
func (b *About) Finding(row int) string {
	if b.Found != nil {
		return b.Found(row)
	}
	return b.Words(row)
}

// Plainly says the same of all rows.
func Plainly(text string) func(row int) string { return func(int) string { return text } }

// Counting says which row it is, counted from 1.
func Counting(format string) func(row int) string {
	return func(row int) string { return fmt.Sprintf(format, row+1) }
}

// The directions of a finding, in the texts of the bets, which are on both.
var (
	tooMuch = strings.NewReplacer("too often or too seldom", "too often", "too many or too few", "too many",
		"too long or too short", "too long")
	tooLittle = strings.NewReplacer("too often or too seldom", "too seldom", "too many or too few", "too few",
		"too long or too short", "too short")
)

// clear is from how many standard errors on a direction is told.
const clear = 3

// Clear reports whether the direction of a finding is clear: z is by how many standard errors there is more than is
// fair.
func Clear(z float64) bool { return math.Abs(z) > clear }

// Directed says in which direction a finding is, if that is [Clear].
func Directed(text string, z float64) string {
	switch {
	case z > clear:
		return tooMuch.Replace(text)
	case z < -clear:
		return tooLittle.Replace(text)
	}
	return text
}
