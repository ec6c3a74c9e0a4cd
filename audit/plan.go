package audit

import (
	"encoding/json"
	"math"

	"github.com/yates-shuffle/yates/audit/internal/bets"
)

// Schema is the version of the JSON of reports and plans. It changes if a field's meaning
// does, or if a field is removed.
const Schema = 1

// BetsVersion is the number of the set of bets: what the auditor bets on, with which
// shares, and how it learns. It changes whenever the same deals can get other odds. The
// change log is in docs/audits.md.
const BetsVersion = 1

// A Plan is what an audit has fixed before it sees a deal. Publish its JSON, or a hash of
// it, before the audit: whoever has it and the deals can repeat the audit and see that no
// bet was chosen afterwards. It cannot show how often the audit was run, or that no deal was
// left out.
type Plan struct {
	Schema      int      `json:"schema"`
	BetsVersion int      `json:"bets_version"`      // see the constant
	Version     string   `json:"version,omitempty"` // of the program
	Source      string   `json:"source,omitempty"`  // of the deals, in words
	Deals       int64    `json:"deals,omitempty"`   // at most
	Time        string   `json:"time,omitempty"`    // at most
	GoOn        bool     `json:"go_on,omitempty"`   // to the limit, even when the answer is known
	Items       int      `json:"items"`
	Take        int      `json:"take"`
	Unordered   bool     `json:"unordered,omitempty"`
	Names       []string `json:"names,omitempty"`
	Alpha       float64  `json:"alpha"`
	Rate        float64  `json:"rate"`
	Kinds       []int    `json:"kinds,omitempty"` // of items that cannot be told apart
	Remember    int      `json:"remember"`
	Numbering   string   `json:"numbering,omitempty"` // the seed by which equal items are numbered, in hexadecimal
	First       int      `json:"first,omitempty"`     // of longer deals, only so many items count
	Column      int      `json:"column,omitempty"`    // of a row that names the stratum of the deal
	Targets     []string `json:"targets"`
	Bets        []Bet    `json:"bets"`
}

// A Bet is the bets of one kind, one a row, that share a weight equally.
type Bet struct {
	Kind    string  `json:"kind"`
	From    string  `json:"from"`
	Suspect string  `json:"suspect,omitempty"`
	Form    string  `json:"form,omitempty"`
	Text    string  `json:"text"` // what it bets on: its first row
	Rows    int     `json:"rows"`
	Weight  float64 `json:"weight"` // the part of the coin that is put on it

	// Log10E is its part of the evidence at the end, in a report: see [Finding]. It is
	// −1,000 or more.
	Log10E float64 `json:"log10_e,omitempty"`

	// Effect is what its first row would have found by now with a probability of at least
	// 95%, if that is known; nil except from [Auditor.Conclude] where nothing was found.
	Effect *Effect `json:"effect,omitempty"`
}

// A Record says what is needed to repeat an audit. The auditor does not know it: it is
// for the programs that write reports.
type Record struct {
	Version     string `json:"version"`
	Date        string `json:"date"`                 // of the end, as in RFC 3339
	Planned     bool   `json:"planned,omitempty"`    // the plan was written to a file before the first deal
	MostDeals   int64  `json:"most_deals,omitempty"` // the limit of deals, 0 if there is none
	MostTime    string `json:"most_time,omitempty"`  // the limit of time, such as "1m0s"
	PlanSHA256  string `json:"plan_sha256"`          // of the text of the plan
	DealsSHA256 string `json:"deals_sha256"`         // of the deals, one a line, a space between items
}

// commonMistakes are the suspects that an audit should be able to find before it says that nothing was found.
func commonMistakes() []string { return []string{"naive", "sattolo"} }

// Plan returns the plan of the audit with the targets, by default those of [Auditor.Conclude].
func (a *Auditor) Plan(targets ...string) *Plan {
	if len(targets) == 0 {
		targets = commonMistakes()
	}
	o := a.whole.options
	p := &Plan{
		Schema: Schema, BetsVersion: BetsVersion, Items: a.whole.n, Take: o.Take, Unordered: o.Unordered,
		Names: o.Names, Alpha: o.Alpha, Rate: o.Rate, Kinds: o.Kinds, Remember: o.Remember, Targets: targets,
		Bets: betsOf(a.whole.book),
	}
	if a.strata != nil {
		p.Alpha = a.strata.options.Alpha
		p.Bets = a.strata.bets(p.Bets)
	}
	for i := range p.Bets {
		p.Bets[i].Log10E = 0
	}
	return p
}

// Text returns the plan as JSON, in lines.
func (p *Plan) Text() []byte {
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		panic(err) // it has only texts and numbers
	}
	return append(text, '\n')
}

// nothingLeft stands for the logarithm of 0, which JSON does not have.
const nothingLeft = -1000

// betsOf lists all bets of a book.
func betsOf(b *bets.Book) []Bet {
	var all []Bet
	for _, g := range b.Groups {
		all = append(all, Bet{
			Kind: g.Kind, From: g.About.From, Suspect: g.About.Suspect, Form: g.About.Form, Text: g.About.Words(0),
			Rows: g.Rows(), Weight: g.Weight, Log10E: math.Max((g.Mean()+math.Log(g.Weight))/math.Ln10, nothingLeft),
		})
	}
	return all
}
