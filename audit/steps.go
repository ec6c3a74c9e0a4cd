package audit

import (
	"fmt"

	"github.com/yates-shuffle/yates/internal/label"
)

// stepTexts say of each form which step is not fair.
func (b *bank) stepTexts() [forms]func(row int) string {
	return [forms]func(row int) string{
		backward: func(row int) string {
			return fmt.Sprintf("when places are swapped from the last to the first, place %s is swapped with some places more than with others", label.Number(int64(b.n-row)))
		},
		forward: func(row int) string {
			return fmt.Sprintf("when places are swapped from the first to the last, place %s is swapped with some places more than with others", label.Number(int64(row+1)))
		},
		insideOut: func(row int) string {
			return "when items are put in one by one, " + b.item(b.n-1-row) + " is put at some places more than at others"
		},
		strikeOut: counting("place %d prefers some of the items left for it, by their order among these"),
	}
}

// ownChoices returns the choice with which a place is swapped with itself, or −1 if the table
// does not tell it apart, by the step; nil if the form has no swaps.
func ownChoices(f form, among []int, coarse bool) []int {
	if f != backward && f != forward {
		return nil
	}
	own := make([]int, len(among))
	for step, k := range among {
		switch {
		case coarse && k > coarseChoices:
			own[step] = -1
		case f == backward:
			own[step] = k - 1
		}
	}
	return own
}

// leastTold is how many deals it takes at least to tell what always happens.
const leastTold = 16

// stays reports whether a step never swapped its place with another.
func (t *table) stays(row int) bool {
	return t.own != nil && t.own[row] >= 0 && t.counted(row) >= leastTold && float64(t.count(row, t.own[row])) == t.counted(row)
}

const leftOut = ", as if that step were left out"

// unswapped says which places are never swapped, by the step.
func (b *bank) unswapped(f form) func(row int) string {
	return func(row int) string {
		place, first, last, order := b.n-row, 1, b.n-row-1, "the last to the first"
		if f == forward {
			place, first, last, order = row+1, row+2, b.n, "the first to the last"
		}
		rest := fmt.Sprintf("places %s to %s", label.Number(int64(first)), label.Number(int64(last)))
		if first == last {
			rest = "place " + label.Number(int64(first))
		}
		return fmt.Sprintf("place %s is never swapped with %s%s when places are swapped from %s",
			label.Number(int64(place)), rest, leftOut, order)
	}
}
