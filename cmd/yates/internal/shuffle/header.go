package shuffle

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// isHeader reports whether the first CSV row seems to be a header: it has one of the names, or its fields are distinct
// and not numbers (the first may be empty, as where pandas writes an index), and the next row has a number, or one of
// its columns has a few values for many rows. If there are such fields alone, it may be one.
func isHeader(front []byte, comma rune, names []string) (is bool, may []string) {
	rows := rowsOf(front, comma)
	has := func(name string) bool { return !isNumber(name) && len(rows) > 0 && slices.Contains(rows[0], name) }
	if slices.ContainsFunc(names, has) {
		return true, nil
	}
	if len(rows) < 2 {
		return false, nil
	}
	first, second := rows[0], rows[1]
	named := first
	if len(first) > 1 && first[0] == "" {
		named = first[1:]
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(named)))
	noName := func(field string) bool { return strings.TrimSpace(field) == "" || isNumber(field) }
	if len(distinct) < len(named) || slices.ContainsFunc(named, noName) {
		return false, nil
	}
	for column := range first {
		if repeats(rows, column) {
			return true, nil
		}
	}
	return slices.ContainsFunc(second, isNumber), first
}

// repeats reports whether all values of a column come more than once in many rows, but for the first, which comes once.
func repeats(rows [][]string, column int) bool {
	const many = 20
	seen := map[string]int{}
	for _, row := range rows[1:] {
		if column < len(row) {
			seen[row[column]]++
		}
	}
	for _, n := range seen {
		if n == 1 {
			return false
		}
	}
	return len(rows) > many && seen[rows[0][column]] == 0
}

// rowsOf returns the CSV rows of the front of a file. The last one may be cut off, and is left out if there are others.
func rowsOf(front []byte, comma rune) (rows [][]string) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(front, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	for row, err := r.Read(); err == nil; row, err = r.Read() {
		rows = append(rows, row)
	}
	if len(rows) > 2 {
		rows = rows[:len(rows)-1]
	}
	return rows
}

func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}
