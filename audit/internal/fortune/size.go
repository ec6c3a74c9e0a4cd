package fortune

// A Size is how large what was found is, and what it is in the long run: in 95 of 100 audits the range has the truth,
// whenever one looks, and also if it is of the outcome that stood out most; but only if no deal depends on another.
type Size struct {
	Of         string // share of the deals, average of a number of a deal, or seeds
	Seen, Fair float64
	Low, High  float64
	Deals      float64 // in which it was seen
}

// A Told is a size in words.
type Told struct {
	Size
	Text  string // says it, after what it is of
	Range string // says from where to where, after that
}
