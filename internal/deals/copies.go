package deals

// Copies are items that cannot be told apart, such as the cards of several decks. A deal is
// audited as if they had numbers: each time, the copies of an item are numbered at random,
// independently of the deal. If all distinguishable orders come as often as they should,
// then so do the numbered ones, each with the same probability: so what is true of fair
// deals of distinct items is true of these.
type copies struct {
	of   [][]int // of each item that is the first of its kind, the numbers of all of them
	used []int   // of each, how many the deal has
}

// newCopies returns the copies among the items; nil if there are none.
func newCopies(it *Items) *copies {
	if it.Kinds == nil {
		return nil
	}
	c := &copies{of: make([][]int, len(it.Kinds)), used: make([]int, len(it.Kinds))}
	for x, first := range it.Kinds {
		c.of[first] = append(c.of[first], x)
	}
	return c
}

// begin begins the next deal.
func (c *copies) begin() { clear(c.used) }

// next returns which copy of the item, the first of its kind, comes next. It takes those
// that are left at random; if none is left, it returns one that the deal has.
func (c *copies) next(first int, random func(n int) int) int {
	all, used := c.of[first], c.used[first]
	if used == len(all) {
		return all[0]
	}
	i := used + random(len(all)-used)
	all[used], all[i] = all[i], all[used]
	c.used[first]++
	return all[used]
}
