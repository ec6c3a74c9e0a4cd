package fortune

// A Size is how large what was found is, and what it is in the long run: in 95 of 100 audits the range has the truth,
// whenever one looks, and also if it is of the outcome that stood out most; but only if no deal depends on another.
type Size struct {
	Of         Measure
	Seen, Fair float64
	Low, High  float64
	Deals      float64 // in which it was seen
	Text       string  // says it, after what it is of
	Range      string  // says from where to where, after that
}

// A Measure is what a size is of.
type Measure string

const (
	Share   Measure = "share"   // of the deals in which it happens
	Average Measure = "average" // of a number of a deal
	Seeds   Measure = "seeds"   // how many there are
)
