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
	Text    func(row int) Phrase
	Found   func(row int) string // text of a finding; nil if there is no more to say
	Size    func(row int) *Told  // which follows it; nil if there is none
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
func (b *About) Words(row int) string { return b.Since + b.Text(row).String() }

// Toward is words for a finding where something is by z standard errors more than is fair.
func (b *About) Toward(row int, z float64) string { return b.Since + b.Text(row).toward(z) }

// Finding says what was found by the bet on a row, and how large it is, if that is known, with a range or without.
func (b *About) Finding(row int, ranged bool) (text string, size *Size) {
	if text = b.Words(row); b.Found != nil {
		text = b.Found(row)
	}
	if b.Size == nil {
		return text, nil
	}
	told := b.Size(row)
	if told == nil {
		return text, nil
	}
	if !ranged {
		told.Low, told.High, told.Range = 0, 0, ""
	}
	return text + " " + told.Text + told.Range, &told.Size
}

// A Phrase says that there is too much or too little of something, where it has a scale.
type Phrase struct {
	Before string
	Scale  Scale
	After  string
}

// A Scale is words for too much and too little.
type Scale struct{ More, Less string }

// The scales of the bets.
var (
	Often = Scale{"too often", "too seldom"}
	Many  = Scale{"too many", "too few"}
	Long  = Scale{"too long", "too short"}
)

// TooMany says that there are too many or too few.
func TooMany(things string) Phrase { return Phrase{Scale: Many, After: " " + things} }

// TooOften says that something happens too often or too seldom.
func TooOften(what string) Phrase { return Phrase{Before: what + " ", Scale: Often} }

// String says both.
func (p Phrase) String() string {
	if p.Scale == (Scale{}) {
		return p.Before
	}
	return p.Before + p.Scale.More + " or " + p.Scale.Less + p.After
}

// Thing says of what there is too much or too little.
func (p Phrase) Thing() string { return strings.TrimSpace(p.Before + p.After) }

// toward says which one, if that is [Clear].
func (p Phrase) toward(z float64) string {
	switch {
	case p.Scale == (Scale{}) || !Clear(z):
		return p.String()
	case z > 0:
		return p.Before + p.Scale.More + p.After
	}
	return p.Before + p.Scale.Less + p.After
}

// Clear reports whether the direction of a finding is clear: z is by how many standard errors there is more than is
// fair.
func Clear(z float64) bool { return math.Abs(z) > 3 }

// Plainly says the same of all rows.
func Plainly(text string) func(row int) Phrase {
	return func(int) Phrase { return Phrase{Before: text} }
}

// Saying says of each row what a function does.
func Saying(of func(row int) string) func(row int) Phrase {
	return func(row int) Phrase { return Phrase{Before: of(row)} }
}

// Counting says which row it is, counted from 1.
func Counting(format string) func(row int) string {
	return func(row int) string { return fmt.Sprintf(format, row+1) }
}
