package view

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how many characters of a name or a title are shown.
const longest = 40

// clean returns s in a form that can be shown anywhere on one line. Control
// characters, among them those that turn the direction of what follows, and bytes
// that are no UTF-8 become �, and what is too long is cut.
func clean(s string, most int) string {
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

// name returns what an item is called. Letters that are written from right to left
// are kept from turning what stands beside them.
func name(names []string, item int) string {
	if names == nil {
		return strconv.Itoa(item + 1)
	}
	s := clean(names[item], longest)
	switch {
	case strings.TrimSpace(s) == "":
		return "“" + s + "”"
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, fromTheRight...) }):
		return "\u2068" + s + "\u2069"
	}
	return s
}

var fromTheRight = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam,
}

// isolates takes away what name puts around letters from the right.
var isolates = strings.NewReplacer("\u2068", "", "\u2069", "")

// Reports call items by their numbers, from 0; people count from 1.
var (
	numbered = regexp.MustCompile(`\bitem (\d+)\b`)
	foreign  = regexp.MustCompile(`has -?\d+, which is not one of the items 0 to \d+`)
)

// Renamed returns a text of a report, in which items have their numbers, with the
// items' names, which are made harmless; without names, they are numbered from 1.
func Renamed(text string, names []string) string {
	text = foreign.ReplaceAllString(text, "has something that is none of the items")
	return numbered.ReplaceAllStringFunc(text, func(found string) string {
		item, err := strconv.Atoi(found[len("item "):])
		if err != nil || names != nil && item >= len(names) {
			return found
		}
		return "item " + name(names, item)
	})
}

// number returns an integer with commas.
func number(x int64) string {
	s := strconv.FormatInt(x, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// minus gives a number the sign that is as wide as its plus.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// short returns a number in few digits.
func short(x float64) string {
	if math.Abs(x) >= 1000 && math.Abs(x) < 1e15 {
		return number(int64(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

// odds returns 10^l to 1 in words.
func odds(l float64) string {
	switch {
	case math.IsInf(l, -1):
		return "0 to 1"
	case l < 0:
		return "1 to " + power(-l)
	}
	return power(l) + " to 1"
}

// longPower is the logarithm of numbers that are written as powers of ten.
const longPower = 15

// power returns 10^l in words. It rounds down, as evidence must not be overstated.
func power(l float64) string {
	switch {
	case math.IsInf(l, 1):
		return "∞"
	case l >= longPower:
		return fmt.Sprintf("10^%d", int(l+1e-9))
	}
	x := math.Pow(10, l) * (1 + 1e-12)
	for i, word := range []string{" trillion", " billion", " million"} {
		unit := math.Pow(10, float64(12-3*i))
		if x >= unit {
			digits := x / unit
			if digits < 10 {
				return strconv.FormatFloat(math.Floor(digits*10)/10, 'g', -1, 64) + word
			}
			return number(int64(digits)) + word
		}
	}
	if x < 100 {
		return strconv.FormatFloat(math.Floor(x*10)/10, 'g', -1, 64)
	}
	return number(int64(x))
}
