package bets

import (
	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
)

// A wordLaw bets on the law of the choices of a form, as a [choiceLaw] does: on biases
// so weak that they take many deals.
type wordLaw struct {
	*fortune.Group
	form           undo.Form
	steps          *table
	logs           []float64 // of k·P(c); −MaxFloat64 for that of 0, as 0·ln 0 is not a number
	mean, variance float64   // of what a deal adds if the suspect deals
}

func (w *wordLaw) count() {
	sum, logs := 0.0, w.logs[:len(w.steps.cells)]
	for cell, count := range w.steps.cells {
		sum += float64(count) * logs[cell]
	}
	w.Wagers[0] = fortune.Begin
	w.Wagers[0].Add(sum)
}
