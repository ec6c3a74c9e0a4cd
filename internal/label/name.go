package label

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Name returns the name of a file, or another outside name, for a message. It quotes the
// name as Go does if the name could harm a terminal or be misread, or has spaces in a row
// with which it could pretend to be several names or lines.
func Name(s string) string {
	ambiguous := strings.Contains(s, `"`) || strings.Contains(s, `\`) && os.PathSeparator != '\\'
	unseen := !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
	switch {
	case strings.ContainsFunc(s, blank):
		return strconv.QuoteToASCII(s)
	case s == "" || ambiguous || unseen || strings.TrimSpace(s) != s || strings.Contains(s, "  "):
		return strconv.Quote(s)
	}
	return s
}

// blank reports whether a character that counts as printable is often not seen.
func blank(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Escape returns s with unprintable characters as Go escapes, except those in keep. It
// keeps the marks that [Item] puts around right-to-left letters, if they are in pairs and
// so affect only the text between them.
func Escape(s, keep string) string {
	isolates := ""
	if paired(s) {
		isolates = "\u2068\u2069"
	}
	var b strings.Builder
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		char := s[:size]
		s = s[size:]
		broken := r == utf8.RuneError && size == 1
		if !broken && (unicode.IsGraphic(r) || strings.ContainsRune(keep+isolates, r)) {
			b.WriteString(char)
			continue
		}
		quoted := strconv.Quote(char)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// paired reports whether each line of s closes the isolates that it opens, one after the
// other.
func paired(s string) bool {
	open := false
	for _, r := range s {
		switch {
		case r == '\u2068' && open, r == '\u2069' && !open, r == '\n' && open:
			return false
		case r == '\u2068', r == '\u2069':
			open = !open
		}
	}
	return !open
}

// JSON returns an equivalent JSON text with unprintable characters as JSON escapes, most
// of which encoders leave unescaped. It keeps white space between values.
func JSON(text []byte) []byte {
	b := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r < ' ' || strconv.IsPrint(r) {
			b = append(b, text[:size]...)
		} else {
			for _, unit := range utf16.AppendRune(nil, r) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		}
		text = text[size:]
	}
	return b
}
