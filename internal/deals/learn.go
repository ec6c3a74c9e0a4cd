package deals

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
)

// missed bounds the probability that learning misses an item, and that a look at fair deals doubts one.
const missed = 1e-6

// settled is how many deals with all items show that a source always deals all of them.
const settled = 5

// A lesson is what deals show of their items.
type lesson struct {
	deals, places int // so far, and of each deal
	items         []sighting
	numbers       map[string]int // of the items
	since         float64        // deals without a new item
	unsure        int            // items that are not sure
	most          int            // deals that have the same item
	ascending     bool           // all deals are
}

// A sighting is of a word that may be an item. It is sure once it came again, at another place if there
// are several: numbers of rows, headings and labels do not.
type sighting struct {
	name  string
	deals int // that have it
	place int // of the first
	sure  bool
}

// learn reads deals until all items have been seen. Suppose that a deal has k items and
// u have been seen: if the deals are fair, one more item would have stayed unseen in the
// last d deals with probability (1 − k/(u+1))^d. learn stops when that is less than
// missed, all items are sure, and no item is in all deals unless all are.
//
// The order of the items does not depend on the order in the deals, so the deals that
// they were learned from can be audited as well.
func (d *Reader) learn(ctx context.Context) error {
	l := lesson{numbers: make(map[string]int), ascending: true}
	for !l.enough() {
		err := d.read(ctx)
		if err == io.EOF && l.whole() && l.deals > 1 {
			break
		}
		if err == io.EOF && l.deals > 0 {
			return cmp.Or(l.doubt(), d.Unknown())
		}
		if err != nil {
			return err
		}
		last := d.kept()
		d.learned = append(d.learned, last)
		if err := d.misfit(last); err != nil {
			if l.whole() && l.deals >= settled {
				break // the deal is broken, as Next will find
			}
			return err
		}
		if l.add(last); len(l.items) > MostItems {
			return fault(TooMany, "there are more than %s items, such as %s", label.Number(MostItems),
				printable(string(last.words[0])))
		}
		if l.deals&(l.deals-1) == 0 { // few looks, so that a fair source is seldom doubted
			if err := l.doubt(); err != nil {
				return err
			}
		}
	}
	if err := l.doubt(); err != nil {
		return err
	}
	var names []string
	for _, s := range l.items {
		names = append(names, s.name)
	}
	sortItems(names)
	if len(names) < 2 {
		return fmt.Errorf("there is nothing to shuffle: all deals have only the item %s", printable(names[0]))
	}
	d.Items = NewItems(names)
	d.Items.taught = true
	return nil
}

// misfit returns an error if no items can be learned from a deal.
func (d *Reader) misfit(l row) error {
	first := d.learned[0]
	i := slices.IndexFunc(l.words, open)
	switch {
	case len(l.words) == 0:
		return fmt.Errorf("%s has no items", l.where)
	case i >= 0:
		return bracket(l.where, l.words[i])
	case twice(l) != nil:
		return twice(l)
	case len(l.words) != len(first.words):
		return fault(Lengths, "%s has %s, but %s has %d", l.where, label.Plural(len(l.words), "item"), first.where,
			len(first.words))
	}
	return nil
}

// open reports whether brackets in a word are not closed in it, as if it had been cut out of a list.
func open(word []byte) bool {
	count := func(b byte) int { return bytes.Count(word, []byte{b}) }
	return count('(') != count(')') || count('[') != count(']') || count('{') != count('}')
}

func bracket(where string, word []byte) error {
	return fault(Bracket, "%s has %s: only the brackets of JSON arrays can be around items", where,
		printable(string(word)))
}

// twice returns an error if an item of a deal comes again in it.
func twice(l row) error {
	places := make(map[string]int)
	for i, w := range l.words {
		if j, again := places[string(w)]; again {
			kind := Twice
			if areAll(l.words, kinds[1]) {
				kind = Decks
			}
			return fault(kind, "%s has %s twice, at places %d and %d; equal items cannot be told apart",
				l.where, printable(string(w)), j+1, i+1)
		}
		places[string(w)] = i
	}
	return nil
}

// Twice returns an error if the last deal has an item twice.
func (d *Reader) Twice() error {
	if d.copies != nil {
		return nil
	}
	return twice(d.row)
}

// add notes the items of a deal.
func (l *lesson) add(last row) {
	l.deals++
	l.since++
	l.places = len(last.words)
	l.ascending = l.ascending && slices.IsSortedFunc(last.words, func(a, b []byte) int {
		return natural(string(a), string(b))
	})
	for i, w := range last.words {
		x, known := l.numbers[string(w)]
		if !known {
			x = len(l.items)
			l.numbers[string(w)] = x
			l.items = append(l.items, sighting{name: string(w), place: i})
			l.since = 0
			l.unsure++
		}
		s := &l.items[x]
		s.deals++
		l.most = max(l.most, s.deals)
		if !s.sure && s.deals > 1 && (i != s.place || l.places == 1) {
			s.sure = true
			l.unsure--
		}
	}
}

// whole reports whether all deals had the same items.
func (l *lesson) whole() bool { return len(l.items) == l.places }

// placed reports whether all items are sure, or nothing is moved, or only the least and the greatest item of sorted
// sets have a place.
func (l *lesson) placed() bool {
	return l.unsure == 0 || l.whole() && l.unsure == l.places ||
		l.ascending && l.places > 1 && l.unsure <= 2
}

// enough reports whether the items are known.
func (l *lesson) enough() bool {
	unseen := l.since * math.Log1p(-float64(l.places)/float64(len(l.items)+1))
	return l.deals > 0 && unseen < math.Log(missed) && l.placed() && (l.whole() || l.most < l.deals)
}

// doubt returns an error if some words are hardly items: a fair source would put one of its items always at
// the same place, or into so few or so many deals, with probability missed at most.
func (l *lesson) doubt() error {
	n, k, deals := float64(len(l.items)), float64(l.places), float64(l.deals)
	for _, s := range l.items {
		if !s.sure && !l.placed() && math.Log(n)-float64(s.deals-1)*math.Log(k) < math.Log(missed) {
			return fault(Label, "%s is at place %d in each of the first %s that have it: it looks like a label, "+
				"not an item", printable(s.name), s.place+1, label.Plural(s.deals, "deal"))
		}
	}
	byDeals := func(a, b sighting) int { return cmp.Compare(a.deals, b.deals) }
	least, most := slices.MinFunc(l.items, byDeals), slices.MaxFunc(l.items, byDeals)
	for _, s := range []sighting{least, most} {
		if math.Log(n)-deals*divergence(float64(s.deals)/deals, k/n) < math.Log(missed) { // Chernoff's bound
			return fault(Share, "%s is in %d of the first %s, but %s in %d: they look like different things",
				printable(least.name), least.deals, label.Plural(l.deals, "deal"), printable(most.name), most.deals)
		}
	}
	return nil
}

// divergence returns Kullback and Leibler's, in nats, of a coin with the probability q from one with p.
func divergence(q, p float64) float64 {
	part := func(q, p float64) float64 {
		if q == 0 {
			return 0
		}
		return q * math.Log(q/p)
	}
	return part(q, p) + part(1-q, 1-p)
}

// Unknown returns the error of too few deals to learn the items. It returns nil if
// there were none, or enough.
func (d *Reader) Unknown() error {
	if d.Items != nil || len(d.learned) == 0 {
		return nil
	}
	return fault(TooFew, "there are too few deals to learn the items, such as %s",
		printable(string(d.learned[0].words[0])))
}
