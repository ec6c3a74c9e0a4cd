package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/internal/bets"
)

// Schema is the version of the JSON of reports and plans. It changes if a field's meaning does, or if a field is
// removed. BetsVersion is the number of the set of bets. It changes whenever the same deals can get other odds: the
// change log is in docs/audits.md.
const (
	Schema      = 1
	BetsVersion = 1
)

// commonMistakes are the suspects that an audit should be able to find before it says that nothing was found.
func commonMistakes() []string { return []string{"naive", "sattolo"} }

// nothingLeft stands for the logarithm of 0, which JSON does not have.
const nothingLeft = -1000

// betsOf lists all bets of a book.
func betsOf(b *bets.Book) []Bet {
	var all []Bet
	for _, g := range b.Groups {
		all = append(all, Bet{
			Kind: Kind(g.Kind), From: From(g.About.From), Suspect: g.About.Suspect, Form: g.About.Form,
			Text: g.About.Words(0), Rows: g.Rows(), Weight: g.Weight,
			Log10E: math.Max((g.Mean()+math.Log(g.Weight))/math.Ln10, nothingLeft),
		})
	}
	return all
}

// A Plan is what an audit has fixed before it sees a deal. Publish its JSON, or a hash of it, before the audit: whoever
// has it and the deals can repeat the audit and see that no bet was chosen afterwards. It cannot show how often the
// audit was run, or that no deal was left out.
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
