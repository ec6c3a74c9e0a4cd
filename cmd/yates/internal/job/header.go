package job

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// LooksLikeHeader reports whether the first CSV row seems to be a header: it has one of the names, or its fields are
// distinct and not numbers, and the next row has a number.
func LooksLikeHeader(front []byte, comma rune, names ...string) bool {
	first, second, ok := twoRows(front, comma)
	if slices.ContainsFunc(names, func(name string) bool { return !isNumber(name) && slices.Contains(first, name) }) {
		return true
	}
	isName := func(field string) bool { return strings.TrimSpace(field) != "" && !isNumber(field) }
	distinct := slices.Compact(slices.Sorted(slices.Values(first)))
	return ok && len(distinct) == len(first) &&
		!slices.ContainsFunc(first, func(field string) bool { return !isName(field) }) &&
		slices.ContainsFunc(second, isNumber)
}

// looksLikeRow reports whether a header seems to be a row like the first one of front: it has numbers, in the
// same fields.
func looksLikeRow(header, front []byte, comma rune) bool {
	first, second, ok := twoRows(append(header[:len(header):len(header)], front...), comma)
	return ok && slices.ContainsFunc(first, isNumber) &&
		slices.EqualFunc(first, second, func(a, b string) bool { return isNumber(a) == isNumber(b) })
}

// twoRows returns the first two CSV rows.
func twoRows(front []byte, comma rune) (first, second []string, ok bool) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(front, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	first, err := r.Read()
	second, e := r.Read()
	return first, second, err == nil && e == nil
}

func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}

// objects are two lines of JSON objects, of which the second one need not be whole.
var objects = regexp.MustCompile(`^(\x{feff})?\s*\{\s*(".*)?\}\s*\n\s*\{\s*["}]`)

// lastLine returns the last line.
func lastLine(text []byte) []byte {
	return text[1+bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n'):]
}
