package undo

// CoarseChoices is how many choices are told apart if there are too many for a table:
// of k choices, c counts as ⌊c·32/k⌋, or as itself if k is less.
const CoarseChoices = 32

// Coarse returns what the choice c among k counts as.
func Coarse(c, k int) int {
	if k <= CoarseChoices {
		return c
	}
	return int(uint32(c) * CoarseChoices / uint32(k)) // which takes less time than with 64 bits
}

// CoarseLaw returns the law of a coarse choice among k.
func CoarseLaw(k int) []float64 {
	law := make([]float64, min(k, CoarseChoices))
	for x := range law {
		// The choices from ⌈x·k/32⌉ to before ⌈(x+1)·k/32⌉, or one.
		law[x] = float64(((x+1)*k+len(law)-1)/len(law)-(x*k+len(law)-1)/len(law)) / float64(k)
	}
	return law
}
