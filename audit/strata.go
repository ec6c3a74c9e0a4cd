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
	options Options
	whole   *observer
	parts   []*part
	number  map[string]int

	recount int64 // deals after which the tallies are counted
	course  course
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

func newStrata(n int, o Options) *strata {
	s := &strata{options: o, number: make(map[string]int)}
	o.Alpha /= 2 // so that the alarm is where its half of the coin is 1/α
	s.whole = newObserver(n, o)
	return s
}

// stratumShare is the part of the coin that a stratum gets, counted from 0.
func stratumShare(number int) float64 { return 0.5 / float64((number+1)*(number+2)) }

// all returns all parts: first that of all deals, which has no name.
func (s *strata) all() []*part {
	return append([]*part{{s.whole, "", 0.5}}, s.parts...)
}

// kept returns the part of the coin that is not bet.
func (s *strata) kept() float64 {
	kept := 0.5
	for _, p := range s.parts {
		kept -= p.share
	}
	return kept
}

func (s *strata) observe(stratum string, deal []int) error {
	number, known := s.number[stratum]
	if !known && len(s.parts) == MostStrata {
		return &StrataError{stratum}
	}
	if err := s.whole.observe(deal); err != nil {
		return err
	}
	if !known {
		number = len(s.parts)
		o, share := s.options, stratumShare(number)
		o.Alpha *= share
		o.Remember = min(o.Remember, rememberedInStratum)
		s.number[stratum] = number
		s.parts = append(s.parts, &part{newObserver(s.whole.n, o), stratum, share})
	}
	s.parts[number].observe(deal) // which is not broken
	if deals := s.whole.deals(); deals <= 1<<10 || deals&15 == 0 {
		s.look()
	}
	return nil
}

// look records the evidence, and raises the alarm. All parts are brought up to this deal,
// as the fortune is what they have at one time. Bets on what is counted are left out
// between recounts, which is never too much.
func (s *strata) look() {
	deals := s.whole.deals()
	of := func(o *observer) float64 {
		o.book.Settle()
		return o.book.PromptLn()
	}
	if deals >= s.recount {
		s.recount = deals + 128 + deals/8
		of = func(o *observer) float64 { return o.book.Ln() }
	}
	s.course.add(deals, s.sum(of), s.options.Alpha)
}

// sum returns the logarithm of the fortune, where the observers have the given ones.
func (s *strata) sum(of func(o *observer) float64) float64 {
	ln := math.Log(s.kept())
	for _, p := range s.all() {
		ln = fortune.LogSum(ln, of(p.observer)+math.Log(p.share))
	}
	return ln
}

func (s *strata) ln() float64 { return s.sum(func(o *observer) float64 { return o.book.Ln() }) }

func (s *strata) alarm() bool { return s.course.alarm.Deals > 0 || s.whole.broken > 0 }

// explained reports whether a cause can be named where most of the evidence is.
func (s *strata) explained() bool {
	most, explained := math.Inf(-1), false
	for _, p := range s.all() {
		if ln := p.book.PromptLn() + math.Log(p.share); ln > most {
			most, explained = ln, p.explained()
		}
	}
	return explained
}

func (s *strata) report() *Report {
	r, ln := newReporter(s.whole).report(), s.ln()
	course := s.course.with(r.Deals, ln, s.options.Alpha)
	r.Alpha, r.Odds = s.options.Alpha, course.odds(ln)
	r.Diagnosis = Diagnosis{Rate: s.options.Rate, Findings: []Finding{}}
	if r.Verdict != Broken {
		r.Verdict = NothingFound
		if r.AlarmAt > 0 {
			r.Verdict = Biased
		}
	}
	r.Bets = s.bets(r.Bets)
	for _, p := range s.parts {
		a := newReporter(p.observer)
		own, share := a.ln/math.Ln10, math.Log10(p.share)
		r.Strata = append(r.Strata, Stratum{p.name, p.deals(), p.share, own + share, own, a.course.alarm.Deals})
	}
	switch {
	case r.Verdict == Biased:
		s.explain(r)
	case r.Verdict == NothingFound && r.Log10E >= suspicious:
		r.Suspicion = s.suspicion()
	}
	r.Remedy = r.remedy()
	return r
}

// bets returns the bets of all deals with their share, and that on the strata alone.
func (s *strata) bets(all []Bet) []Bet {
	for i := range all {
		all[i].Weight /= 2
		all[i].Log10E = math.Max(all[i].Log10E+math.Log10(0.5), nothingLeft)
	}
	ln := math.Log(s.kept())
	for _, p := range s.parts {
		ln = fortune.LogSum(ln, p.book.Ln()+math.Log(p.share))
	}
	return append(all, Bet{
		Kind: KindStrata, From: FromDeal, Text: "one group alone is not fair: all these bets, on its deals",
		Rows: MostStrata, Weight: 0.5, Log10E: math.Max(ln/math.Ln10, nothingLeft),
	})
}

// within returns findings of a part as those of all.
func (p *part) within(findings []Finding) []Finding {
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

// explain finds what is wrong, and where.
func (s *strata) explain(r *Report) {
	var obvious, all []Finding
	most := math.Inf(-1)
	for _, p := range s.all() {
		a := newReporter(p.observer)
		causes, alike := a.causes()
		plain := p.within(a.obvious())
		if len(plain) > 0 && plain[0].Log10E >= -math.Log10(s.options.Alpha) {
			obvious = append(obvious, plain...)
		}
		if len(plain) == 0 || plain[0].Kind != KindConstant {
			all = append(all, p.within(a.candidates(causes))...)
		}
		if ln := a.ln + math.Log(p.share); ln > most {
			most, r.Causes, r.Alike = ln, names(causes), alike
		}
	}
	whole := newReporter(s.whole)
	if whole.monotone() {
		all = nil
	}
	slices.SortStableFunc(obvious, strongest)
	r.list(append(obvious, promised(all, s.options.Rate)...), whole.together)
}

// suspicion returns what speaks most against a fair shuffle.
func (s *strata) suspicion() *Finding {
	var all []Finding
	for _, p := range s.all() {
		if f := newReporter(p.observer).suspicion(); f != nil {
			all = append(all, p.within([]Finding{*f})...)
		}
	}
	return clearest(all)
}
