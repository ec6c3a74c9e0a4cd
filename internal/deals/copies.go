package deals

import "fmt"

// Copies are items that cannot be told apart, such as the cards of several decks. A deal is
// audited as if they had numbers: each time, the copies of an item are numbered at random,
// independently of the deal. If all distinguishable orders come as often as they should,
// then so do the numbered ones, each with the same probability: so what is true of fair
// deals of distinct items is true of these.
type copies struct {
	of    [][]int // of each item that is the first of its kind, the numbers of all of them
	used  []int   // of each, how many the deal has
	first []int   // of the kind of each item
}

// newCopies returns the copies among the items; nil if there are none.
func newCopies(it *Items) *copies {
	if len(it.number) == len(it.Names) {
		return nil
	}
	c := &copies{of: make([][]int, len(it.Names)), used: make([]int, len(it.Names))}
	for x, name := range it.Names {
		first := it.number[name]
		c.first = append(c.first, first)
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

// Kinds returns, for each item, the number of the first that is equal to it; nil if no two
// are equal.
func (it *Items) Kinds() []int {
	if c := newCopies(it); c != nil {
		return c.first
	}
	return nil
}

// Shoe returns the cards of that many new decks.
func Shoe(n int) *Items {
	var names []string
	for range n {
		names = append(names, Deck().Names...)
	}
	all := NewItems(names)
	all.cards = true
	return all
}

// tooOften describes an item that comes more often than there are copies; "" if none does.
func (d *Reader) tooOften() string {
	if d.copies == nil {
		return ""
	}
	count := make(map[int]int)
	for i, w := range d.words {
		first := d.Items.find(w)
		if count[first]++; first >= 0 && count[first] > len(d.copies.of[first]) {
			return fmt.Sprintf("%s has %s %d times up to place %d, but there are only %d", d.where,
				printable(string(w)), count[first], i+1, len(d.copies.of[first]))
		}
	}
	return ""
}
