package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cards"
	"github.com/yates-shuffle/yates/internal/label"
)

// A source gives the deals of an audit, one after the other, as text.
type source interface {
	// next returns the text of the next deal, which is good until the next call.
	// After the last one it returns io.EOF. It ends with ctx, with its cause.
	next(ctx context.Context) ([]byte, error)
	// where says, for messages, where the last deal was.
	where() string
	// close ends all that runs for the source.
	close()
}

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
func (it *itemSet) first() string {
	const few = 3
	var names []string
	for i := range min(few, len(it.names)) {
		names = append(names, label.Item(it.names, i))
	}
	if len(it.names) > few {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

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

// words returns the names in the text of a deal of the items, nil if they are not
// known yet. A name is what stands between white space and commas, or a string or
// number of an array in JSON. Names that have spaces in them stand on lines of their
// own: where all lines are items, and where there are several and nothing tells what
// the items are but the deals themselves, unless these are numbers or cards.
func words(dst [][]byte, text []byte, it *itemSet) ([][]byte, error) {
	text = bytes.TrimSpace(text)
	lines := linesOf(dst, text)
	several := len(lines) > len(dst)+1
	switch {
	case it != nil && !slices.ContainsFunc(lines[len(dst):], func(line []byte) bool { return it.find(line) < 0 }):
		return lines, nil
	case len(text) > 0 && text[0] == '[':
		all, err := jsonWords(dst, text)
		if err == nil || it == nil || !it.cards {
			return all, err
		}
	}
	all := plainWords(dst, text, it)
	if several && (it == nil || it.taught) && !slices.ContainsFunc(kinds, func(k kind) bool { return areAll(all[len(dst):], k) }) {
		return linesOf(dst, text), nil
	}
	return all, nil
}

// plainWords returns what stands between white space and commas. Cards may be in
// brackets, and need nothing between them.
func plainWords(dst [][]byte, text []byte, it *itemSet) [][]byte {
	cards := it != nil && it.cards
	start := 0
	for i := range len(text) + 1 {
		if i < len(text) && !separates(text[i]) && !(cards && (text[i] == '[' || text[i] == ']')) {
			continue
		}
		switch {
		case i == start:
		case cards:
			dst = it.cut(dst, text[start:i])
		default:
			dst = append(dst, text[start:i])
		}
		start = i + 1
	}
	return dst
}

// separates says whether a byte stands between words.
func separates(b byte) bool {
	switch b {
	case ' ', ',', '\t', '\n', '\r', '\v', '\f':
		return true
	}
	return false
}

// cut returns the names of the cards that a word is made of, as AhTd is; or the word,
// if it is something else. No name of a card begins with another's.
func (it *itemSet) cut(dst [][]byte, word []byte) [][]byte {
	const longest = len("10\u2660\ufe0e") // name
	all := dst
	for rest := word; len(rest) > 0; {
		end := min(len(rest), longest)
		for end > 0 && it.find(rest[:end]) < 0 {
			end--
		}
		if end == 0 {
			return append(dst, word)
		}
		all, rest = append(all, rest[:end]), rest[end:]
	}
	return all
}

// linesOf returns the lines of a text that are not blank, without the white space
// around them.
func linesOf(dst [][]byte, text []byte) [][]byte {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			dst = append(dst, line)
		}
	}
	return dst
}

func jsonWords(dst [][]byte, text []byte) ([][]byte, error) {
	var values []json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fmt.Errorf("it is no array in JSON: %w", err)
	}
	for i, v := range values {
		switch {
		case v[0] == '"':
			var s string
			if err := json.Unmarshal(v, &s); err != nil {
				return nil, err
			}
			v = json.RawMessage(s)
		case v[0] != '-' && (v[0] < '0' || v[0] > '9'):
			return nil, fmt.Errorf("element %d is neither a string nor a number: %s", i+1, printable(string(v)))
		}
		dst = append(dst, v)
	}
	return dst, nil
}

// printable returns a text for a message.
func printable(text string) string { return label.Clean(text, 100) }

// Deals reads the deals of a source by their items, or finds out first what the
// items are.
type deals struct {
	source source
	items  *itemSet
	take   int  // items a deal; 0 until it is known
	own    bool // the source was not given the items

	given   int64     // deals, by next
	learned []learned // deals that are to be given first
	where   string    // of the last deal
	words   [][]byte
	deal    []int
}

type learned struct {
	where string
	words [][]byte
}

// next returns the next deal as numbers of items, with −1 for what is none.
func (d *deals) next(ctx context.Context) ([]int, error) {
	if d.items == nil {
		if err := d.learn(ctx); err != nil {
			return nil, err
		}
	}
	if len(d.learned) > 0 {
		first := d.learned[0]
		d.learned = d.learned[1:]
		d.where, d.words = first.where, first.words
	} else if err := d.read(ctx); err != nil {
		return nil, err
	}
	if d.take == 0 {
		d.take = len(d.words)
	}
	d.deal = d.deal[:0]
	for _, w := range d.words {
		x := d.items.find(w)
		if x < 0 && (d.own || d.given == 0) {
			return nil, d.foreign(w)
		}
		d.deal = append(d.deal, x)
	}
	switch got := len(d.words); {
	case got == d.take && got > 0 && got <= len(d.items.names):
	case !d.own && d.given > 0: // it could do it before
	case !d.own:
		return nil, fmt.Errorf("%s has %s, not %d; see --take if it deals a part of them, and --no-input if it has items of its own", d.where, label.Plural(got, "item"), d.take)
	case got < d.take && d.take == len(d.items.names):
		return nil, fmt.Errorf("%s has %s, not %d; what deals a part of them needs --take", d.where, label.Plural(got, "item"), d.take)
	case got != d.take:
		return nil, fmt.Errorf("%s has %s, not %d", d.where, label.Plural(got, "item"), d.take)
	default:
		return nil, fmt.Errorf("%s has %s, but there are %d to deal", d.where, label.Plural(got, "item"), len(d.items.names))
	}
	d.given++
	return d.deal, nil
}

// foreign returns the error of an item that is none where that tells nothing of the
// shuffle, but that it shuffles something else.
func (d *deals) foreign(word []byte) error {
	switch name := printable(string(word)); {
	case d.items.taught:
		return fmt.Errorf("%s has %s, which none of many deals before it had; say which items there are by --items, --range, --cards or --names", d.where, name)
	case d.own:
		return fmt.Errorf("%s has %s, which is none of the %s %s; say which items there are by --items, --range, --cards or --names", d.where, name, label.Plural(len(d.items.names), "item"), d.items.first())
	default:
		return fmt.Errorf("%s has %s, which is none of the %s %s that it was given; see --no-input if it has items of its own", d.where, name, label.Plural(len(d.items.names), "item"), d.items.first())
	}
}

// read reads the words of the next deal.
func (d *deals) read(ctx context.Context) error {
	text, err := d.source.next(ctx)
	if err != nil {
		return err
	}
	d.where = d.source.where()
	if d.words, err = words(d.words[:0], text, d.items); err != nil {
		return fmt.Errorf("%s: %w", d.where, err)
	}
	return nil
}

// unknown returns the error of deals that did not suffice to learn the items.
func (d *deals) unknown() error {
	return fmt.Errorf("the deals are too few to tell which items there are, such as %s; say it by --items, --range, --cards or --names", printable(string(d.learned[0].words[0])))
}

// missed is the probability with which learn may miss an item.
const missed = 1e-6

// learn reads deals until all items have been seen: of u items that k of a deal
// are drawn from, one more would have stayed unseen in the last d deals with the
// probability (1 − k/(u+1))^d if the deals are fair, and that is less than missed.
//
// The items are put into an order of their own, which says nothing about the deals
// that they were learned from; so these can be audited as well.
func (d *deals) learn(ctx context.Context) error {
	seen := make(map[string]bool)
	since := 0.0 // deals without a new item
	for enough := false; !enough; {
		err := d.read(ctx)
		switch {
		case err == io.EOF && len(d.learned) > 1 && len(seen) == len(d.learned[0].words):
			enough = true // all deals were whole
			continue
		case err == io.EOF && len(d.learned) > 0:
			return d.unknown()
		case err != nil:
			return err
		}
		kept, known, places := learned{where: d.where}, len(seen), make(map[string]int)
		for i, w := range d.words {
			if j, twice := places[string(w)]; twice {
				return fmt.Errorf("%s has %s twice, at place %d and at place %d, and equal items cannot be told apart", d.where, printable(string(w)), j+1, i+1)
			}
			places[string(w)], seen[string(w)] = i, true
			kept.words = append(kept.words, bytes.Clone(w))
		}
		switch k := len(kept.words); {
		case k == 0:
			return fmt.Errorf("%s has no items", d.where)
		case len(seen) > mostItems:
			return fmt.Errorf("there are more than %s items, such as %s; say which by --range, --cards or --names", label.Number(mostItems), printable(string(d.words[0])))
		case known > 0 && k != len(d.learned[0].words):
			return fmt.Errorf("%s has %s, but %s has %d", d.where, label.Plural(k, "item"), d.learned[0].where, len(d.learned[0].words))
		}
		d.learned = append(d.learned, kept)
		if since++; len(seen) > known {
			since = 0
		}
		enough = since*math.Log1p(-float64(len(kept.words))/float64(len(seen)+1)) < math.Log(missed)
	}
	names := slices.Collect(maps.Keys(seen))
	sortItems(names)
	if len(names) < 2 {
		return fmt.Errorf("there is nothing to shuffle: all deals have the item %s and no other", printable(names[0]))
	}
	d.items = newItems(names)
	d.items.taught = true
	return nil
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

// broken says what is wrong with the last deal, in the items' names.
func (d *deals) broken() string {
	if len(d.deal) != d.take {
		return fmt.Sprintf("%s has %s, not %d", d.where, label.Plural(len(d.deal), "item"), d.take)
	}
	places := make(map[int]int)
	for i, x := range d.deal {
		name := printable(string(d.words[i]))
		if x < 0 {
			return fmt.Sprintf("%s has %s, which is none of the %s", d.where, name, label.Plural(len(d.items.names), "item"))
		}
		if first, twice := places[x]; twice {
			return fmt.Sprintf("%s has %s twice, at place %d and at place %d", d.where, name, first+1, i+1)
		}
		places[x] = i
	}
	return ""
}

// text returns the last deal.
func (d *deals) text() string {
	between := " "
	if slices.ContainsFunc(d.words, func(word []byte) bool { return bytes.IndexByte(word, ' ') >= 0 }) {
		between = ", "
	}
	return printable(string(bytes.Join(d.words, []byte(between))))
}
