package deals

import (
	"bytes"
	"fmt"
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
}

// choose keeps the chosen words of the deal that was read.
func (d *Reader) choose() error {
	p := &d.places
	if d.First > 0 {
		if len(d.words) < d.First {
			return &Error{Fault: Short, Column: len(d.words), text: fmt.Sprintf("%s has %s, not the first %d", d.where,
				label.Plural(len(d.words), "item"), d.First)}
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
	for i := range d.words {
		if slices.Contains(unseen, i) != slices.Contains(p.unseen, i) {
			return &Error{Fault: Unseen, Column: i + 1, text: fmt.Sprintf("%s or the first deal does not show place "+
				"%d, but the other does; which places are seen may depend on the items, so a fair shuffle could look "+
				"biased", d.where, i+1)}
		}
	}
	if len(unseen) > 0 && len(unseen) == len(d.words) {
		return fault(Other, "%s shows no item", d.where)
	}
	if len(unseen) > 0 {
		d.words = slices.DeleteFunc(d.words, d.faceDown)
	}
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

// Left describes what was left out of the deals.
func (d *Reader) Left() (facts []string) {
	if d.First > 0 && d.places.longer > 0 {
		facts = append(facts, fmt.Sprintf("only the first %s of each deal counted; %s had more",
			label.Plural(d.First, "item"), label.Plural(d.places.longer, "deal")))
	}
	var names []string
	for _, i := range d.places.unseen {
		names = append(names, "place "+label.Number(int64(i+1)))
	}
	if names != nil {
		facts = append(facts, strings.Join(names, " and ")+
			" of each deal cannot be seen, so the places here are those of the items that can")
	}
	return facts
}
