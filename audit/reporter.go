package audit

// A reporter says what is known of the deals of an auditor. It only reads: when bets are settled and tallies are
// counted does not matter.
type reporter struct {
	of     *Auditor
	course course // up to the last deal
	ln     float64
}

func newReporter(a *Auditor) reporter {
	ln := a.book.Ln()
	return reporter{a, a.course.with(a.deals(), ln, a.options.Alpha), ln}
}
