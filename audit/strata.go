package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Strata audits deals of several origins, such as the tables of a casino or the seats of a
// table: all deals together, in their order, and those of each stratum alone. So a bias that
// is everywhere is found as early as by an [Auditor], nearly, and one that is at one table
// is found there, and named.
//
// The stratum of a deal must be known before its items are, or at least must not depend on
// them: then each deal is as likely as any other under a fair shuffle, whatever came before
// and in whichever stratum.
//
// Half of the coin is bet on all deals together. The i-th stratum that comes gets the part
// 1/(2·i·(i+1)) of the coin, which adds up to the other half; until then it is kept. All
// parts are known before the deals, so the sum is a fortune whatever the strata have to do
// with each other. If a stratum's own part reaches 1/α, the stratum is biased: also among
// many strata, a fair one is called so with a probability of at most α in all.
//
// A Strata is not safe for concurrent use. It takes the time of two auditors, and the memory
// of one for each stratum, each of which remembers few deals.
type Strata struct {
	n       int
	options Options
	whole   *Auditor
	number  map[string]int
	names   []string
	parts   []*Auditor

	deals, recount int64
	course         course
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

// NewStrata returns an auditor of deals in strata. It panics as [New] does.
func NewStrata(n int, o Options) *Strata {
	if o.Alpha == 0 {
		o.Alpha = usualAlpha
	}
	s := &Strata{n: n, options: o, number: make(map[string]int)}
	o.Alpha /= 2 // so that the alarm is where its half of the coin is 1/α
	s.whole = New(n, o)
	s.options.Rate = s.whole.options.Rate
	return s
}

// stratumShare is the part of the coin that a stratum gets, counted from 0.
func stratumShare(number int) float64 { return 0.5 / float64((number+1)*(number+2)) }

// shareOf is the share of an auditor: of the stratum with that number, or of all deals (−1).
func shareOf(number int) float64 {
	if number < 0 {
		return 0.5
	}
	return stratumShare(number)
}

// Observe audits a deal of the stratum with that name, as [Auditor.Observe] does. It returns
// a [*StrataError], and does not count the deal, if there are too many strata.
func (s *Strata) Observe(stratum string, deal []int) error {
	number, known := s.number[stratum]
	if !known && len(s.parts) == MostStrata {
		return &StrataError{stratum}
	}
	if err := s.whole.Observe(deal); err != nil {
		return err
	}
	if !known {
		o := s.options
		o.Alpha *= stratumShare(len(s.parts))
		o.Remember = min(cmp.Or(o.Remember, rememberedInStratum), rememberedInStratum)
		number = len(s.parts)
		s.number[stratum] = number
		s.names, s.parts = append(s.names, stratum), append(s.parts, New(s.n, o))
	}
	s.parts[number].Observe(deal) // which is not broken
	s.deals++
	if s.deals <= 1<<10 || s.deals&15 == 0 {
		s.look(s.deals >= s.recount)
	}
	return nil
}

// look records the evidence, and raises the alarm. All parts are brought up to this deal,
// as the fortune is what they have at one time. Bets on what is counted are left out
// between recounts, which is never too much.
func (s *Strata) look(recount bool) {
	ln := s.sum(func(a *Auditor) float64 {
		a.book.Settle()
		if recount {
			return a.LogE()
		}
		return a.book.PromptLn()
	})
	if recount {
		s.recount = s.deals + 128 + s.deals/8
	}
	s.course.add(s.deals, ln, s.options.Alpha)
}

// sum returns the logarithm of the fortune, where the auditors have the given ones.
func (s *Strata) sum(of func(a *Auditor) float64) float64 {
	ln := of(s.whole) + math.Log(0.5)
	kept := 0.5
	for i, a := range s.parts {
		ln = fortune.LogSum(ln, of(a)+math.Log(stratumShare(i)))
		kept -= stratumShare(i)
	}
	return fortune.LogSum(ln, math.Log(kept))
}

// Alarm is [Auditor.Alarm].
func (s *Strata) Alarm() bool { return s.course.alarm.Deals > 0 || s.whole.broken > 0 }

// Explained is [Auditor.Explained] where most of the evidence is.
func (s *Strata) Explained() bool {
	most, explained := math.Inf(-1), false
	s.auditors(func(number int, a *Auditor) {
		if ln := a.book.PromptLn() + math.Log(shareOf(number)); ln > most {
			most, explained = ln, a.Explained()
		}
	})
	return explained
}

// Deals is [Auditor.Deals].
func (s *Strata) Deals() int64 { return s.deals }

// LogE is [Auditor.LogE]. It takes as much time for each stratum.
func (s *Strata) LogE() float64 { return s.sum((*Auditor).LogE) }

// Report is [Auditor.Report]. Positions, repeats and broken deals are those of all deals.
// Findings of one stratum have its name, and the causes are those of the part with the
// most evidence.
func (s *Strata) Report() *Report {
	r := s.whole.Report()
	s.look(true)
	r.Alpha, r.Log10E, r.BestLog10E, r.AlarmAt, r.Evidence = s.options.Alpha, s.LogE()/math.Ln10,
		s.course.best/math.Ln10, s.course.alarm.Deals, s.course.all()
	r.Findings, r.Found, r.Causes, r.Alike, r.Suspicion = []Finding{}, 0, nil, "", nil
	if r.Verdict != Broken {
		r.Verdict = NothingFound
		if r.AlarmAt > 0 {
			r.Verdict = Biased
		}
	}
	half := math.Log10(0.5)
	for i := range r.Bets {
		r.Bets[i].Weight /= 2
		r.Bets[i].Log10E = math.Max(r.Bets[i].Log10E+half, nothingLeft)
	}
	alone := s.bet()
	for i, a := range s.parts {
		a.look() // for its alarm
		own, share := a.LogE()/math.Ln10, stratumShare(i)
		alone.Log10E = fortune.LogSum(alone.Log10E*math.Ln10, (own+math.Log10(share))*math.Ln10) / math.Ln10
		r.Strata = append(r.Strata, Stratum{s.names[i], a.deals, share, own + math.Log10(share), own,
			a.course.alarm.Deals})
	}
	alone.Log10E = math.Max(alone.Log10E, nothingLeft)
	r.Bets = append(r.Bets, alone)
	switch {
	case r.Verdict == Biased:
		s.explain(r)
	case r.Verdict == NothingFound && r.Log10E >= suspicious:
		r.Suspicion = s.suspicion()
	}
	r.Remedy = r.remedy()
	return r
}

// bet is the bet on the strata alone.
func (s *Strata) bet() Bet {
	kept := 0.5
	for i := range s.parts {
		kept -= stratumShare(i)
	}
	return Bet{
		Kind: "strata", From: "deal", Text: "one group alone is not fair: all these bets, on its deals",
		Rows: MostStrata, Weight: 0.5, Log10E: math.Log10(kept),
	}
}

// within returns findings of a part as those of all; number is −1 for all deals together.
func (s *Strata) within(number int, findings []Finding) []Finding {
	for i := range findings {
		f := &findings[i]
		f.Log10E += math.Log10(shareOf(number))
		if number < 0 {
			continue
		}
		f.Stratum = s.names[number]
		f.Text = "in group " + label.Clean(f.Stratum, label.Longest) + ": " + f.Text
	}
	return findings
}

// auditors calls f with each auditor and its number, −1 for that of all deals.
func (s *Strata) auditors(f func(number int, a *Auditor)) {
	f(-1, s.whole)
	for i, a := range s.parts {
		f(i, a)
	}
}

// explain finds what is wrong, and where.
func (s *Strata) explain(r *Report) {
	var obvious, all []Finding
	most := math.Inf(-1)
	s.auditors(func(number int, a *Auditor) {
		causes, alike := a.causes()
		plain := s.within(number, a.obvious())
		if len(plain) > 0 && plain[0].Log10E >= -math.Log10(s.options.Alpha) {
			obvious = append(obvious, plain...)
		}
		if len(plain) == 0 || plain[0].Kind != "constant" {
			all = append(all, s.within(number, a.candidates(causes))...)
		}
		if ln := a.LogE() + math.Log(shareOf(number)); ln > most {
			most, r.Causes, r.Alike = ln, names(causes), alike
		}
	})
	if s.whole.monotone() {
		all = nil
	}
	slices.SortStableFunc(obvious, func(f, g Finding) int { return cmp.Compare(g.Log10E, f.Log10E) })
	r.list(append(obvious, promised(all, s.options.Rate)...), s.whole.together)
}

// suspicion returns what speaks most against a fair shuffle.
func (s *Strata) suspicion() *Finding {
	var all []Finding
	s.auditors(func(number int, a *Auditor) {
		if f := a.suspicion(); f != nil {
			all = append(all, s.within(number, []Finding{*f})...)
		}
	})
	if len(all) == 0 {
		return nil
	}
	most := slices.MaxFunc(all, func(f, g Finding) int { return cmp.Compare(f.Log10E, g.Log10E) })
	return &most
}

// Conclude is [Auditor.Conclude]. The power is that to find a mistake that all strata have.
func (s *Strata) Conclude(targets ...string) *Report {
	return s.whole.conclude(s.Report(), targets)
}

// Plan is [Auditor.Plan].
func (s *Strata) Plan(targets ...string) *Plan {
	p := s.whole.Plan(targets...)
	p.Alpha = s.options.Alpha
	for i := range p.Bets {
		p.Bets[i].Weight /= 2
	}
	alone := s.bet()
	alone.Log10E = 0
	p.Bets = append(p.Bets, alone)
	return p
}
