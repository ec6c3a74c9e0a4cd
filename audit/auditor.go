package audit

import "math"

// An Auditor observes deals and bets against the fairness of their shuffle. The same deals give the same
// evidence, however often one asks for reports, but for the last digits, which also depend on the kind of
// machine. An Auditor is not safe for concurrent use.
type Auditor struct {
	whole  *observer // of all deals
	strata *strata   // nil if there are none
}

// New returns an auditor of deals from a shuffle of n items, which are the numbers
// 0, …, n−1 in order before the shuffle; [NewItems] numbers other items.
//
// It panics if n is less than 2 or more than 2²⁴, if an option is outside its range, or
// if the number of names is not n. Up to 256 items it also knows the exact laws of the
// suspects; for more it only learns. It takes about 40 ms for 52 items, to tabulate
// laws, and O(n²) memory for up to 1,448 items, or O(n) for more.
func New(n int, o Options) *Auditor {
	o = o.checked(n)
	if !o.Strata {
		return &Auditor{whole: newObserver(n, o)}
	}
	s := newStrata(n, o)
	return &Auditor{s.whole, s}
}

// Observe audits a deal: element i is the number of the item at place i. It does not
// keep the slice. If an item is unknown, appears twice or is missing, Observe returns a
// [*BrokenError], the verdict is Broken from then on, and the deal is not counted.
//
// It takes O(n log n) time, for up to 256 items as long as n² steps, or about 20
// microseconds for a deck of 52; some deals take longer, as bets are settled for many
// deals at once: up to 64, or 8,192 of at most 6 items. It allocates only to remember
// deals. With Options.Strata, the deal is of the stratum "".
func (a *Auditor) Observe(deal []int) error {
	if a.strata != nil {
		return a.strata.observe("", deal)
	}
	return a.whole.observe(deal)
}

// ObserveIn is [Auditor.Observe] for a deal of the stratum with that name. It returns a
// [*StrataError], and does not count the deal, if there are too many strata. It panics
// without Options.Strata.
func (a *Auditor) ObserveIn(stratum string, deal []int) error {
	if a.strata == nil {
		panic("audit: ObserveIn without Options.Strata")
	}
	return a.strata.observe(stratum, deal)
}

// Done reports whether the answer is known: a deal was broken, or the evidence has ever reached 1/α, and there
// are enough deals since to name a cause, if one can be named: as many as before, but at most 256, and 32 in all.
// For a fair shuffle this happens with a probability of at most α, however many deals are observed.
func (a *Auditor) Done() bool {
	if a.strata != nil {
		return a.strata.alarm() && a.strata.explained()
	}
	return a.whole.alarm() && a.whole.explained()
}

// Now returns the evidence after the deals so far, which are counted without broken ones. It takes a tenth of a
// millisecond for 52 items, and as much for each stratum.
func (a *Auditor) Now() Point {
	ln := a.whole.book.Ln
	if a.strata != nil {
		ln = a.strata.ln
	}
	return Point{a.whole.deals(), ln() / math.Ln10}
}

// Report returns what is known so far. It takes O(n²) time. With strata, positions, repeats and broken deals are
// those of all deals, findings of one stratum have its name, and the causes are those of the part with the most
// evidence.
func (a *Auditor) Report() *Report {
	if a.strata != nil {
		return a.strata.report()
	}
	return newReporter(a.whole).report()
}

// Conclude is [Auditor.Report], but if nothing was found, it says what would have been:
// the report has the Power and the effects of bets, and the verdict is TooFew unless all targets would have
// been found. The targets are names of suspects, or by default naive and sattolo. Where it is not known how
// many deals find one of these, as for more than 256 items, or simulations of 1,000 deals do not show it,
// seed-8 takes their place. It panics if there is no such suspect. With strata, it is the power to find a mistake that
// all of them have.
//
// It takes a second for 52 items, and some seconds for deals of a part of them.
func (a *Auditor) Conclude(targets ...string) *Report {
	r := a.Report()
	if r.Verdict == NothingFound {
		estimator{a.whole}.conclude(r, targets)
	}
	return r
}

// Plan returns the plan of the audit with the targets, by default those of [Auditor.Conclude].
func (a *Auditor) Plan(targets ...string) *Plan {
	if len(targets) == 0 {
		targets = commonMistakes()
	}
	o := a.whole.options
	p := &Plan{
		Schema: Schema, BetsVersion: BetsVersion, Game: a.whole.game(), Alpha: o.Alpha, Rate: o.Rate,
		Kinds: o.Kinds, Remember: o.Remember, Targets: targets, Bets: betsOf(a.whole.book),
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
