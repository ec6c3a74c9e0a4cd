package audit

import "github.com/yates-shuffle/yates/audit/internal/fortune"

// A Verdict is the outcome of an audit.
type Verdict string

const (
	NothingFound Verdict = "nothing found" // the deals look fair so far
	Biased       Verdict = "biased"        // the evidence has reached 1/α
	Broken       Verdict = "broken"        // a deal had lost, doubled or unknown items

	// TooFew is the verdict of [Auditor.Conclude] if nothing was found, but would not
	// have been if the shuffle had a common mistake.
	TooFew Verdict = "too few deals"
)

// Alarm reports whether the verdict is Biased or Broken.
func (v Verdict) Alarm() bool { return v == Biased || v == Broken }

// A Report is what an auditor knows. The names in its JSON are stable; adding a field
// does not change the version. Places, steps and items count from 0 in fields, and from
// 1 in texts.
type Report struct {
	Verdict   Verdict `json:"verdict"`
	Items     int     `json:"items"`
	Take      int     `json:"take"`                // items a deal
	Unordered bool    `json:"unordered,omitempty"` // only which items a deal has counts
	Deals     int64   `json:"deals"`
	Alpha     float64 `json:"alpha"`

	// Log10E is the evidence, as the decimal logarithm of E: 6 means odds of a million
	// to one. Best is the greatest it has ever been, which decides the verdict.
	Log10E     float64 `json:"log10_e"`
	BestLog10E float64 `json:"best_log10_e"`
	AlarmAt    int64   `json:"alarm_at,omitempty"` // the deal with which E reached 1/α

	BrokenDeals int64        `json:"broken_deals"`
	Broken      *BrokenError `json:"broken,omitempty"` // the first

	// Causes are what explains the deals best, the likeliest first: known mistakes,
	// [Generators], or [FewSeeds]. One alone is at least 1,000 times as likely as any
	// other and as what any learner thinks; if there are more, they cannot be told apart
	// yet; if there is none, no known mistake fits. Alike is a known mistake that is far
	// more like the deals than the others, but did not make them. Remedy says how to mend
	// the shuffle.
	Causes []string `json:"causes,omitempty"`
	Alike  string   `json:"alike,omitempty"`
	Remedy string   `json:"remedy,omitempty"`

	// Findings are what is wrong, strongest first: at most 32 of Found, and none
	// with odds below 1,000 to 1.
	// Of those found, the expected share that is wrong about the shuffle's unfairness is
	// at most Rate. This does not cover what caused it.
	Findings []Finding `json:"findings"`
	Found    int       `json:"found"`
	Rate     float64   `json:"rate"`

	// Suspicion is what speaks most against a fair shuffle if the odds are at least
	// 1,000 to 1, but no alarm. It is no finding: more deals must show it.
	Suspicion *Finding `json:"suspicion,omitempty"`

	// Repeated is the number of deals that repeat an earlier one; FirstRepeat is the
	// first of them, counted from 1. Remembered is the number of distinct deals, the
	// first ones, that are remembered to find repeats.
	Repeated    int64 `json:"repeated"`
	FirstRepeat int64 `json:"first_repeat,omitempty"`
	Remembered  int   `json:"remembered"`

	// Repeats are the first 8 of whole deals, of their first places, and of
	// their last places: in this order, each by the number of the deal.
	Repeats []Repeat `json:"repeats,omitempty"`

	// Positions counts how often the item came to the place, [item][place]; nil for
	// more than 2²¹ pairs.
	Positions [][]int64 `json:"positions,omitempty"`

	// Evidence is E over the deals, as about a hundred points.
	Evidence []Point `json:"evidence"`

	Names []string `json:"names,omitempty"` // of the items; see [Options]

	Bets        []Bet   `json:"bets,omitempty"`         // all of them
	BetsVersion int     `json:"bets_version,omitempty"` // see the constant
	Record      *Record `json:"record,omitempty"`       // set by programs

	// Strata are what was found in each stratum, in the order in which they came; nil
	// except from [Strata.Report].
	Strata []Stratum `json:"strata,omitempty"`

	// Power is which mistakes would have been found, and Targets are those that the
	// verdict depends on; both are nil except from [Auditor.Conclude].
	Power   []Power  `json:"power,omitempty"`
	Targets []string `json:"targets,omitempty"`
}

// mostFindings is the number of findings that a report lists at most; its text has the
// first twelve.
const (
	mostFindings = 32
	mostPrinted  = 12
)

// A Finding is one thing that is wrong.
type Finding struct {
	// Kind is "suspect", "generator", "learned", "place", "item", "step", "orders",
	// "statistic", "repeats", "constant" (nearly all deals are the same), "ascending", or
	// "together" (nothing is clear by itself).
	Kind string `json:"kind"`

	// From is "deal", or "change" for findings in how a deal differs from the one
	// before.
	From string `json:"from"`

	Stratum string `json:"stratum,omitempty"` // where it is wrong; "" for all deals together
	Suspect string `json:"suspect,omitempty"` // the known mistake's name
	Form    string `json:"form,omitempty"`    // of Fisher and Yates' shuffle, for steps
	Reason  Reason `json:"reason,omitempty"`  // what it is due to, where that is more than its kind says
	Index   int    `json:"index"`             // of the place, item, step or statistic; else 0
	Text    string `json:"text"`

	// Log10E is the finding's part of the evidence, so it never exceeds the whole: the
	// player had put a share of the coin, the weight, on it. OwnLog10E is what a player
	// would have who had put all on it.
	Log10E    float64 `json:"log10_e"`
	OwnLog10E float64 `json:"own_log10_e"`
}

// A Reason is what a finding is due to, where that is more than its kind says.
type Reason string

const (
	Unmoved   Reason = "unmoved"    // every deal has the order before the shuffle
	Same      Reason = "same"       // every deal is the same
	FewOrders Reason = "few orders" // there are only a few different deals
	LeftOut          = Reason(fortune.LeftOut)
	Uneven           = Reason(fortune.Uneven)
	Classes          = Reason(fortune.Classes)
)

// A Stratum is what a report says of the deals of a stratum.
type Stratum struct {
	Name  string  `json:"name"`
	Deals int64   `json:"deals"`
	Share float64 `json:"share"` // of the coin

	// Log10E is the stratum's part of the evidence. OwnLog10E is the evidence of a player
	// who bet on nothing else.
	Log10E    float64 `json:"log10_e"`
	OwnLog10E float64 `json:"own_log10_e"`
	AlarmAt   int64   `json:"alarm_at,omitempty"` // the stratum's deal with which its part reached 1/α
}
