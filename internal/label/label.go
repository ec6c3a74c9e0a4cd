// Package label makes outside texts safe for one line of a message, a page or a picture.
package label

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longest is the number of characters of a name to show at most.
const Longest = 40

// Clean returns s in a form that can be shown anywhere on one line. Control characters,
// including those that change the direction of text, and bytes that are not UTF-8 become
// �, and a text longer than the limit is truncated.
func Clean(s string, most int) string {
	var b strings.Builder
	count := 0
	for _, r := range s {
		if count == most {
			return b.String() + "…"
		}
		count++
		if !unicode.IsGraphic(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Wrap breaks a text into lines of at most width characters, and indents all but the
// first, which begins at the column.
func Wrap(text string, column, indent, width int) string {
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+size > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += size
	}
	return b.String()
}

// Item returns the name of an item, or its number from 1 if names is nil. Right-to-left
// letters are isolated from the text around them.
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

// Items returns a list of the names of the first items.
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
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic,
	unicode.Adlam,
}
