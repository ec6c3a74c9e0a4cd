package draw

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Sum is a SHA-256.
type Sum [sha256.Size]byte

// String returns the sum as 64 hexadecimal digits, as sha256sum prints it.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// ParseSum returns the sum that 64 lowercase hexadecimal digits stand for.
func ParseSum(digits string) (Sum, error) { return parse32[Sum](digits) }

func parse32[T ~[32]byte](digits string) (value T, err error) {
	err = parseHex(value[:], digits)
	return value, err
}

// lines is a text of lines that each have a key and a value, as it is written or read. The
// same function describes both, with all that a value must be. Lines keep the first error.
type lines struct {
	out []byte // what has been written

	text string // that is read, for errors; or "": it is written
	rest string // to read
	line int    // number of the line read or written last
	size int    // bytes up to its end
	err  error
}

// write returns the text that is described, and what is wrong with it.
func write(describe func(*lines)) ([]byte, error) {
	l := new(lines)
	describe(l)
	return l.out, l.err
}

// parse reads the text that is described into v, which must then describe the same text. The comparison is what makes a
// text the only one of its meaning; what comes before it finds better words.
func parse[T any](text string, data []byte, most int, v *T, describe func(*lines)) (*T, error) {
	l := &lines{text: text, rest: string(data)}
	switch i := bytes.IndexByte(data, '\r'); {
	case len(data) > most:
		l.failAt(0, "longer than %d bytes", most)
	case i >= 0:
		l.failAt(lineOf(data, i), "has a carriage return")
	case len(data) > 0 && data[len(data)-1] != '\n':
		l.failAt(lineOf(data, len(data)), "does not end in a line feed")
	default:
		describe(l)
	}
	if l.rest != "" {
		l.line++
		line, _, _ := strings.Cut(l.rest, "\n")
		l.fail("has no place here: %s", short(line))
	}
	if l.err != nil {
		return nil, l.err
	}
	if again, _ := write(describe); !bytes.Equal(again, data) {
		i := 0
		for i < min(len(again), len(data)) && again[i] == data[i] {
			i++
		}
		l.failAt(lineOf(data, i), "is not in the one form that it must have")
		return nil, l.err
	}
	return v, nil
}

// lineOf returns the number of the line that has the byte.
func lineOf(data []byte, i int) int { return 1 + bytes.Count(data[:i], []byte{'\n'}) }

func (l *lines) reads() bool { return l.text != "" }

// failAt notes what is wrong with a line, or with the whole text if its number is 0.
func (l *lines) failAt(line int, format string, args ...any) {
	where := ""
	if l.reads() {
		where = l.text + ": "
	}
	if l.reads() && line > 0 {
		where += fmt.Sprintf("line %d: ", line)
	}
	l.err = cmp.Or(l.err, fmt.Errorf(where+format, args...))
	l.rest = ""
}

func (l *lines) fail(format string, args ...any) { l.failAt(l.line, format, args...) }

// next writes a line, or reads and returns another one; want is for the error if there is none.
func (l *lines) next(line, want string) string {
	l.line++
	if !l.reads() {
		l.out = append(append(l.out, line...), '\n')
	} else {
		var ok bool
		if line, l.rest, ok = strings.Cut(l.rest, "\n"); !ok {
			l.fail("missing: must be %q", want)
		}
	}
	l.size += len(line) + 1
	return line
}

// is is a line that is always the same.
func (l *lines) is(want string) {
	if got := l.next(want, want); got != want {
		l.fail("must be %q, not %s", want, short(got))
	}
}

// more reports whether there is another line with the key.
func (l *lines) more(key string, toWrite bool) bool {
	return toWrite && !l.reads() || strings.HasPrefix(l.rest, key+" ")
}

// repeat is any number of lines with the key, up to most.
func repeat[T any](l *lines, key string, most int, all *[]T, describe func(*T)) {
	for i := 0; l.more(key, i < len(*all)); i++ {
		if l.reads() {
			*all = append(*all, *new(T))
		}
		if i == most {
			l.fail("there are more than %d lines %q", most, key+" …")
			break
		}
		describe(&(*all)[i])
	}
}

// value is a line with a key. It returns the value that is read.
func (l *lines) value(key, value string) string {
	line := l.next(key+" "+value, key+" …")
	value, ok := strings.CutPrefix(line, key+" ")
	if !ok {
		l.fail("must be %q, not %s", key+" …", short(line))
	}
	return value
}

// A field is a value or a part of one: what is written, and what takes it if it is good.
type field struct {
	text string
	take func(text string) error
}

// fields is a line with a key, and fields with a space between them. Only the last one can have spaces.
func (l *lines) fields(key string, fields ...field) {
	var texts []string
	for _, f := range fields {
		texts = append(texts, f.text)
	}
	texts = append(strings.SplitN(l.value(key, strings.Join(texts, " ")), " ", len(fields)), "")
	for i, f := range fields {
		if err := f.take(texts[min(i, len(texts)-1)]); err != nil {
			l.fail("%s: %v", key, err)
		}
	}
}

// title is a title, a name or a reason.
func (l *lines) title(s *string) field {
	return field{*s, func(text string) error {
		if reason := badText(text); reason != "" {
			return fmt.Errorf("%s %s", short(text), reason)
		}
		if l.reads() {
			*s = text
		}
		return nil
	}}
}

// hex is bytes in hexadecimal digits.
func (l *lines) hex(b []byte) field {
	return field{hex.EncodeToString(b), func(digits string) error {
		if l.reads() {
			return parseHex(b, digits)
		}
		return nil
	}}
}

// number is a number from 1 to most.
func number[N uint32 | int64 | uint64](l *lines, n *N, most uint64) field {
	return field{strconv.FormatUint(uint64(*n), 10), func(digits string) error {
		v, ok := whole(digits)
		if !ok || v > most {
			return fmt.Errorf("%s is not a whole number from 1 to %d", short(digits), most)
		}
		if l.reads() {
			*n = N(v)
		}
		return nil
	}}
}

// whole returns the whole number from 1 on that digits are.
func whole(digits string) (n uint64, ok bool) {
	n, err := strconv.ParseUint(digits, 10, 63)
	return n, err == nil && n > 0 && strconv.FormatUint(n, 10) == digits
}

// differ says what something is, if it is not what it must be.
func differ[T comparable](what string, is, want T) error {
	if is == want {
		return nil
	}
	return fmt.Errorf("%s %v, not %v", what, is, want)
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
	{0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800},
	{0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
	{0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
}
