package deals

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// words returns the names in the text of a deal of the items, which are nil if not
// known yet. Names are separated by white space, commas and semicolons, or are the strings
// and numbers of a JSON array. Where commas or semicolons separate names, and the names
// are neither numbers nor cards, they may have spaces, and quotation marks around them. A name with spaces has a line of its own. Lines are names if
// all lines are items, or if there are several lines, the items are learned from the
// deals, and the words are neither all numbers nor all cards.
func words(dst [][]byte, text []byte, it *Items) ([][]byte, error) {
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
	if !several && bytes.ContainsAny(text, ",;") && bytes.ContainsAny(text, ` "`) {
		cells := cellsOf(slices.Clone(dst), text)
		unknown := func(w []byte) bool { return it.find(w) < 0 }
		if it == nil || it.taught {
			if !slices.ContainsFunc(kinds, func(k kind) bool { return areAll(all[len(dst):], k) }) {
				return cells, nil
			}
		} else if slices.ContainsFunc(all[len(dst):], unknown) && !slices.ContainsFunc(cells[len(dst):], unknown) {
			return cells, nil
		}
	}
	return all, nil
}

// cellsOf returns the cells of a row of a spreadsheet, between semicolons or else commas.
func cellsOf(dst [][]byte, text []byte) [][]byte {
	between := []byte{','}
	if bytes.IndexByte(text, ';') >= 0 {
		between = []byte{';'}
	}
	for cell := range bytes.SplitSeq(text, between) {
		cell = bytes.TrimSpace(cell)
		if n := len(cell); n > 1 && cell[0] == '"' && cell[n-1] == '"' {
			cell = cell[1 : n-1]
		}
		if len(cell) > 0 {
			dst = append(dst, cell)
		}
	}
	return dst
}

// plainWords returns the words between white space, commas and semicolons. Cards may be in
// brackets, and need no separators.
func plainWords(dst [][]byte, text []byte, it *Items) [][]byte {
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

// separates reports whether a byte separates words.
func separates(b byte) bool {
	switch b {
	case ' ', ',', ';', '\t', '\n', '\r', '\v', '\f':
		return true
	}
	return false
}

// cut returns the names of the cards that a word such as AhTd consists of, or the word
// if it is something else. No name of a card is a prefix of another.
func (it *Items) cut(dst [][]byte, word []byte) [][]byte {
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

// linesOf returns the non-blank lines of a text, without surrounding white space.
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
		return nil, fmt.Errorf("it is not a JSON array: %w", err)
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
