package audit

// An about says what a group bets on, in words.
type about struct {
	from    string // "deal" or "change"
	suspect string
	form    string
	plain   string   // with a %d for the row, counted from 1, if there are rows
	plains  []string // one for each row, instead
	rows    int
}
