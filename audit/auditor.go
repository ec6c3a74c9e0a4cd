package audit

// Report returns what is known so far. It takes O(n²) time.
func (a *Auditor) Report() *Report {
	of := newReporter(a)
	r := &Report{
		Schema: Schema, Verdict: NothingFound, Game: a.game(), Deals: a.deals(), Alpha: a.options.Alpha,
		BrokenDeals: a.broken, Broken: a.firstBroken, Rate: a.options.Rate, Findings: []Finding{},
		Positions: a.book.Positions(), Bets: betsOf(a.book), BetsVersion: BetsVersion,
	}
	of.course.report(r, of.ln)
	a.repetition(r)
	switch {
	case a.broken > 0:
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

// Conclude is [Auditor.Report], but if there is no alarm, it says what would have been found: the report has the Power
// and the effects of bets, and if nothing was found, the verdict is TooFew unless all targets would have been. These
// are names of suspects, or by default naive and sattolo, and of single draws [Twice]. Where it is not known how many
// deals find one of these, as for more than 256 items, seed-8 takes their place. It panics if there is no such
// suspect.
//
// It takes a tenth of a second for 52 items, and up to some seconds for many deals of a part of them.
func (a *Auditor) Conclude(targets ...string) *Report {
	r := a.Report()
	if !r.Verdict.Alarm() {
		(&estimator{of: a}).conclude(r, targets)
	}
	return r
}

// Plan returns the plan of the audit with the targets, by default those of [Auditor.Conclude].
func (a *Auditor) Plan(targets ...string) *Plan {
	if len(targets) == 0 && a.k == 1 {
		targets = []string{Twice}
	} else if len(targets) == 0 {
		targets = commonMistakes()
	}
	o := a.options
	p := &Plan{
		Schema: Schema, BetsVersion: BetsVersion, Game: a.game(), Alpha: o.Alpha, Rate: o.Rate,
		Kinds: o.Kinds, Remember: o.Remember, Targets: targets, Bets: betsOf(a.book),
	}
	for i := range p.Bets {
		p.Bets[i].Log10E = 0
	}
	return p
}
