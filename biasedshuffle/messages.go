package biasedshuffle

import (
	"fmt"
	"slices"
	"strings"
)

// describe returns the category and the message of what is biased, or nothing where the
// name of the function doesn't claim enough.
func (f finding) describe(s *scope) (category, message string) {
	l, o := f.law, f.outcome
	claims := s.named()
	// Where 2 or 3 does not divide the paths, nor does it those of any number of rounds.
	never := o.equal && o.paths%6 != 0
	switch {
	case f.fault == panicking && o.failed.IsInt():
		return "lost", "this always panics: " + string(o.panics)
	case f.fault == panicking && (o.partial || o.cut.Sign() > 0):
		return "lost", "this may panic: " + string(o.panics)
	case f.fault == panicking:
		return "lost", fmt.Sprintf("this panics: for 3 items with probability %s: %s", o.failed.RatString(), o.panics)
	case f.fault == emptied:
		return "lost", "what is returned is empty: the slice that is shuffled has been cut down to nothing"
	case f.fault == idle && o.copied:
		return "lost", "a copy is shuffled and dropped: the items themselves stay in their places"
	case f.fault == idle:
		return "lost", "the swap changes nothing: each item stays in its place"
	case f.fault == skewed:
		return "off-by-one", "a sample that is not fair: " + l.sample.String()
	case o.mapped && f.fault != lossy:
		if !claims {
			return "", ""
		}
		return "map", "the order in which a range goes over a map is not fair" + l.numbers()
	case !o.randomIndex && f.fault != lossy && !claims:
		return "", "" // such as a coin for each pair of neighbours
	case f.fault == lossy && !o.arithmetic:
		return "lost", "items are lost, and others are there twice" + l.losses("the chance of that")
	case f.fault == lossy:
		return "xor", "a swap by XOR or sums clears an item that is swapped with itself" +
			l.losses("the chance that at least one is lost")
	case o.onlyPairs():
		if !claims {
			return "", ""
		}
		switch {
		case l.silent && never:
			return "random-swaps", "swaps of two random items each are no shuffle: however many, they cannot make " +
				"all orders equally likely"
		case l.silent:
			return "random-swaps", "swaps of two random items each are no shuffle"
		}
		return "random-swaps", fmt.Sprintf("swaps of two random items each are no shuffle, however many: for %d "+
			"items and %s %s",
			l.all, count(o.swaps, "swap"), strings.TrimPrefix(l.String(), fmt.Sprintf("for %d items ", l.all)))
	case f.fault == stuck:
		end, items := "first", l.items()
		if l.still[0] > 0 {
			end = "last"
		}
		if which := slices.Index(items, l.kept[0]); which != l.still[0] {
			return "off-by-one", fmt.Sprintf("off by one: the %s place always gets the same item, number %d%s", end,
				which+1, l.numbers())
		}
		if end == "first" && !o.trivial {
			return "", "" // the items after it are shuffled as they should be
		}
		return "off-by-one", fmt.Sprintf("off by one: the %s item never moves%s", end, l.numbers())
	case l.cut.Sign() == 0 && l.cycles():
		if s.means(meansCycle) {
			return "", ""
		}
		if l.rounds {
			return "cycle", "each round makes a single cycle (Sattolo), no shuffle"
		}
		return "cycle", "this makes a single cycle (Sattolo), no shuffle" + l.numbers() +
			", and no item stays in its place"
	case o.permuted && o.first == nil:
		return "reuse", "swaps by a permutation, one after the other, are not that permutation" + l.numbers()
	case o.draws < o.swaps && !o.arithmetic:
		if !claims && o.draws == 1 {
			return "", ""
		}
		return "reuse", "one random number serves several swaps" + l.numbers()
	case o.first == nil: // drawn before the loop
		if !claims {
			return "", ""
		}
		return "reuse", fmt.Sprintf("%s random choices are too few%s", numeral(o.draws), l.numbers())
	case o.equal && o.draws >= l.all && len(l.rows) == int(falling(l.all, l.all)):
		message = "a naive shuffle"
		switch {
		case never && l.rounds:
			message += ": no number of rounds makes all orders equally likely"
		case !l.silent && o.paths%falling(l.all, l.all) != 0:
			message += fmt.Sprintf(": %d equally likely paths cannot fall evenly on %d orders", o.paths,
				falling(l.all, l.all))
		}
		return "naive", message + l.numbers()
	}
	return "off-by-one", "not every item gets its fair choice of places" + l.numbers()
}
