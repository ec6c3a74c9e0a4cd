package deals

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// words returns the names in the text of a deal of the items, which are nil if not known yet: the strings and numbers
// of a JSON array, or if there are several lines, a name each, or else the cells of a row. Several lines that are not
// all items are rows that a program wraps.
func words(text []byte, it *Items) (all [][]byte, err error) {
	text = bytes.TrimSpace(text)
	lines := bytes.Split(text, []byte{'\n'})
	for i := range lines {
		lines[i] = bytes.TrimSpace(lines[i])
	}
	lines = slices.DeleteFunc(lines, func(line []byte) bool { return len(line) == 0 })
	unknown := func(line []byte) bool { return it.find(line) < 0 }
	switch {
	case it != nil && !slices.ContainsFunc(lines, unknown):
		return lines, nil
	case len(text) > 0 && text[0] == '[':
		return jsonWords(text)
	case it == nil && len(lines) > 1:
		return lines, nil
	}
	for _, line := range lines {
		row, err := cells(line)
		if err != nil {
			return nil, err
		}
		all = append(all, row...)
	}
	return all, nil
}

// cells returns the cells of a row that are not empty, between tabs, else semicolons, commas or white space. They may
// be in quotation marks.
func cells(row []byte) (all [][]byte, err error) {
	separator := byte(' ')
	if i := slices.IndexFunc([]byte("\t;,"), func(b byte) bool { return bytes.IndexByte(row, b) >= 0 }); i >= 0 {
		separator = "\t;,"[i]
	}
	switch {
	case bytes.IndexByte(row, '"') >= 0:
		r := csv.NewReader(bytes.NewReader(row))
		r.Comma, r.LazyQuotes, r.TrimLeadingSpace = rune(separator), true, separator != '\t'
		texts, err := r.Read()
		for _, cell := range texts {
			all = append(all, []byte(strings.TrimSpace(cell)))
		}
		if err != nil {
			return nil, err
		}
	case separator == ' ':
		return bytes.Fields(row), nil
	default:
		for cell := range bytes.SplitSeq(row, []byte{separator}) {
			all = append(all, bytes.TrimSpace(cell))
		}
	}
	return slices.DeleteFunc(all, func(cell []byte) bool { return len(cell) == 0 }), nil
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
