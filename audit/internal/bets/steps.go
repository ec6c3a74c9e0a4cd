package bets

import (
	"fmt"

	"github.com/yates-shuffle/yates/audit/internal/fortune"
	"github.com/yates-shuffle/yates/audit/internal/undo"
	"github.com/yates-shuffle/yates/internal/label"
)

// swaps is in which order the forms that swap places do.
var swaps = [...]string{undo.Backward: "the last to the first", undo.Forward: "the first to the last"}

// stepTexts say of each form which step is not fair.
func stepTexts(n int, item func(number int) string) [undo.Forms]func(row int) string {
	swapped := func(f undo.Form, place int) string {
		return fmt.Sprintf("when places are swapped from %s, place %s is swapped with some places more than with "+
			"others", swaps[f], label.Number(int64(place)))
	}
	return [undo.Forms]func(row int) string{
		undo.Backward: func(row int) string { return swapped(undo.Backward, n-row) },
		undo.Forward:  func(row int) string { return swapped(undo.Forward, row+1) },
		undo.InsideOut: func(row int) string {
			return "when items are put in one by one, " + item(n-1-row) + " is put at some places more than at others"
		},
		undo.StrikeOut: fortune.Counting("place %d does not get all items that are left as often"),
	}
}

// chosen says which choice of a step comes.
func chosen(f undo.Form) func(row, x int) string {
	return func(row, x int) string {
		switch f {
		case undo.Forward:
			x += row
		case undo.StrikeOut:
			return fmt.Sprintf("number %d of them, in their old order, comes", x+1)
		case undo.InsideOut:
			return fmt.Sprintf("at place %d", x+1)
		}
		return fmt.Sprintf("with place %d", x+1)
	}
}

// ownChoices returns the choice with which a place is swapped with itself, or −1 if the table
// does not tell it apart, by the step; nil if the form has no swaps.
func ownChoices(f undo.Form, among []int, coarse bool) []int {
	if f != undo.Backward && f != undo.Forward {
		return nil
	}
	own := make([]int, len(among))
	for step, k := range among {
		switch {
		case coarse && k > undo.CoarseChoices:
			own[step] = -1
		case f == undo.Backward:
			own[step] = k - 1
		}
	}
	return own
}

// unswapped says which places are never swapped, by the step.
func unswapped(n int, f undo.Form) func(row int) string {
	return func(row int) string {
		place, first, last := n-row, 1, n-row-1
		if f == undo.Forward {
			place, first, last = row+1, row+2, n
		}
		rest := fmt.Sprintf("places %s to %s", label.Number(int64(first)), label.Number(int64(last)))
		if first == last {
			rest = "place " + label.Number(int64(first))
		}
		return fmt.Sprintf("place %s is never swapped with %s, as if that step were left out, when places are "+
			"swapped from %s", label.Number(int64(place)), rest, swaps[f])
	}
}
