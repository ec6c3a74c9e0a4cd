package audit

// coarseChoices is how many choices are told apart if there are too many for a table:
// of k choices, c counts as ⌊c·16/k⌋, or as itself if k is less.
const coarseChoices = 16

func coarseChoice(c, k int) int {
	if k <= coarseChoices {
		return c
	}
	return c * coarseChoices / k
}

// coarseLaw returns the law of a coarse choice among k.
func coarseLaw(k int) []float64 {
	law := make([]float64, min(k, coarseChoices))
	for x := range law {
		// The choices from ⌈x·k/16⌉ to before ⌈(x+1)·k/16⌉, or one.
		law[x] = float64(((x+1)*k+len(law)-1)/len(law)-(x*k+len(law)-1)/len(law)) / float64(k)
	}
	return law
}
