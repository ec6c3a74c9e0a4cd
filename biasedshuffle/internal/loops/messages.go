package loops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/machine"
)

// describe returns the category and the message of what is biased, or nothing where the
// name of the function doesn't claim enough.
func (f Finding) describe(s unit) (category, message string) {
	l, o := f.Law, f.outcome
	claims := s.Named()
	switch {
	case f.Fault == panicking && o.Failed.IsInt():
		return "lost", "this always panics: " + string(o.Panics)
	case f.Fault == panicking:
		return "lost", fmt.Sprintf("this panics: for 3 items with probability %s: %s", o.Failed.RatString(), o.Panics)
	case f.Fault == emptied:
		return "lost", "what is returned is empty: the slice that is shuffled has been cut down to nothing"
	case f.Fault == idle && o.Marks.Has(machine.Copied):
		return "lost", "a copy is shuffled and dropped: the items themselves stay in their places"
	case f.Fault == idle:
		return "lost", "the swap changes nothing: each item stays in its place"
	case f.Fault == skewed:
		return "off-by-one", "a sample that is not fair: " + l.Sample.Of(f.items)
	case f.Fault == repeated && l.Silent:
		return "lost", "an item can be drawn twice: it is not the one drawn that is taken out"
	case f.Fault == repeated:
		return "lost", fmt.Sprintf("an item can be drawn twice, as it is not the one drawn that is taken out: "+
			"with %d of %d items the chance of that is %s", l.All, f.items, l.Twice.RatString())
	case o.Marks.Has(machine.Mapped) && f.Fault != lossy:
		if !claims {
			return "", ""
		}
		return "map", "the order in which a range goes over a map is not fair" + l.Numbers()
	case !o.Marks.Has(machine.AtRandom) && f.Fault != lossy && !claims:
		return "", "" // such as a coin for each pair of neighbours
	case f.Fault == lossy && !o.Marks.Has(machine.Arithmetic):
		return "lost", "items are lost, and others are there twice" + l.Losses("the chance of that")
	case f.Fault == lossy:
		return "xor", "a swap by XOR or sums clears an item that is swapped with itself" +
			l.Losses("the chance that at least one is lost")
	case o.OnlyPairs():
		if !claims {
			return "", ""
		}
		if l.Silent {
			return "random-swaps", "swaps of two random items each are no shuffle: however many, they cannot make " +
				"all orders equally likely"
		}
		return "random-swaps", fmt.Sprintf("swaps of two random items each are no shuffle, however many: for %d "+
			"items and %s %s",
			l.All, code.Count(o.Swaps, "swap"), strings.TrimPrefix(l.String(), fmt.Sprintf("for %d items ", l.All)))
	case f.Fault == stuck:
		end, items := "first", l.Items()
		if l.Still[0] > 0 {
			end = "last"
		}
		if which := slices.Index(items, l.Kept[0]); which != l.Still[0] {
			return "off-by-one", fmt.Sprintf("off by one: the %s place always gets the same item, number %d%s", end,
				which+1, l.Numbers())
		}
		if end == "first" && !o.Marks.Has(machine.Trivial) {
			return "", "" // the items after it are shuffled as they should be
		}
		return "off-by-one", fmt.Sprintf("off by one: the %s item never moves%s", end, l.Numbers())
	case l.Cut.Sign() == 0 && l.Cycles():
		if s.Means(code.MeansCycle) {
			return "", ""
		}
		return "cycle", "this makes a single cycle (Sattolo), no shuffle" + l.Numbers() +
			", and no item stays in its place"
	case o.Marks.Has(machine.Permuted) && o.First == nil:
		return "reuse", "swaps by a permutation, one after the other, are not that permutation" + l.Numbers()
	case o.Draws < o.Swaps && !o.Marks.Has(machine.Arithmetic):
		if !claims && o.Draws == 1 {
			return "", ""
		}
		return "reuse", "one random number serves several swaps" + l.Numbers()
	case o.Equal && o.Draws >= l.All && len(l.Rows) == int(code.Falling(l.All, l.All)):
		message = "a naive shuffle"
		if all := code.Falling(l.All, l.All); !l.Silent && o.Paths%all != 0 {
			message += fmt.Sprintf(": %d equally likely paths cannot fall evenly on %d orders", o.Paths, all)
		}
		return "naive", message + l.Numbers()
	}
	return "off-by-one", "not every item gets its fair choice of places" + l.Numbers()
}
