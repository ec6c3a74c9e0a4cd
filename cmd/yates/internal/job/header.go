package job

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// looksLikeHeader reports whether the first CSV row seems to be a header: its fields are
// distinct and not numbers, and the next row has a number.
func looksLikeHeader(front []byte, comma rune) bool {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(front, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.ReuseRecord = comma, true, false
	first, err := r.Read()
	if err != nil {
		return false
	}
	seen := map[string]bool{}
	for _, field := range first {
		if field = strings.TrimSpace(field); field == "" || seen[field] || isNumber(field) {
			return false
		}
		seen[field] = true
	}
	second, err := r.Read()
	if err != nil {
		return false
	}
	for _, field := range second {
		if isNumber(field) {
			return true
		}
	}
	return false
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}
