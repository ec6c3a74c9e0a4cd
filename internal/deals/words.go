package deals

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// words returns the names in the text of a deal of the items, which are nil if not
// known yet. Names are separated by white space, commas and semicolons, or are the strings
// and numbers of a JSON array. Two other readings let names have spaces: lines, if all of
// them are items, or if there are several, the items are learned from the deals, and the
// text has no tabs; and cells of a spreadsheet, if the text is of one line or has tabs.
// They are for names: words that are all numbers, all cards or all among the given items
// are the items, and so are words when cards are dealt.
func words(text []byte, it *Items) ([][]byte, error) {
	text = bytes.TrimSpace(text)
	known := func(w []byte) bool { return it.find(w) >= 0 }
	lines := linesOf(text)
	several, tabs := len(lines) > 1, bytes.IndexByte(text, '\t') >= 0
	switch {
	case it != nil && all(lines, known):
		return lines, nil
	case len(text) > 0 && text[0] == '[':
		values, err := jsonWords(text)
		if err == nil || it == nil || !it.cards {
			return values, err
		}
	}
	plain, learning := plainWords(text, it), it == nil || it.taught
	switch {
	case !learning && it.cards, it != nil && (!learning || it.integers) && all(plain, known):
		return plain, nil
	case slices.ContainsFunc(kinds, func(k kind) bool { return areAll(plain, k) }):
		return plain, nil
	case tabs, !several && bytes.ContainsAny(text, ",;") && bytes.ContainsAny(text, ` "`):
		return cellsOf(text), nil
	case several && learning:
		return lines, nil
	}
	return plain, nil
}

// all reports whether a condition holds for all words.
func all(words [][]byte, holds func([]byte) bool) bool {
	return !slices.ContainsFunc(words, func(w []byte) bool { return !holds(w) })
}

// between returns what separates the columns of a text: tabs, else semicolons, commas or
// spaces.
func between(text []byte) byte {
	for _, b := range []byte("\t;,") {
		if bytes.IndexByte(text, b) >= 0 {
			return b
		}
	}
	return ' '
}

// cellsOf returns the cells of rows of a spreadsheet that are not empty. Cells may be in
// quotation marks.
func cellsOf(text []byte) (cells [][]byte) {
	rows := csv.NewReader(bytes.NewReader(text))
	rows.Comma, rows.LazyQuotes, rows.TrimLeadingSpace, rows.FieldsPerRecord = rune(between(text)), true, true, -1
	for {
		row, err := rows.Read()
		if err != nil { // the end, as nothing is wrong with lazy quotes
			return cells
		}
		for _, cell := range row {
			if cell = strings.TrimSpace(cell); cell != "" {
				cells = append(cells, []byte(cell))
			}
		}
	}
}

// plainWords returns the words between white space, commas and semicolons. Cards may be in
// brackets, and need no separators.
func plainWords(text []byte, it *Items) (all [][]byte) {
	cards, start := it != nil && it.cards, -1
	if it != nil {
		all = make([][]byte, 0, len(it.Names))
	}
	for i := 0; i <= len(text); i++ {
		switch {
		case i < len(text) && !separates[text[i]] && !(cards && (text[i] == '[' || text[i] == ']')):
			if start < 0 {
				start = i
			}
		case start < 0:
		case cards:
			all, start = append(all, it.cut(text[start:i])...), -1
		default:
			all, start = append(all, text[start:i:i]), -1
		}
	}
	return all
}

// separates are the characters between words.
var separates = [256]bool{' ': true, ',': true, ';': true, '\t': true, '\n': true, '\r': true, '\v': true, '\f': true}

// cut returns the names of the cards that a word such as AhTd consists of, or the word
// if it is something else. No name of a card is a prefix of another.
func (it *Items) cut(word []byte) (all [][]byte) {
	const longest = len("10\u2660\ufe0e") // name
	for rest := word; len(rest) > 0; {
		end := min(len(rest), longest)
		for end > 0 && it.find(rest[:end]) < 0 {
			end--
		}
		if end == 0 {
			return [][]byte{word}
		}
		all, rest = append(all, rest[:end]), rest[end:]
	}
	return all
}

// linesOf returns the non-blank lines of a text, without surrounding white space.
func linesOf(text []byte) (lines [][]byte) {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

func jsonWords(text []byte) (all [][]byte, err error) {
	var values []json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fault(Bracket, "it is not a JSON array: %v", err)
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
		all = append(all, v)
	}
	return all, nil
}
