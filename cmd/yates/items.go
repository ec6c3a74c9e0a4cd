package main

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

// An itemSet is what is shuffled: the items' names, in the order before the shuffle.
type itemSet struct {
	names  []string
	number map[string]int
	cards  bool // whose names may be written in several ways
	taught bool // by the deals
}

// newItems returns the items with the names, which are all different.
func newItems(names []string) *itemSet {
	it := &itemSet{names: names, number: make(map[string]int, len(names))}
	for i, name := range names {
		it.number[name] = i
	}
	return it
}

// integerItems returns the integers from lo to hi.
func integerItems(lo, hi uint64) *itemSet {
	names := make([]string, hi-lo+1)
	for i := range names {
		names[i] = strconv.FormatUint(lo+uint64(i), 10)
	}
	return newItems(names)
}

// deckItems returns the cards of a new deck.
func deckItems() *itemSet {
	var names []string
	for _, c := range cards.NewDeck(1, 0) {
		names = append(names, c.ASCII())
	}
	all := newItems(names)
	all.cards = true
	return all
}

// namedItems returns the items whose names are the lines of a file.
func namedItems(ctx context.Context, name string, stdin io.Reader) (*itemSet, error) {
	l, err := openLines(name, stdin, mostName)
	if err != nil {
		return nil, err
	}
	defer l.close()
	var names []string
	first := make(map[string]int64) // line of a name
	for {
		line, err := l.next(ctx)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		item := string(bytes.TrimSpace(line))
		if number, twice := first[item]; twice {
			return nil, fmt.Errorf("%s is %s, as line %d is, and equal items cannot be told apart", l.where(), printable(item), number)
		}
		first[item] = l.number
		names = append(names, item)
		if len(names) > mostItems {
			return nil, fmt.Errorf("%s is one more than the %s items that there can be", l.where(), label.Number(mostItems))
		}
	}
	if len(names) < 2 {
		return nil, fmt.Errorf("the file of --names has %s, but there must be at least 2 to shuffle", label.Plural(len(names), "name"))
	}
	return newItems(names), nil
}

// lines returns the items as a program gets them to shuffle.
func (it *itemSet) lines() []byte { return []byte(strings.Join(it.names, "\n") + "\n") }

// first returns the first items, in words.
func (it *itemSet) first() string { return label.Items(it.names, len(it.names)) }

// find returns the number of an item, and −1 if there is none of that name.
func (it *itemSet) find(name []byte) int {
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

// areAll says whether all names are of a kind.
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
