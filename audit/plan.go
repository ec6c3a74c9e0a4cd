package audit

import (
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
	Schema      int `json:"schema"`
	BetsVersion int `json:"bets_version"` // see the constant
	Game
	Alpha    float64  `json:"alpha"`
	Rate     float64  `json:"rate"`
	Kinds    []int    `json:"kinds,omitempty"` // of items that cannot be told apart
	Remember int      `json:"remember"`
	Targets  []string `json:"targets"`
	Bets     []Bet    `json:"bets"`
}

// A Bet is the bets of one kind, one a row, that share a weight equally.
type Bet struct {
	Kind    Kind    `json:"kind"`
	From    From    `json:"from"`
	Suspect string  `json:"suspect,omitempty"`
	Form    Form    `json:"form,omitempty"`
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

// commonMistakes are the suspects that an audit should be able to find before it says that nothing was found.
func commonMistakes() []string { return []string{"naive", "sattolo"} }

// Plan returns the plan of the audit with the targets, by default those of [Auditor.Conclude].
func (a *Auditor) Plan(targets ...string) *Plan {
	if len(targets) == 0 {
		targets = commonMistakes()
	}
	o := a.whole.options
	p := &Plan{
		Schema: Schema, BetsVersion: BetsVersion, Game: a.whole.game(), Alpha: o.Alpha, Rate: o.Rate, Kinds: o.Kinds, Remember: o.Remember, Targets: targets,
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

// nothingLeft stands for the logarithm of 0, which JSON does not have.
const nothingLeft = -1000

// betsOf lists all bets of a book.
func betsOf(b *bets.Book) []Bet {
	var all []Bet
	for _, g := range b.Groups {
		all = append(all, Bet{
			Kind: Kind(g.Kind), From: From(g.About.From), Suspect: g.About.Suspect, Form: Form(g.About.Form), Text: g.About.Words(0),
			Rows: g.Rows(), Weight: g.Weight, Log10E: math.Max((g.Mean()+math.Log(g.Weight))/math.Ln10, nothingLeft),
		})
	}
	return all
}
