package audit

import (
	"math"
	"strconv"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
)

// A Verdict is the outcome of an audit.
type Verdict string

const (
	NothingFound Verdict = "nothing found" // the deals look fair so far
	Suspicious   Verdict = "suspicious"    // the odds are at least 1,000 to 1, but there is no alarm
	Biased       Verdict = "biased"        // the evidence has reached 1/α
	Broken       Verdict = "broken"        // a deal had lost, doubled or unknown items

	// TooFew is the verdict of [Auditor.Conclude] if nothing was found, but would not
	// have been if the shuffle had a common mistake.
	TooFew Verdict = "too few deals"
)

// Alarm reports whether the verdict is Biased or Broken.
func (v Verdict) Alarm() bool { return v == Biased || v == Broken }

// A Report is what an auditor knows. Its JSON is flat, with stable names; adding a field does not change the version.
// Places, steps and items count from 0 in fields, and from 1 in texts.
type Report struct {
	Schema  int     `json:"schema"` // [Schema]
	Verdict Verdict `json:"verdict"`
	Game
	Deals int64   `json:"deals"` // without broken ones
	Alpha float64 `json:"alpha"`

	// Log10E is the evidence, as the decimal logarithm of E: 6 means odds of a million
	// to one. Best is the greatest it has ever been, which decides the verdict.
	Log10E     float64 `json:"log10_e"`
	BestLog10E float64 `json:"best_log10_e"`
	AlarmAt    int64   `json:"alarm_at,omitempty"` // the deal with which E reached 1/α
	Evidence   []Point `json:"evidence"`           // E over the deals, as about a hundred points

	BrokenDeals int64        `json:"broken_deals"`     // that no shuffle of the items can produce
	Broken      *BrokenError `json:"broken,omitempty"` // the first of them

	// Causes are what explains the deals best, the likeliest first: known mistakes, [Generators], or [FewSeeds]. One
	// alone is at least 1,000 times as likely as any other and as what any learner thinks; if there are more, they
	// cannot be told apart yet; if there is none, no known mistake fits, or there are too few deals to tell: see
	// [Report.MoreTell]. Alike is then a known mistake that fits, but a learner explains the deals as well, or they are
	// too few. Remedy says how to mend the shuffle.
	Causes []string `json:"causes,omitempty"`
	Alike  string   `json:"alike,omitempty"`
	Remedy string   `json:"remedy,omitempty"`

	// Findings are what is wrong, strongest first: at most 32 of Found, and none with odds below 1,000 to 1. Of those
	// found, the expected share that is wrong about the shuffle's unfairness is at most Rate. This does not cover what
	// caused it.
	Findings []Finding `json:"findings"`
	Found    int       `json:"found"`
	Rate     float64   `json:"rate"`

	// Suspicion is what speaks most against a fair shuffle if the odds are at least
	// 1,000 to 1, but no alarm, where the verdict is [Suspicious]. It is no finding: more deals must show it.
	Suspicion *Finding `json:"suspicion,omitempty"`

	Repeated    int64 `json:"repeated"`               // deals that repeat an earlier one
	FirstRepeat int64 `json:"first_repeat,omitempty"` // the first of them, counted from 1
	Remembered  int   `json:"remembered"`             // distinct deals, the first ones, to find repeats

	// Repeats are the first 8 of whole deals, of their first places, and of
	// their last places: in this order, each by the number of the deal.
	Repeats []Repeat `json:"repeats,omitempty"`

	// Positions counts how often the item came to the place, [item][place]; nil for more than 2²¹ pairs.
	Positions [][]int64 `json:"positions,omitempty"`

	Bets        []Bet `json:"bets,omitempty"`         // all of them
	BetsVersion int   `json:"bets_version,omitempty"` // see the constant

	// Power is what would have been found: which mistakes. The verdict depends on Targets. Only [Auditor.Conclude]
	// gives them, where nothing was found.
	Power   []Power  `json:"power,omitempty"`
	Targets []string `json:"targets,omitempty"`

	// Ordered is about long orders, instead of deals; nil except from [Order].
	Ordered *Ordered `json:"order,omitempty"`
}

// A Game is what is dealt: it is in a [Report] and a [Plan].
type Game struct {
	Items     int      `json:"items"`
	Take      int      `json:"take"`                // items a deal
	Unordered bool     `json:"unordered,omitempty"` // only which items a deal has counts
	Names     []string `json:"names,omitempty"`     // of the items; see [Options]
}

// A Point is the evidence after some deals.
type Point struct {
	Deals  int64   `json:"deals"`
	Log10E float64 `json:"log10_e"`
}

// A Repeat is a deal that repeats an earlier one, or a part of it.
type Repeat struct {
	Deal    int64 `json:"deal"`              // from 1
	Earlier int64 `json:"earlier,omitempty"` // the first deal that had the same; 0 if it is not among the first 2³² − 1

	// From and To are the places, [From, To), that are the same; 0 and the number of places for a whole deal.
	From  int   `json:"from"`
	To    int   `json:"to"`
	Items []int `json:"items"` // at these places, at most the first 64
}

// mostFindings is the number of findings that a report lists at most; its text has the first twelve.
const (
	mostFindings = 32
	mostPrinted  = 12
)

// A Finding is one thing that is wrong.
type Finding struct {
	Kind    Kind   `json:"kind"`
	From    From   `json:"from"`
	Suspect string `json:"suspect,omitempty"` // the known mistake's name
	Form    string `json:"form,omitempty"`    // of Fisher and Yates' shuffle, for steps: such as backward
	Reason  string `json:"reason,omitempty"`  // what it is due to, where that is more than its kind says
	Index   int    `json:"index"`             // of the place, item, step or statistic; else 0
	Text    string `json:"text"`
	Size    *Size  `json:"size,omitempty"` // how large it is, if that is known

	// Log10E is the finding's part of the evidence, so it never exceeds the whole: the player had put a share of the
	// coin, the weight, on it. OwnLog10E is what a player would have who had put all on it. Both are as they were with
	// the alarm or when it was explained, and so are Text and Size, if the player has less now.
	Log10E    float64 `json:"log10_e"`
	OwnLog10E float64 `json:"own_log10_e"`

	spot spot
}

// A spot is a row of bets.
type spot struct {
	*fortune.Group
	row int
}

// A Size is how large what was found is, in the deals that were seen and in the long run. In at least 95 of 100 audits
// the range has the truth, at any time, and also if it is of the outcome that stands out most of many; but only if no
// deal depends on another. If they may, Low and High are 0.
type Size struct {
	Of    string  `json:"of"` // share of the deals, average of a number, or seeds, all as likely
	Seen  float64 `json:"seen"`
	Fair  float64 `json:"fair"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Deals float64 `json:"deals"` // in which it was seen
}

// A Kind is what a finding or a bet is on.
type Kind string

const (
	KindSuspect   Kind = "suspect"   // a known mistake
	KindGenerator Kind = "generator" // a known generator
	KindLearned   Kind = "learned"   // a pattern
	KindPlace     Kind = "place"     // the items of a place
	KindItem      Kind = "item"      // the places of an item, or how often it comes
	KindStep      Kind = "step"      // a choice of Fisher and Yates' shuffle
	KindOrders    Kind = "orders"    // whole orders
	KindStatistic Kind = "statistic" // a number that describes a deal
	KindRepeats   Kind = "repeats"   // deals that came before

	KindConstant  Kind = "constant"  // nearly all deals are the same
	KindAscending Kind = "ascending" // all deals are in ascending order
	KindTogether  Kind = "together"  // nothing is clear by itself
)

// From is what a finding or a bet looks at.
type From string

const (
	FromDeal   From = "deal"   // each deal
	FromChange From = "change" // how a deal differs from an earlier one
)

// Reasons of findings, where they are more than their kind says.
const (
	unmoved   = "unmoved"               // every deal has the order before the shuffle
	allSame   = "same"                  // every deal is the same
	fewOrders = "few orders"            // there are only a few different deals
	leftOut   = string(fortune.LeftOut) // a step never swaps
	uneven    = string(fortune.Uneven)  // deals repeat as often as they should, but some more than others
	classes   = string(fortune.Classes) // the ranks or suits of cards
)

// A Power is the number of deals that an audit needs to find a suspect.
type Power struct {
	Suspect string `json:"suspect"` // the known mistake's name
	Title   string `json:"title"`

	// Needed is the number of deals that find the suspect with a probability of 95%. It is 2⁶² at most, and 0 if none
	// is known to. Tried is then how many deals were simulated and did not find it, or 0.
	Needed int64 `json:"needed,omitempty"`
	Tried  int64 `json:"tried,omitempty"`
	Found  bool  `json:"found"` // as so many deals were observed
}

// A Bet is the bets of one kind, one a row, that share a weight equally.
type Bet struct {
	Kind    Kind    `json:"kind"`
	From    From    `json:"from"`
	Suspect string  `json:"suspect,omitempty"`
	Form    string  `json:"form,omitempty"`
	Text    string  `json:"text"` // what it bets on: its first row
	Rows    int     `json:"rows"`
	Weight  float64 `json:"weight"` // the part of the coin that is put on it

	// Log10E is its part of the evidence at the end, in a report: see [Finding]. It is −1,000 or more.
	Log10E float64 `json:"log10_e,omitempty"`

	// Effect is what its first row would have found by now with a probability of at least
	// 95%, if that is known; nil except from [Auditor.Conclude] where nothing was found.
	Effect *Effect `json:"effect,omitempty"`
}

// An Effect is a bias that would have been found: one outcome of a bet comes so many times
// as often as in a fair shuffle, whatever becomes of the others.
type Effect struct {
	What  string  `json:"what"`  // the bet is on, without too often or too seldom
	Of    string  `json:"of"`    // which outcome
	Fair  float64 `json:"fair"`  // its probability under a fair shuffle
	Times float64 `json:"times"` // from which on it would have been found
}

// String returns how often it comes: "1.32 times".
func (e *Effect) String() string {
	return strconv.FormatFloat(math.Ceil(100*e.Times)/100, 'f', 2, 64) + " times"
}
