package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxText is the length in bytes of the longest title, name or reason.
const MaxText = 500

// A Sum is a SHA-256.
type Sum [sha256.Size]byte

// String returns the sum as 64 hexadecimal digits, as sha256sum prints it.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// ParseSum returns the sum that 64 lowercase hexadecimal digits stand for.
func ParseSum(digits string) (Sum, error) {
	var s Sum
	return s, parseHex(s[:], digits)
}

// A FormatError reports where a text is not what it must be.
type FormatError struct {
	Text   string // what the text is: "commitment", "transcript", …
	Line   int    // from 1; 0 if it is no line in particular
	Reason string
}

func (e *FormatError) Error() string {
	if e.Line == 0 {
		return e.Text + ": " + e.Reason
	}
	return fmt.Sprintf("%s: line %d: %s", e.Text, e.Line, e.Reason)
}

// lines reads a text of lines that each have a key and a value. It keeps the first
// error and returns zero values from then on.
type lines struct {
	text string // for errors
	rest string
	line int // number of the line read last
	err  error
}

func newLines(text string, data []byte, most int) *lines {
	l := &lines{text: text, rest: string(data)}
	switch {
	case len(data) > most:
		l.failAt(0, "longer than %d bytes", most)
	case len(data) == 0:
		l.failAt(0, "empty")
	case bytes.IndexByte(data, '\r') >= 0:
		l.failAt(1+bytes.Count(data[:bytes.IndexByte(data, '\r')], []byte{'\n'}), "has a carriage return")
	case data[len(data)-1] != '\n':
		l.failAt(1+bytes.Count(data, []byte{'\n'}), "does not end in a line feed")
	}
	return l
}

func (l *lines) failAt(line int, format string, args ...any) {
	if l.err == nil {
		l.err = &FormatError{l.text, line, fmt.Sprintf(format, args...)}
		l.rest = ""
	}
}

func (l *lines) fail(format string, args ...any) { l.failAt(l.line, format, args...) }

// is reads a line that must be want.
func (l *lines) is(want string) {
	if got := l.next(want); got != want {
		l.fail("must be %q, not %s", want, short(got))
	}
}

// next reads a line; want is for the error if there is none.
func (l *lines) next(want string) string {
	l.line++
	line, rest, ok := strings.Cut(l.rest, "\n")
	if !ok {
		l.fail("missing: must be %q", want)
		return ""
	}
	l.rest = rest
	return line
}

// more reports whether the next line has the key.
func (l *lines) more(key string) bool { return strings.HasPrefix(l.rest, key+" ") }

// value reads a line and returns what comes after its key.
func (l *lines) value(key string) string {
	line := l.next(key + " …")
	value, ok := strings.CutPrefix(line, key+" ")
	if !ok {
		l.fail("must be %q, not %s", key+" …", short(line))
	}
	return value
}

// words reads a line with a number, a space and a text.
func (l *lines) words(key string, most uint64) (uint64, string) {
	number, text, _ := strings.Cut(l.value(key), " ")
	return l.toNumber(number, most), l.toText(text)
}

func (l *lines) number(key string, most uint64) uint64 { return l.toNumber(l.value(key), most) }

func (l *lines) hex(key string, dst []byte) { l.toHex(dst, l.value(key)) }

// toNumber parses an integer from 1 to most.
func (l *lines) toNumber(s string, most uint64) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	switch {
	case l.err != nil:
		return 0
	case len(s) > 20 || err != nil || strconv.FormatUint(n, 10) != s:
		l.fail("%s is not a whole number in plain digits", short(s))
	case n < 1 || n > most:
		l.fail("%d is not between 1 and %d", n, most)
	}
	return n
}

func (l *lines) toText(s string) string {
	if l.err == nil {
		if reason := badText(s); reason != "" {
			l.fail("the text %s", reason)
		}
	}
	return s
}

func (l *lines) toHex(dst []byte, s string) {
	if l.err == nil {
		if err := parseHex(dst, s); err != nil {
			l.fail("%v", err)
		}
	}
}

// end fails unless all lines were read, and compares data with what was understood
// of it. The comparison is what makes a text the only one of its meaning; what
// comes before it finds better words.
func (l *lines) end(data []byte, render func() []byte) error {
	if l.rest != "" {
		l.line++
		line, _, _ := strings.Cut(l.rest, "\n")
		l.fail("has no place here: %s", short(line))
	}
	if l.err != nil {
		return l.err
	}
	if again := render(); !bytes.Equal(again, data) {
		i := 0
		for i < min(len(again), len(data)) && again[i] == data[i] {
			i++
		}
		l.failAt(1+bytes.Count(data[:i], []byte{'\n'}), "is not in the one form that it must have")
	}
	return l.err
}

// short quotes a line that may be long.
func short(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.Quote(strings.ToValidUTF8(s[:most], "�")) + "…"
	}
	return strconv.Quote(s)
}

// parseHex fills dst from lowercase hexadecimal digits.
func parseHex(dst []byte, digits string) error {
	if len(digits) != hex.EncodedLen(len(dst)) {
		return fmt.Errorf("%s is not %d hexadecimal digits but %d bytes", short(digits), hex.EncodedLen(len(dst)),
			len(digits))
	}
	if strings.Trim(digits, "0123456789abcdef") != "" {
		return fmt.Errorf("%s is not in lowercase hexadecimal digits", short(digits))
	}
	_, err := hex.Decode(dst, []byte(digits))
	return err
}

// badText returns what is wrong with a title, a name or a reason, or nothing. It
// depends on no table that a later version of Unicode changes.
func badText(s string) string {
	switch {
	case s == "":
		return "is empty"
	case len(s) > MaxText:
		return fmt.Sprintf("is longer than %d bytes", MaxText)
	case !utf8.ValidString(s):
		return "is not valid UTF-8"
	case s[0] == ' ' || s[len(s)-1] == ' ':
		return "begins or ends with a space"
	case strings.Contains(s, "  "):
		return "has two spaces in a row"
	}
	for _, r := range s {
		for _, u := range unseen {
			if u.first <= r && r <= u.last {
				return fmt.Sprintf("has the character %U, which cannot be seen or looks like a space", r)
			}
		}
	}
	return ""
}

// unseen are the characters that a text must not have: with them, two texts could look
// alike, and one text could pretend to be several lines.
var unseen = []struct{ first, last rune }{
	{0, 0x1f}, {0x7f, 0xa0}, {0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160}, {0x1680, 0x1680},
	{0x17b4, 0x17b5},
	{0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000},
	{0x3164, 0x3164},
	{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
	{0xe0000, 0xe0fff},
}
