package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A path names a field of a JSON object (RFC 8259): the names of its members, from the outermost on.
type path []string

// newPath returns the path that a text such as user.id stands for. A backslash makes the dot behind it
// part of a name.
func newPath(text string) path {
	p := path{""}
	for rest := text; rest != ""; {
		n := 1
		switch last := &p[len(p)-1]; {
		case rest[0] == '.':
			p = append(p, "")
		case strings.HasPrefix(rest, `\.`):
			*last += "."
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
	errEmpty    = errors.New("it is empty, not a JSON object")
	errNoObject = errors.New("it is not a JSON object")
	errBroken   = errors.New("its JSON is broken")
)

// appendText appends the text of the field in an object: the characters of a string, and of a number, true,
// false and null what is written there. The whole object is looked at, for a name may be there twice; but what
// is passed over need not be valid, as long as its strings and brackets are closed. It takes linear time.
// With again, the object has been looked at before, and is not looked at behind the field.
func (p path) appendText(dst, object []byte, again bool) ([]byte, error) {
	value, err := p.find(object, again)
	if err != nil {
		return dst, err
	}
	switch {
	case value == nil && len(p) > 1:
		return dst, fmt.Errorf("there is no field %q (\\. stands for a dot within a name)", p)
	case value == nil:
		return dst, fmt.Errorf("there is no field %q", p)
	case value[0] == '"':
		text, err := unquote(value)
		return append(dst, text...), err
	case value[0] == '{' || value[0] == '[':
		return dst, fmt.Errorf("the field %q is no text, number, true, false or null", p)
	case !json.Valid(value):
		return dst, errBroken
	}
	return append(dst, value...), nil
}

// find returns the value of the field in an object, or nil if there is none.
func (p path) find(object []byte, again bool) (value []byte, err error) {
	rest := skipSpace(object)
	switch {
	case len(rest) == 0:
		return nil, errEmpty
	case rest[0] != '{':
		return nil, errNoObject
	}
	rest = skipSpace(rest[1:])
	for more := len(rest) == 0 || rest[0] != '}'; more; {
		n := valueLength(rest)
		if n < 2 || rest[0] != '"' {
			return nil, errBroken
		}
		name, err := unquote(rest[:n])
		if err != nil {
			return nil, err
		}
		rest = skipSpace(rest[n:])
		if len(rest) == 0 || rest[0] != ':' {
			return nil, errBroken
		}
		rest = skipSpace(rest[1:])
		if n = valueLength(rest); n <= 0 {
			return nil, errBroken
		}
		if string(name) == p[0] {
			if value != nil {
				return nil, fmt.Errorf("the field %q is there twice", p[:1])
			}
			if value = rest[:n]; again {
				break
			}
		}
		rest = skipSpace(rest[n:])
		if len(rest) == 0 || rest[0] != ',' && rest[0] != '}' {
			return nil, errBroken
		}
		if more = rest[0] == ','; more {
			rest = skipSpace(rest[1:])
		}
	}
	if !again && len(skipSpace(rest[1:])) > 0 {
		return nil, errBroken
	}
	if len(p) == 1 || value == nil {
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

// valueLength returns the length of the value that b begins with, or a number below 1 if it does not end.
func valueLength(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n := stringLength(b[i:])
			if n < 0 {
				return -1
			}
			if i += n - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
			if depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
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

// unquote returns the characters of a string.
func unquote(value []byte) ([]byte, error) {
	if bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1], nil
	}
	text := ""
	if json.Unmarshal(value, &text) != nil {
		return nil, errBroken
	}
	return []byte(text), nil
}
