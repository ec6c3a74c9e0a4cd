// Package label makes texts from outside fit for one line of a message, a page or
// a picture.
package label

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longest is how many characters of a name are shown.
const Longest = 40

// Clean returns s in a form that can be shown anywhere on one line. Control
// characters, among them those that turn the direction of what follows, and bytes
// that are no UTF-8 become �, and what is longer than so many characters is cut.
func Clean(s string, most int) string {
	var b strings.Builder
	count := 0
	for _, r := range s {
		if count == most {
			return b.String() + "…"
		}
		count++
		if r != ' ' && !unicode.IsGraphic(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Item returns what an item is called: its name, or its number from 1 if the names
// are nil. Letters that are written from right to left are kept from turning what
// stands beside them.
func Item(names []string, item int) string {
	if names == nil {
		return strconv.Itoa(item + 1)
	}
	s := Clean(names[item], Longest)
	switch {
	case strings.TrimSpace(s) == "":
		return "“" + s + "”"
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, fromTheRight...) }):
		return "\u2068" + s + "\u2069"
	}
	return s
}

// Items returns what the first of so many items are called, in a list.
func Items(names []string, items int) string {
	const few = 3
	var first []string
	for item := range min(items, few) {
		first = append(first, Item(names, item))
	}
	if items > few {
		first = append(first, "…")
	}
	return strings.Join(first, ", ")
}

var fromTheRight = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam,
}
