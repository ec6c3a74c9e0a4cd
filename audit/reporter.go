package audit

// A reporter says what is known of the deals of an observer. It only reads: when bets are settled and tallies are
// counted does not matter.
type reporter struct {
	of     *observer
	course course // up to the last deal
	ln     float64
}

func newReporter(o *observer) reporter {
	ln := o.book.Ln()
	return reporter{o, o.course.with(o.deals(), ln, o.options.Alpha), ln}
}
