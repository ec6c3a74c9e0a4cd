package deals

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/label"
)

// Limits.
const (
	MostItems   = 100_000
	MostName    = 64 << 10 // bytes of a name in a file
	mostUnknown = 16 << 20 // bytes of a deal whose items are not known
)

// Items are the items to shuffle, in the order before the shuffle.
type Items struct {
	Names  []string
	Kinds  []int          // the number of the first that is equal to each; nil if no two are
	number map[string]int // of the first with the name
	cards  bool           // whose names have several spellings
	taught bool           // those of the first deal
}

// NewItems returns the items with the names. Equal ones are copies of an item, which cannot be told apart.
func NewItems(names []string) *Items {
	it := &Items{Names: names, number: make(map[string]int, len(names))}
	for i, name := range slices.Backward(names) {
		it.number[name] = i // the first in the end
	}
	for _, name := range names {
		if len(it.number) < len(names) {
			it.Kinds = append(it.Kinds, it.number[name])
		}
	}
	return it
}

// Integers returns the integers from lo to hi.
func Integers(lo, hi uint64) *Items {
	names := make([]string, hi-lo+1)
	for i := range names {
		names[i] = strconv.FormatUint(lo+uint64(i), 10)
	}
	return NewItems(names)
}

// Shoe returns the cards of that many new decks.
func Shoe(decks int) *Items {
	var names []string
	for _, c := range cards.NewDeck(decks, 0) {
		names = append(names, c.ASCII())
	}
	all := NewItems(names)
	all.cards = true
	return all
}

// ReadItems returns the items whose names are lines; equal lines are copies.
func ReadItems(ctx context.Context, l *Lines) (*Items, error) {
	var names []string
	add := func(name, _ string) { names = append(names, name) }
	switch err := l.Names(ctx, MostItems, label.Plural(MostItems, "item"), add); {
	case err != nil:
		return nil, err
	case len(names) < 2:
		return nil, fmt.Errorf("the list has %s, but a shuffle needs at least 2", label.Plural(len(names), "name"))
	}
	return NewItems(names), nil
}

// MostBytes returns the length limit of a deal of the items, which are nil if unknown.
func (it *Items) MostBytes() int {
	if it == nil {
		return mostUnknown
	}
	return 4*len(it.Lines()) + 1<<16
}

// Lines returns the items as the input of a program, one a line.
func (it *Items) Lines() []byte { return []byte(strings.Join(it.Names, "\n") + "\n") }

// First returns the first items, in words.
func (it *Items) First() string { return label.Items(it.Names, len(it.Names)) }

// find returns the number of the item with the name, or −1.
func (it *Items) find(name []byte) int {
	if n, ok := it.number[string(name)]; ok {
		return n
	}
	if it.cards {
		if c, err := cards.ParseCard(string(name)); err == nil {
			if n, ok := it.number[c.ASCII()]; ok {
				return n
			}
		}
	}
	return -1
}

// sortItems puts items that are all numbers or all cards into their order, and others into that of their bytes.
func sortItems(names []string) {
	slices.Sort(names)
	card := func(name string) (int, error) { c, err := cards.ParseCard(name); return int(c), err }
	for _, rank := range []func(name string) (int, error){strconv.Atoi, card} {
		if !slices.ContainsFunc(names, func(name string) bool { _, err := rank(name); return err != nil }) {
			slices.SortStableFunc(names, func(a, b string) int {
				x, _ := rank(a)
				y, _ := rank(b)
				return cmp.Compare(x, y)
			})
			return
		}
	}
}
