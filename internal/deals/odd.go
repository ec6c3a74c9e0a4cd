package deals

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
)

// isDate reports whether a cell has what looks like a date, such as 2024-01-31 or
// Sat 31.1.24.
func isDate(cell []byte) bool {
	return slices.ContainsFunc(bytes.Fields(cell), func(word []byte) bool {
		day, _, _ := bytes.Cut(word, []byte("T")) // and the time
		parts := bytes.FieldsFunc(day, func(r rune) bool { return r == '-' || r == '.' || r == '/' })
		if len(parts) != 3 || !areAll(parts, kinds[0]) {
			return false
		}
		first, month, last := len(parts[0]), len(parts[1]), len(parts[2])
		return month <= 2 && (first == 4 && last <= 2 || first <= 2 && (last == 2 || last == 4))
	})
}

// dates returns an error if exactly one item of a deal of several looks like a date.
func dates(l row) error {
	i := slices.IndexFunc(l.words, isDate)
	if i < 0 || len(l.words) == 1 || slices.ContainsFunc(l.words[i+1:], isDate) {
		return nil
	}
	return inColumn(Column, i, l, "%s has %s: column %d looks like dates; cut it", l.where,
		printable(string(l.words[i])), i+1)
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
			return inColumn(kind, i, l, "%s has %s twice, at places %d and %d; equal items cannot be told apart",
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
	return twice(d.kept())
}

// heading returns an error if the first deal that was learned is none: all words but its
// own are of a kind, or none of its own came again although all items surely did.
func (d *Reader) heading(sure bool) error {
	var others [][]byte
	again := make(map[string]bool)
	for _, l := range d.learned[1:] {
		others = append(others, l.words...)
		for _, w := range l.words {
			again[string(w)] = true
		}
	}
	first := d.learned[0]
	for _, k := range kinds {
		if err := headed(first, others, func(w []byte) bool { return areAll([][]byte{w}, k) }); err != nil {
			return err
		}
	}
	if sure && len(first.words) > 1 {
		return headed(first, others, func(w []byte) bool { return again[string(w)] })
	}
	return nil
}

// tells reports whether the deals that were learned tell a label of a line from one of so many items: with fair
// deals, any place has the same item each time with probability missed at most.
func (d *Reader) tells(items int) bool {
	places, again := float64(len(d.learned[0].words)), float64(len(d.learned)-1)
	return math.Log(places)-again*math.Log(float64(max(items, 2))) <= math.Log(missed)
}

// labelled returns an error if a word that was learned as an item is at the same place in all deals, while
// others move.
func (d *Reader) labelled(items int) error {
	first, at, constant := d.learned[0], 0, 0
	for i, w := range slices.Backward(first.words) {
		if !slices.ContainsFunc(d.learned, func(l row) bool {
			return i < len(l.words) && !bytes.Equal(l.words[i], w)
		}) {
			at, constant = i, constant+1
		}
	}
	if constant == 0 || constant == len(first.words) || !d.tells(items) {
		return nil
	}
	return inColumn(Label, at, first,
		"each of the first %d deals has %s at place %d: it looks like a label, not an item", len(d.learned),
		printable(string(first.words[at])), at+1)
}

// headed returns an error if something is true of all other words, but of none of the first.
func headed(first row, others [][]byte, is func(w []byte) bool) error {
	if len(others) == 0 || !all(others, is) || slices.ContainsFunc(first.words, is) {
		return nil
	}
	return fault(Heading, "%s looks like a heading, with %s; remove it", first.where, printable(string(first.words[0])))
}

// odd returns an error if the first deal, which has an unknown item, is a heading, or if
// it or the next has a date.
func (d *Reader) odd(ctx context.Context) error {
	first := d.kept()
	known := func(w []byte) bool { return d.Items.find(w) >= 0 }
	if err := dates(first); err != nil || slices.ContainsFunc(first.words, known) {
		return err
	}
	d.rest = nil
	if d.read(ctx) != nil {
		return nil
	}
	return cmp.Or(headed(first, d.words, known), dates(d.kept()))
}

// inColumn returns the error of a fault in the column i of a deal.
func inColumn(f Fault, i int, l row, format string, args ...any) error {
	e := fault(f, format, args...).(*Error)
	e.Column, e.Columns = i+1, len(l.words)
	return e
}
