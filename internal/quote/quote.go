// Package quote quotes texts for messages and for pasting into a shell.
package quote

import (
	"fmt"
	"iter"
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

// Words quotes words of a command line for a shell.
func Words(words ...string) string {
	quoter, quoted := New(), make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoter.File(word)
	}
	return strings.Join(quoted, " ")
}

// Locale quotes a text.
func (q Quoter) Locale(text string) string {
	left, right := "'", "'"
	if q.UTF8 {
		left, right = "‘", "’"
	}
	all := left
	for char, printable := range q.chars(text) {
		switch {
		case !printable:
			char = escapes(char)
		case char == right || char == `\`:
			char = `\` + char
		}
		all += char
	}
	return all + right
}

// File quotes the name of a file.
func (q Quoter) File(name string) string {
	const special = "!\"$&()*;<=>?[\\^`|"
	plain := true
	for _, printable := range q.chars(name) {
		plain = plain && printable
	}
	switch {
	case name == "" || name == "{" || name == "}":
		return "'" + name + "'"
	case plain && !strings.ContainsAny(name, special+" :'") && !strings.ContainsAny(name[:1], "#~"):
		return name
	case plain && !strings.ContainsAny(name, special+"{}") && !strings.ContainsAny(name[1:], "#~") &&
		strings.Contains(name, "'"):
		return `"` + name + `"` // in which less is special
	}
	all, escaping := "'", false
	for char, printable := range q.chars(name) {
		switch {
		case !printable && !escaping:
			char = "'$'" + escapes(char)
		case !printable:
			char = escapes(char)
		case char == "'":
			char = `'\''`
		case escaping:
			char = "''" + char
		}
		all, escaping = all+char, !printable
	}
	return all + "'"
}

// chars yields the characters of text, and whether they can be printed. A byte that belongs to none is one.
func (q Quoter) chars(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for text != "" {
			r, size := utf8.DecodeRuneInString(text)
			printable := (q.UTF8 || r < utf8.RuneSelf) && (r != utf8.RuneError || size > 1) &&
				(unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)) &&
				!unicode.Is(unicode.Bidi_Control, r) // GNU's let these turn the line
			if !yield(text[:size], printable) {
				return
			}
			text = text[size:]
		}
	}
}

// escapes returns the bytes of char as C's string literals have them.
func escapes(char string) (all string) {
	for _, c := range []byte(char) {
		if i := strings.IndexByte("\a\b\t\n\v\f\r", c); i >= 0 {
			all += `\` + "abtnvfr"[i:i+1]
		} else {
			all += fmt.Sprintf(`\%03o`, c)
		}
	}
	return all
}
