package deals

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/label"
)

// The most that there can be.
const (
	MostItems   = 100_000
	MostName    = 64 << 10 // bytes of a name in a file
	mostUnknown = 16 << 20 // bytes of a deal whose items are not known
)

// Items are what is shuffled: the items' names, in the order before the shuffle.
type Items struct {
	Names  []string
	number map[string]int
	cards  bool // whose names may be written in several ways
	taught bool // by the deals
}

// NewItems returns the items with the names, which are all different.
func NewItems(names []string) *Items {
	it := &Items{Names: names, number: make(map[string]int, len(names))}
	for i, name := range names {
		it.number[name] = i
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

// Deck returns the cards of a new deck.
func Deck() *Items {
	var names []string
	for _, c := range cards.NewDeck(1, 0) {
		names = append(names, c.ASCII())
	}
	all := NewItems(names)
	all.cards = true
	return all
}

// ReadItems returns the items whose names are lines.
func ReadItems(ctx context.Context, l *Lines) (*Items, error) {
	var names []string
	first := make(map[string]int64) // line of a name
	for {
		line, err := l.Next(ctx)
		if err == io.EOF {
			return NewItems(names), nil
		}
		if err != nil {
			return nil, err
		}
		item := string(bytes.TrimSpace(line))
		if number, twice := first[item]; twice {
			return nil, fmt.Errorf("%s is %s, as line %d is, and equal items cannot be told apart", l.Where(), printable(item), number)
		}
		first[item] = l.number
		names = append(names, item)
		if len(names) > MostItems {
			return nil, fmt.Errorf("%s is one more than the %s items that there can be", l.Where(), label.Number(MostItems))
		}
	}
}

// MostBytes returns how long a deal of the items may be; they are nil if they are not
// known.
func (it *Items) MostBytes() int {
	if it == nil {
		return mostUnknown
	}
	return 4*len(it.Lines()) + 1<<16
}

// Lines returns the items as a program gets them to shuffle.
func (it *Items) Lines() []byte { return []byte(strings.Join(it.Names, "\n") + "\n") }

// First returns the first items, in words.
func (it *Items) First() string { return label.Items(it.Names, len(it.Names)) }

// find returns the number of an item, and −1 if there is none of that name.
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

// A kind of items has an order of its own, and names without spaces. It returns the
// place of a name in this order, and an error if it is of another kind.
type kind func(name string) (int, error)

var kinds = []kind{
	strconv.Atoi,
	func(name string) (int, error) { c, err := cards.ParseCard(name); return int(c), err },
}

// areAll reports whether all names are of a kind.
func areAll[T string | []byte](names []T, k kind) bool {
	return !slices.ContainsFunc(names, func(name T) bool {
		_, err := k(string(name))
		return err != nil
	})
}

// sortItems sorts integers by size, cards as in a new deck, and all else by bytes.
func sortItems(names []string) {
	slices.Sort(names)
	for _, k := range kinds {
		if areAll(names, k) {
			rank := func(name string) int { r, _ := k(name); return r }
			slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
			return
		}
	}
}
