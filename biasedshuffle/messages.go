package biasedshuffle

import (
	"fmt"
	"slices"
	"strings"
)

// describe returns the category and the message of what is biased, or nothing where the
// name of the function doesn't claim enough.
func (f finding) describe(s unit) (category, message string) {
	l, o := f.law, f.outcome
	claims := s.named()
	switch {
	case f.fault == panicking && o.failed.IsInt():
		return "lost", "this always panics: " + string(o.panics)
	case f.fault == panicking && (o.partial || o.cut.Sign() > 0):
		return "lost", "this may panic: " + string(o.panics)
	case f.fault == panicking:
		return "lost", fmt.Sprintf("this panics: for 3 items with probability %s: %s", o.failed.RatString(), o.panics)
	case f.fault == emptied:
		return "lost", "what is returned is empty: the slice that is shuffled has been cut down to nothing"
	case f.fault == idle && o.marks.has(copied):
		return "lost", "a copy is shuffled and dropped: the items themselves stay in their places"
	case f.fault == idle:
		return "lost", "the swap changes nothing: each item stays in its place"
	case f.fault == skewed:
		return "off-by-one", "a sample that is not fair: " + l.sample.of(f.items)
	case o.marks.has(mapped) && f.fault != lossy:
		if !claims {
			return "", ""
		}
		return "map", "the order in which a range goes over a map is not fair" + l.numbers()
	case !o.marks.has(atRandom) && f.fault != lossy && !claims:
		return "", "" // such as a coin for each pair of neighbours
	case f.fault == lossy && !o.marks.has(arithmetic):
		return "lost", "items are lost, and others are there twice" + l.losses("the chance of that")
	case f.fault == lossy:
		return "xor", "a swap by XOR or sums clears an item that is swapped with itself" +
			l.losses("the chance that at least one is lost")
	case o.onlyPairs():
		if !claims {
			return "", ""
		}
		if l.silent {
			return "random-swaps", "swaps of two random items each are no shuffle: however many, they cannot make " +
				"all orders equally likely"
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
		if end == "first" && !o.marks.has(trivial) {
			return "", "" // the items after it are shuffled as they should be
		}
		return "off-by-one", fmt.Sprintf("off by one: the %s item never moves%s", end, l.numbers())
	case l.cut.Sign() == 0 && l.cycles():
		if s.means(meansCycle) {
			return "", ""
		}
		return "cycle", "this makes a single cycle (Sattolo), no shuffle" + l.numbers() +
			", and no item stays in its place"
	case o.marks.has(permuted) && o.first == nil:
		return "reuse", "swaps by a permutation, one after the other, are not that permutation" + l.numbers()
	case o.draws < o.swaps && !o.marks.has(arithmetic):
		if !claims && o.draws == 1 {
			return "", ""
		}
		return "reuse", "one random number serves several swaps" + l.numbers()
	case o.equal && o.draws >= l.all && len(l.rows) == int(falling(l.all, l.all)):
		message = "a naive shuffle"
		if all := falling(l.all, l.all); !l.silent && o.paths%all != 0 {
			message += fmt.Sprintf(": %d equally likely paths cannot fall evenly on %d orders", o.paths, all)
		}
		return "naive", message + l.numbers()
	}
	return "off-by-one", "not every item gets its fair choice of places" + l.numbers()
}
