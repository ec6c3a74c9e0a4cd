package deals

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/label"
)

// A choice of places decides which words of a deal are audited: of longer deals the first
// few, and of those with cards face down the others. Both must be the same places in each
// deal. A deal that does not show them cannot be left out, as which ones do may depend on
// the items: players show the cards that won, and take more of them while they are low.
type places struct {
	unseen []int // of the first deal
	begun  bool
	longer int64 // deals that had more
	all    int64 // deals
}

// choose keeps the chosen words of the deal that was read.
func (d *Reader) choose(ctx context.Context) error {
	p := &d.places
	if d.First > 0 {
		if len(d.words) < d.First {
			return d.short(ctx)
		}
		if len(d.words) > d.First {
			p.longer++
		}
		d.words = d.words[:d.First]
	}
	var unseen []int
	for i, w := range d.words {
		if d.faceDown(w) {
			unseen = append(unseen, i)
		}
	}
	if !p.begun {
		p.begun, p.unseen = true, unseen
	}
	if !slices.Equal(unseen, p.unseen) {
		return d.otherPlaces(unseen)
	}
	if len(unseen) == 0 {
		return nil
	}
	if len(unseen) == len(d.words) {
		return fault(Other, "%s shows no item", d.where)
	}
	seen := d.words[:0]
	for i, w := range d.words {
		if !slices.Contains(unseen, i) {
			seen = append(seen, w)
		}
	}
	d.words = seen
	return nil
}

// faceDown reports whether a word stands for an item that nobody saw. It is not if an item
// has this name.
func (d *Reader) faceDown(word []byte) bool {
	if len(word) == 0 || len(word) > 3 || d.Items != nil && !d.Items.taught && d.Items.find(word) >= 0 {
		return false
	}
	if string(word) == "--" || len(bytes.Trim(word, "?")) == 0 {
		return true
	}
	// XX is a card face down, but a name elsewhere.
	return strings.EqualFold(string(word), "xx") && d.Items != nil && d.Items.cards
}

// otherPlaces returns the error of a deal that does not show the same places as the first.
func (d *Reader) otherPlaces(unseen []int) error {
	differ := func(a, b []int) int { // the first place that is unseen in a alone
		return slices.IndexFunc(a, func(i int) bool { return !slices.Contains(b, i) })
	}
	e := &Error{Fault: Unseen}
	e.Column = len(d.words) + 1 // the first place that some deal does not show
	for _, all := range [][]int{unseen, d.places.unseen} {
		if len(all) > 0 {
			e.Column = min(e.Column, all[0]+1)
		}
	}
	if i := differ(unseen, d.places.unseen); i >= 0 {
		e.text = fmt.Sprintf("%s does not show place %d, but the first deal does", d.where, unseen[i]+1)
	} else {
		e.text = fmt.Sprintf("%s shows place %d, but the first deal does not", d.where,
			d.places.unseen[differ(d.places.unseen, unseen)]+1)
	}
	e.text += "; which places are seen may depend on the items, so a fair shuffle could look biased"
	return e
}

// short returns the error of a deal with fewer items than the first that are audited. If
// the source ends by itself, it counts how many deals are as short.
func (d *Reader) short(ctx context.Context) error {
	e := &Error{Fault: Short, Column: len(d.words)}
	e.text = fmt.Sprintf("%s has %s, not the first %d", d.where, label.Plural(len(d.words), "item"), d.First)
	if !d.Ends {
		return e
	}
	shorter, all := 1, d.places.all
	for {
		err := d.next(ctx)
		if err == io.EOF {
			e.text += fmt.Sprintf("; %s of %s are so short", label.Number(int64(shorter)), label.Plural(all, "deal"))
			return e
		}
		var found [][]byte
		if err == nil {
			found, err = words(nil, d.text, d.Items)
		}
		if err != nil {
			return e // which is worth more than what is wrong further on
		}
		if all++; len(found) < d.First {
			shorter++
			e.Column = min(e.Column, len(found))
		}
	}
}

// Left describes what was left out of the deals; "" if nothing was.
func (d *Reader) Left() string {
	var all []string
	if d.First > 0 && d.places.longer > 0 {
		all = append(all, fmt.Sprintf("only the first %s of each deal counted; %s had more",
			label.Plural(d.First, "item"), label.Plural(d.places.longer, "deal")))
	}
	if unseen := d.places.unseen; len(unseen) > 0 {
		var names []string
		for _, i := range unseen {
			names = append(names, label.Number(int64(i+1)))
		}
		text := "place " + names[0]
		if last := len(names) - 1; last > 0 {
			text = "places " + strings.Join(names[:last], ", ") + " and " + names[last]
		}
		all = append(all, text+" of each deal cannot be seen, so the places here are those of the items that can")
	}
	return strings.Join(all, "; ")
}
