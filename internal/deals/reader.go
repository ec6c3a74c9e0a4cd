// Package deals turns a file, a stream, or the outputs of repeated runs of a command
// into deals: which item is at which place. The items are given, or those of the first deal.
package deals

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Source produces the texts of deals, one after the other.
type Source interface {
	// Next returns the text of the next deal, which is valid until the next call.
	// After the last deal it returns io.EOF. If ctx ends, it returns the cause.
	Next(ctx context.Context) ([]byte, error)
	// Where returns the position of the last deal, for messages.
	Where() string
	// Close ends everything that runs for the source.
	Close()
}

// printable makes a text fit for a message.
func printable(text string) string { return label.Clean(text, 100) }

// A Reader reads the deals of a source.
type Reader struct {
	Source Source
	Items  *Items // nil for those of the first deal, until it is read
	Take   int    // items in a deal; 0 for as many as the first deal has, until it is read
	First  int    // of longer deals, only so many items count; 0 for all
	Own    bool   // the source has its own items
	Single bool   // each word is a deal of its own: draws with replacement
	Longer int64  // deals so far that had more than the first items

	// Random returns a random integer from 0 to n−1, to number the copies of items. It is needed if there are any.
	Random func(n int) int

	where  string // of the last deal that was read
	words  [][]byte
	ahead  bool     // Next is still to return the row
	given  int64    // deals that Next has returned
	copies *copies  // of items; nil if there are none
	rest   [][]byte // words that are deals of their own
	deal   []int
	sum    hash.Hash // SHA-256 of what Next returned
}

// Next returns the next deal as numbers of items, with −1 for a word that is not an item.
func (d *Reader) Next(ctx context.Context) ([]int, error) {
	if !d.ahead {
		if err := d.look(ctx); err != nil {
			return nil, err
		}
	}
	d.ahead = false
	if d.given == 0 {
		d.copies = newCopies(d.Items)
	}
	d.note()
	if d.copies != nil {
		d.copies.begin()
	}
	d.deal = d.deal[:0]
	got, all := len(d.words), len(d.Items.Names)
	// If earlier deals were right, the shuffle is broken.
	right := d.given > 0 && (!d.Own || d.given >= settled && d.Take == all)
	if strange := d.strange(); len(strange) > 0 && !d.invents(strange) && (!right || d.Own) {
		return nil, d.foreign(strange[0])
	}
	for _, w := range d.words {
		x := d.Items.find(w)
		if x >= 0 && d.copies != nil {
			x = d.copies.next(x, d.Random)
		}
		d.deal = append(d.deal, x)
	}
	kind := Lengths
	switch {
	case right, got == d.Take:
		d.given++
		return d.deal, nil
	case !d.Own && got > d.Take:
		kind = SeveralOrOwn
	case !d.Own:
		kind = PartOrOwn
	}
	return nil, fault(kind, "%s has %s, not %d", d.where, label.Plural(got, "item"), d.Take)
}

// strange returns the words of the deal that are no items.
func (d *Reader) strange() [][]byte {
	return slices.DeleteFunc(slices.Clone(d.words), func(w []byte) bool { return d.Items.find(w) >= 0 })
}

// invents reports whether strange words are items that the shuffle has invented, among as many as there must be: a line
// of which few words are items is a note between deals. Of the first deals, nobody knows unless a word comes twice, and
// not even then if the items are not given.
func (d *Reader) invents(strange [][]byte) bool {
	whole := len(d.words) == cmp.Or(d.Take, len(d.Items.Names)) && 2*len(strange) <= len(d.words)
	again := make(map[string]bool)
	for _, w := range d.words {
		again[string(w)] = true
	}
	return whole && (d.given >= settled || !d.Items.taught && len(again) < len(d.words))
}

// settled is how many deals with all items show that a source always deals all of them.
const settled = 5

// Begin looks at the first deal, after which the items are known, and how many of them a deal has.
func (d *Reader) Begin(ctx context.Context) error {
	err := d.look(ctx)
	d.ahead = err == nil
	return err
}

// look reads a deal. The first says what is not known yet.
func (d *Reader) look(ctx context.Context) error {
	err := d.read(ctx)
	if err == nil && d.Items == nil {
		err = d.name()
	}
	if err != nil || d.Take > 0 {
		return err
	}
	strange := d.strange()
	invented := len(strange) > 0 && d.invents(strange)
	d.Take = len(d.words)
	switch all := len(d.Items.Names); {
	case d.Take == 0:
		return fmt.Errorf("%s has no items", d.where)
	case len(strange) > 0 && !invented:
		return d.foreign(strange[0])
	case d.Take > all && d.Items.cards:
		return fault(Decks, "%s has %d cards, but there are %d to deal", d.where, d.Take, all)
	case d.Take > all:
		return fault(Part, "%s has %d items, but there are %d to deal", d.where, d.Take, all)
	}
	return nil
}

// name makes the words of a deal the items.
func (d *Reader) name() error {
	var names []string
	places := make(map[string]int)
	for i, w := range d.words {
		if j, again := places[string(w)]; again {
			return fault(Twice, "%s has %s twice, at places %d and %d", d.where, printable(string(w)), j+1, i+1)
		}
		places[string(w)], names = i, append(names, string(w))
	}
	if len(names) == 1 || len(names) > MostItems {
		return fault(Part, "%s has %s", d.where, label.Plural(len(names), "item"))
	}
	sortItems(names)
	d.Items = NewItems(names)
	d.Items.taught = true
	return nil
}

// note adds the deal to the sum.
func (d *Reader) note() {
	if d.sum == nil {
		d.sum = sha256.New()
	}
	d.sum.Write(bytes.Join(d.words, []byte{' '}))
	d.sum.Write([]byte{'\n'})
}

// SHA256 returns the hash of all deals that were read, one a line, with a space between
// items, in hexadecimal. There must be some.
func (d *Reader) SHA256() string { return fmt.Sprintf("%x", d.sum.Sum(nil)) }

// foreign returns the error of an unknown item if it does not mean that the shuffle is
// broken, but that it shuffles something else.
func (d *Reader) foreign(word []byte) error {
	name, kind := printable(string(word)), Foreign
	switch {
	case d.Items.taught:
		return fault(Part, "%s has %s, which the first deal did not have", d.where, name)
	case !d.Own:
		kind = Own
	}
	return fault(kind, "%s has %s, which is not one of the %s %s", d.where, name,
		label.Plural(len(d.Items.Names), "item"), d.Items.First())
}

// read reads the words of the next deal.
func (d *Reader) read(ctx context.Context) error {
	if len(d.rest) > 0 {
		d.words, d.rest = d.rest[:1], d.rest[1:]
		return nil
	}
	text, err := d.Source.Next(ctx)
	if err != nil {
		return err
	}
	d.where = d.Source.Where()
	if d.words, err = words(text, d.Items); err != nil {
		return fmt.Errorf("%s: %w", d.where, err)
	}
	if d.Single && len(d.words) > 1 {
		d.words, d.rest = d.words[:1], d.words[1:]
		return nil
	}
	if d.First > 0 && len(d.words) < d.First {
		return fault(Short, "%s has %s, not the first %d", d.where, label.Plural(len(d.words), "item"), d.First)
	}
	if d.First > 0 && len(d.words) > d.First {
		d.words = d.words[:d.First]
		d.Longer++
	}
	return nil
}

// Broken describes what is wrong with the last deal, with the items' names.
func (d *Reader) Broken() string {
	if len(d.deal) != d.Take {
		return fmt.Sprintf("%s has %s, not %d", d.where, label.Plural(len(d.deal), "item"), d.Take)
	}
	places := make(map[int][]int) // of each kind of items
	for i, w := range d.words {
		x, name := d.Items.find(w), printable(string(w))
		if x < 0 {
			return fmt.Sprintf("%s has %s, which is not one of the %s", d.where, name,
				label.Plural(len(d.Items.Names), "item"))
		}
		places[x] = append(places[x], i+1)
		switch at := places[x]; {
		case d.copies == nil && len(at) > 1:
			return fmt.Sprintf("%s has %s twice, at places %d and %d", d.where, name, at[0], at[1])
		case d.copies != nil && len(at) > len(d.copies.of[x]):
			return fmt.Sprintf("%s has %s %d times up to place %d, but there are only %d", d.where, name, len(at), i+1,
				len(d.copies.of[x]))
		}
	}
	return ""
}

// Text returns the last deal.
func (d *Reader) Text() string {
	between := " "
	if slices.ContainsFunc(d.words, func(word []byte) bool { return bytes.IndexByte(word, ' ') >= 0 }) {
		between = ", "
	}
	return printable(string(bytes.Join(d.words, []byte(between))))
}
