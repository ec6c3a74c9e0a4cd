// Package quote quotes texts for messages and for pasting into a shell.
package quote

import (
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Quoter quotes as GNU programs do. They quote user input with the quotation marks of
// the locale, and the names of files for a shell, but only if a shell needs it.
type Quoter struct {
	UTF8 bool // the locale uses UTF-8
}

// New returns the quoter for the environment's locale, judged by its name.
func New() Quoter {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			_, charset, _ := strings.Cut(locale, ".")
			charset, _, _ = strings.Cut(strings.ToLower(charset), "@")
			return Quoter{UTF8: charset == "utf-8" || charset == "utf8"}
		}
	}
	return Quoter{}
}

// Locale quotes a text.
func (q Quoter) Locale(text string) string {
	left, right := "'", "'"
	if q.UTF8 {
		left, right = "‘", "’"
	}
	var b strings.Builder
	b.WriteString(left)
	for text != "" {
		char, printable := q.next(text)
		text = text[len(char):]
		switch {
		case !printable:
			writeEscapes(&b, char)
		case char == right || char == `\`:
			b.WriteString(`\` + char)
		default:
			b.WriteString(char)
		}
	}
	b.WriteString(right)
	return b.String()
}

// File quotes the name of a file.
func (q Quoter) File(name string) string {
	const (
		special  = "!\"$&()*;<=>?[\\^`|"
		harmless = " :" // in double quotation marks
		atStart  = "#~"
	)
	// A quotation mark is best shown between marks of the other kind, which
	// keep less from being special.
	single, double := name == "" || name == "{" || name == "}", true
	for i, rest := 0, name; rest != ""; i++ {
		char, printable := q.next(rest)
		rest = rest[len(char):]
		switch {
		case !printable || strings.Contains(special, char):
			single, double = true, false
		case strings.Contains(harmless, char), char == "'":
			single = true
		case strings.Contains(atStart, char):
			single = single || i == 0
			double = double && i == 0
		case char == "{", char == "}":
			double = false
		}
	}
	switch {
	case !single:
		return name
	case double && strings.Contains(name, "'"):
		return `"` + name + `"`
	}
	var b strings.Builder
	b.WriteByte('\'')
	escaping := false
	for name != "" {
		char, printable := q.next(name)
		name = name[len(char):]
		switch {
		case !printable:
			if !escaping {
				b.WriteString(`'$'`)
			}
			writeEscapes(&b, char)
		case char == "'":
			b.WriteString(`'\''`)
		default:
			if escaping {
				b.WriteString(`''`)
			}
			b.WriteString(char)
		}
		escaping = !printable
	}
	b.WriteByte('\'')
	return b.String()
}

// next returns the first character of text, which is not empty, and whether it
// can be printed. A byte that belongs to none is one.
func (q Quoter) next(text string) (char string, printable bool) {
	if !q.UTF8 || text[0] < utf8.RuneSelf {
		return text[:1], ' ' <= text[0] && text[0] <= '~'
	}
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && size == 1 {
		return text[:1], false
	}
	printable = unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
	return text[:size], printable && !unicode.Is(unicode.Bidi_Control, r) // GNU's let these turn the line
}

// writeEscapes writes the bytes of char as C's string literals have them.
func writeEscapes(b *strings.Builder, char string) {
	for _, c := range []byte(char) {
		if i := strings.IndexByte("\a\b\t\n\v\f\r", c); i >= 0 {
			b.WriteString(`\` + "abtnvfr"[i:i+1])
		} else {
			fmt.Fprintf(b, `\%03o`, c)
		}
	}
}
