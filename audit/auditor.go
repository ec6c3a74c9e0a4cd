package audit

import "math"

// An Auditor observes deals and bets against the fairness of their shuffle. The same deals give the same
// evidence, however often one asks for reports, but for the last digits, which also depend on the kind of
// machine. An Auditor is not safe for concurrent use.
type Auditor struct {
	options Options
	whole   *observer
}

// New returns an auditor of deals from a shuffle of n items, which are the numbers
// 0, …, n−1 in order before the shuffle.
//
// It panics if n is less than 2 or more than 2²⁴, if an option is outside its range, or
// if the number of names is not n. Up to 256 items it also knows the exact laws of the
// suspects; for more it only learns. It takes about 40 ms for 52 items, to tabulate
// laws, and O(n²) memory for up to 1,448 items, or O(n) for more.
func New(n int, o Options) *Auditor {
	o = o.checked(n)
	return &Auditor{o, newObserver(n, o)}
}

// Observe audits a deal: element i is the number of the item at place i. It does not
// keep the slice. If an item is unknown, appears twice or is missing, Observe returns a
// [*BrokenError], the verdict is Broken from then on, and the deal is not counted.
//
// It takes O(n log n) time, for up to 256 items as long as n² steps, or about 20
// microseconds for a deck of 52; some deals take longer, as bets are settled for many
// deals at once: for 8,192 of at most 6 items, and for more with each eighth of the deals so far.
// It allocates to remember deals, and a little when bets are settled.
func (a *Auditor) Observe(deal []int) error { return a.whole.observe(deal) }

// Done reports whether the answer is known: a deal was broken, or the evidence has ever reached 1/α, and there
// are enough deals to name a cause, if one can be named: 32, and odds of 10²⁴, with three repeats if deals repeat, or
// 1,024 deals after the alarm.
// For a fair shuffle this happens with a probability of at most α, however many deals are observed.
func (a *Auditor) Done() bool { return a.whole.alarm() && a.whole.explained(&a.whole.course) }

// Now returns the evidence after the deals so far, which are counted without broken ones. It takes some tenths of a
// millisecond for 52 items.
func (a *Auditor) Now() Point { return Point{a.whole.deals(), a.whole.book.Ln() / math.Ln10} }

// Report returns what is known so far. It takes O(n²) time.
func (a *Auditor) Report() *Report {
	o, of := a.whole, newReporter(a.whole)
	r := &Report{
		Verdict: NothingFound, Game: o.game(), Deals: o.deals(), Alpha: a.options.Alpha, Odds: of.course.odds(of.ln),
		Losses: Losses{o.broken, o.example}, Diagnosis: Diagnosis{Rate: a.options.Rate, Findings: []Finding{}},
		Repetition: o.repetition(), Positions: o.book.Positions(), Bets: betsOf(o.book), BetsVersion: BetsVersion,
	}
	switch {
	case o.broken > 0:
		r.Verdict = Broken
	case r.AlarmAt > 0:
		r.Verdict = Biased
		of.explain(r)
	case r.Log10E >= suspicious:
		r.Verdict, r.Suspicion = Suspicious, of.suspicion()
	}
	r.Remedy = r.remedy()
	return r
}

// Conclude is [Auditor.Report], but if there is no alarm, it says what would have been found:
// the report has the Power and the effects of bets, and if nothing was found, the verdict is TooFew unless all targets
// would have been found. The targets are names of suspects, or by default naive and sattolo, and of single draws
// [Twice]. Where it is not known how many deals find one of these, as for more than 256 items, or simulations of 1,000
// deals do not show it, seed-8 takes their place. It panics if there is no such suspect.
//
// It takes a tenth of a second for 52 items, and up to some seconds for many deals of a part of them.
func (a *Auditor) Conclude(targets ...string) *Report {
	r := a.Report()
	if !r.Verdict.Alarm() {
		(&estimator{of: a.whole}).conclude(r, targets)
	}
	return r
}

// Plan returns the plan of the audit with the targets, by default those of [Auditor.Conclude].
func (a *Auditor) Plan(targets ...string) *Plan {
	if len(targets) == 0 && a.whole.k == 1 {
		targets = []string{Twice}
	} else if len(targets) == 0 {
		targets = commonMistakes()
	}
	o := a.options
	p := &Plan{
		Schema: Schema, BetsVersion: BetsVersion, Game: a.whole.game(), Alpha: o.Alpha, Rate: o.Rate,
		Kinds: o.Kinds, Remember: o.Remember, Targets: targets, Bets: betsOf(a.whole.book),
	}
	for i := range p.Bets {
		p.Bets[i].Log10E = 0
	}
	return p
}
