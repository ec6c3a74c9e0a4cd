package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

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
