package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/records/failure"
)

// A path names a field of a JSON object (RFC 8259): the names of its members, from the outermost on.
type path []string

// newPath returns the path that a text such as user.id stands for. A backslash makes the dot, or the
// backslash, behind it part of a name.
func newPath(text string) path {
	p := path{""}
	for rest := text; rest != ""; {
		n := 1
		switch last := &p[len(p)-1]; {
		case rest[0] == '.':
			p = append(p, "")
		case strings.HasPrefix(rest, `\.`), strings.HasPrefix(rest, `\\`):
			*last += rest[1:2]
			n = 2
		default:
			*last += rest[:1]
		}
		rest = rest[n:]
	}
	return p
}

func (p path) String() string { return strings.Join(p, ".") }

var (
	errAbsent = errors.New("it does not have the field, and need not")

	errEmpty = errors.New("it is empty, not a JSON object")
	errText  = errors.New("its JSON has a text that is not in UTF-8, or half of a surrogate pair")
)

// appendText appends the text of the field in an object: the characters of a string, of a number, true and false what
// is written there, and of null nothing. The whole object is looked at, for a name may be there twice; but what is
// passed over need not be valid, as long as its strings and brackets are closed. It takes linear time. No path names no
// field: the object is looked at, and nothing is appended. It is errAbsent if there is no field where k.Missing allows
// that. With k.Again, the object has been looked at before, and is not looked at behind the field.
func (p path) appendText(dst, object []byte, k *Key) ([]byte, error) {
	value, err := p.find(object, k.Again)
	if err != nil || len(p) == 0 {
		return dst, err
	}
	switch {
	case value == nil && k.ragged():
		return dst, errAbsent
	case string(value) == "null":
		return dst, nil
	case value == nil && len(p) > 1:
		return dst, &failure.AbsentError{What: fmt.Sprintf("field %q (\\. stands for a dot within a name)", p)}
	case value == nil:
		return dst, &failure.AbsentError{What: fmt.Sprintf("field %q%s", p, others(object))}
	case value[0] == '"':
		text, err := unquote(value)
		return append(dst, text...), err
	case value[0] == '{' || value[0] == '[':
		return dst, fmt.Errorf("the field %q is no text, number, true, false or null", p)
	case !json.Valid(value):
		return dst, failure.ErrJSON
	}
	return append(dst, value...), nil
}

// others returns a clause about the fields that an object has, in place of one that it lacks.
func others(object []byte) string {
	var names []string
	for d := json.NewDecoder(bytes.NewReader(object)); ; {
		token, err := d.Token()
		name, is := token.(string)
		var value json.RawMessage
		switch {
		case token == json.Delim('{'):
		case is && d.Decode(&value) == nil:
			names = append(names, name)
		case err == nil && len(names) > 0: // the end of the object
			return "; the object has " + listed(names)
		default:
			return ""
		}
	}
}

// find returns the value of the field in an object, or nil if there is none.
func (p path) find(object []byte, again bool) (value []byte, err error) {
	rest := skipSpace(object)
	switch {
	case len(rest) == 0:
		return nil, errEmpty
	case rest[0] != '{':
		return nil, failure.ErrJSON
	}
	rest = skipSpace(rest[1:])
	for more := len(rest) == 0 || rest[0] != '}'; more; {
		n := valueLength(rest)
		if n < 2 || rest[0] != '"' {
			return nil, failure.ErrJSON
		}
		name, err := unquote(rest[:n])
		if err != nil {
			return nil, err
		}
		rest = skipSpace(rest[n:])
		if len(rest) == 0 || rest[0] != ':' {
			return nil, failure.ErrJSON
		}
		rest = skipSpace(rest[1:])
		if n = valueLength(rest); n <= 0 {
			return nil, failure.ErrJSON
		}
		if len(p) > 0 && string(name) == p[0] {
			if value != nil {
				return nil, fmt.Errorf("the field %q is there twice", p[:1])
			}
			if value = rest[:n]; again {
				break
			}
		}
		rest = skipSpace(rest[n:])
		if len(rest) == 0 || rest[0] != ',' && rest[0] != '}' {
			return nil, failure.ErrJSON
		}
		if more = rest[0] == ','; more {
			rest = skipSpace(rest[1:])
		}
	}
	if !again && len(skipSpace(rest[1:])) > 0 {
		return nil, failure.ErrJSON
	}
	if len(p) <= 1 || value == nil {
		return value, nil
	}
	if value[0] != '{' {
		return nil, nil
	}
	return p[1:].find(value, again)
}

func skipSpace(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\n' || b[0] == '\r') {
		b = b[1:]
	}
	return b
}

// valueLength returns the length of the value that b begins with, or a number below 1 if it does not end as it must.
func valueLength(b []byte) int {
	var few [16]byte
	open := few[:0] // the brackets that will close what is open
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n := stringLength(b[i:])
			if n < 0 {
				return -1
			}
			if i += n - 1; len(open) == 0 {
				return i + 1
			}
		case '{', '[':
			open = append(open, b[i]+2) // in ASCII
		case '}', ']':
			last := len(open) - 1
			switch {
			case last < 0:
				return i
			case b[i] != open[last]:
				return -1
			case last == 0:
				return i + 1
			}
			open = open[:last]
		case ',', ' ', '\t', '\n', '\r':
			if len(open) == 0 {
				return i
			}
		}
	}
	return -1
}

// stringLength returns the length of the string that b begins with, or −1 if it does not end.
func stringLength(b []byte) int {
	for end := 1; ; end++ {
		i := bytes.IndexByte(b[end:], '"')
		if i < 0 {
			return -1
		}
		end += i
		text := bytes.TrimRight(b[1:end], `\`)
		if (end-1-len(text))%2 == 0 {
			return end + 1
		}
	}
}

// unquote returns the characters of a string in UTF-8. No two texts become one: a string that has no characters,
// as its bytes are not in UTF-8 or it has half of a surrogate pair, is an error.
func unquote(value []byte) ([]byte, error) {
	rest := value[1 : len(value)-1]
	for _, c := range rest {
		if c < ' ' {
			return nil, failure.ErrJSON
		}
	}
	switch {
	case !utf8.Valid(rest):
		return nil, errText
	case bytes.IndexByte(rest, '\\') < 0:
		return rest, nil
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return nil, failure.ErrJSON
	}
	// The decoder puts U+FFFD in the place of half a pair.
	const replaced = "\ufffd"
	escaped := bytes.ToLower(bytes.ReplaceAll(rest, []byte(`\\`), nil))
	if strings.Count(text, replaced) > bytes.Count(rest, []byte(replaced))+bytes.Count(escaped, []byte(`\ufffd`)) {
		return nil, errText
	}
	return []byte(text), nil
}
