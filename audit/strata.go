package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// Strata observe all deals together, and those of each stratum alone.
//
// Half of the coin is bet on all deals together. The i-th stratum that comes gets the part
// 1/(2·i·(i+1)) of the coin, which adds up to the other half; until then it is kept. All
// parts are known before the deals, so the sum is a fortune whatever the strata have to do
// with each other. If a stratum's own part reaches 1/α, the stratum is biased: also among
// many strata, a fair one is called so with a probability of at most α in all.
type strata struct {
	parts   []part
	number  map[string]int
	recount int64 // deals after which the tallies are counted
}

// A part is a stratum, or all deals.
type part struct {
	*observer
	name  string
	share float64 // of the coin
}

// MostStrata is the most strata of an audit.
const MostStrata = 100

// rememberedInStratum is how many deals a stratum remembers to find repeats; all deals
// together remember more.
const rememberedInStratum = 1 << 14

// A StrataError reports a stratum that is one too many.
type StrataError struct{ Name string }

func (e *StrataError) Error() string {
	return fmt.Sprintf("audit: %s is stratum %d; there can be at most %d", label.Clean(e.Name, label.Longest),
		MostStrata+1, MostStrata)
}

// stratumShare is the part of the coin that a stratum gets, counted from 0.
func stratumShare(number int) float64 { return 0.5 / float64((number+1)*(number+2)) }

// An audited is all that is audited: all deals together, and the strata.
type audited struct {
	options Options
	whole   *observer // of all deals
	course  *course   // of the whole evidence: that of all deals, if there are no strata
	strata  *strata   // nil if there are none
}

// all returns all parts: first that of all deals, which has no name.
func (a *audited) all() []part {
	if a.strata == nil {
		return []part{{a.whole, "", 1}}
	}
	return append([]part{{a.whole, "", 0.5}}, a.strata.parts...)
}

// begin begins a stratum, and returns its number.
func (a *audited) begin(stratum string) int {
	number := len(a.strata.parts)
	o, share := a.options, stratumShare(number)
	o.Alpha *= share
	o.Remember = min(o.Remember, rememberedInStratum)
	a.strata.number[stratum] = number
	a.strata.parts = append(a.strata.parts, part{newObserver(a.whole.n, o), stratum, share})
	return number
}

// look records the evidence, and raises the alarm. All parts are brought up to this deal,
// as the fortune is what they have at one time. Bets on what is counted are left out
// between recounts, which is never too much.
func (a *audited) look() {
	deals := a.whole.deals()
	of := func(o *observer) float64 {
		o.book.Settle()
		return o.book.PromptLn()
	}
	if deals >= a.strata.recount {
		a.strata.recount = deals + a.whole.book.Recount()
		of = counted
	}
	a.course.add(deals, a.sum(a.all(), of), a.options.Alpha)
}

// counted returns the logarithm of all that an observer has.
func counted(o *observer) float64 { return o.book.Ln() }

func (a *audited) ln() float64 { return a.sum(a.all(), counted) }

// sum returns the logarithm of what some parts have, if their observers have the given fortunes, and of the part of the
// coin that is not bet.
func (a *audited) sum(parts []part, of func(o *observer) float64) float64 {
	kept := 1.0
	for _, p := range a.all() {
		kept -= p.share
	}
	ln := math.Log(kept)
	for _, p := range parts {
		ln = fortune.LogSum(ln, of(p.observer)+math.Log(p.share))
	}
	return ln
}

func (a *audited) alarm() bool { return a.course.alarm.Deals > 0 || a.whole.broken > 0 }

// explained reports whether a cause can be named where most of the evidence is.
func (a *audited) explained() bool {
	most, explained := math.Inf(-1), false
	for i, p := range a.all() {
		if ln := p.book.PromptLn() + math.Log(p.share); i == 0 || ln > most {
			most, explained = ln, p.explained(&p.course)
		}
	}
	return explained
}

// perStratum returns what a report says of each stratum.
func (a *audited) perStratum() (all []Stratum) {
	for _, p := range a.all()[1:] {
		of := newReporter(p.observer)
		own, share := of.ln/math.Ln10, math.Log10(p.share)
		all = append(all, Stratum{p.name, p.deals(), p.share, own + share, own, of.course.alarm.Deals})
	}
	return all
}

// bets returns the bets of all deals, and that on the strata alone.
func (a *audited) bets() []Bet {
	all := betsOf(a.whole.book)
	if a.strata == nil {
		return all
	}
	for i := range all {
		all[i].Weight /= 2
		all[i].Log10E = math.Max(all[i].Log10E+math.Log10(0.5), nothingLeft)
	}
	return append(all, Bet{
		Kind: KindStrata, From: FromDeal, Text: "one group alone is not fair: all these bets, on its deals",
		Rows: MostStrata, Weight: 0.5, Log10E: math.Max(a.sum(a.strata.parts, counted)/math.Ln10, nothingLeft),
	})
}

// within returns findings of a part as those of all.
func (p part) within(findings []Finding) []Finding {
	for i := range findings {
		f := &findings[i]
		f.Log10E += math.Log10(p.share)
		if p.share < 0.5 { // else they are of all deals
			f.Stratum = p.name
			f.Text = "in group " + label.Clean(f.Stratum, label.Longest) + ": " + f.Text
		}
	}
	return findings
}

// explain finds what is wrong, and where. Of strata, what is obvious counts where their own part reached the alarm.
func (a *audited) explain(r *Report) {
	var obvious, all []Finding
	most := math.Inf(-1)
	for _, p := range a.all() {
		of := newReporter(p.observer)
		causes, alike := of.causes()
		plain := p.within(of.obvious())
		if len(plain) > 0 && (p.share == 1 || plain[0].Log10E >= -math.Log10(a.options.Alpha)) {
			obvious = append(obvious, plain...)
		}
		if len(plain) == 0 || plain[0].Kind != KindConstant {
			all = append(all, p.within(of.candidates(causes))...)
		}
		if ln := of.ln + math.Log(p.share); ln > most {
			most, r.Causes, r.Alike = ln, names(causes), alike
		}
	}
	whole := newReporter(a.whole)
	if whole.monotone() {
		all = nil
	}
	slices.SortStableFunc(obvious, strongest)
	r.list(append(obvious, promised(all, a.options.Rate)...))
}

// suspicion returns what speaks most against a fair shuffle.
func (a *audited) suspicion() *Finding {
	var all []Finding
	for _, p := range a.all() {
		of := newReporter(p.observer)
		found := of.obvious()
		if len(found) == 0 {
			found = of.rows(nil, 0, func(*fortune.Group) bool { return true })
		}
		all = append(all, p.within(found)...)
	}
	if len(all) == 0 {
		return nil
	}
	most := slices.MinFunc(all, strongest)
	return &most
}
