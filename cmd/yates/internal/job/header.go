package job

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// looksLikeHeader reports whether the first CSV row seems to be a header: its fields are
// distinct and not numbers, and the next row has a number.
func looksLikeHeader(front []byte, comma rune) bool {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(front, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	first, err := r.Read()
	second, e := r.Read()
	isNumber := func(field string) bool {
		_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		return err == nil
	}
	isName := func(field string) bool { return strings.TrimSpace(field) != "" && !isNumber(field) }
	names := slices.Compact(slices.Sorted(slices.Values(first)))
	return err == nil && e == nil && len(names) == len(first) &&
		!slices.ContainsFunc(first, func(field string) bool { return !isName(field) }) &&
		slices.ContainsFunc(second, isNumber)
}
