package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/records/failure"
)

// TestField: the text of a field is what the standard library's decoder finds there, however the object is
// written; and what it refuses is no object here, as far as one must look.
func TestField(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 200_000 {
		line := []byte(randomObject(rng, 3))
		if rng.IntN(4) == 0 && len(line) > 0 { // a byte is lost, doubled or another
			i := rng.IntN(len(line))
			line = append(line[:i:i], append([]byte(`{}[]",:\a1 `[:rng.IntN(3)]), line[min(i+rng.IntN(2), len(line)):]...)...)
		}
		p := newPath(`a.b\.c`)[:1+rng.IntN(2)]
		got, err := p.appendText([]byte("x"), line, &Key{})
		if err == nil {
			if again, e := p.appendText([]byte("x"), line, &Key{Again: true}); e != nil || !bytes.Equal(again, got) {
				t.Fatalf("field %q of %q: %q, and then %q, %v", p, line, got, again, e)
			}
		}
		want, ok := slowField(line, p)
		switch {
		case json.Valid(line) && utf8.Valid(line) && ok != (err == nil), ok && string(got) != "x"+want:
			t.Fatalf("field %q of %q: %q, %v; want %q, %t", p, line, got, err, want, ok)
		case ok:
			found++
		}
	}
	if found < 10_000 {
		t.Errorf("only %d fields were found", found)
	}
}

// slowField returns the text of a field, and whether there is one.
func slowField(line []byte, p path) (string, bool) {
	for i := range p {
		d := json.NewDecoder(bytes.NewReader(line))
		if open, err := d.Token(); err != nil || open != json.Delim('{') || !json.Valid(line) || !utf8.Valid(line) {
			return "", false
		}
		n := 0
		var value json.RawMessage
		for d.More() {
			name, _ := d.Token()
			var v json.RawMessage
			d.Decode(&v)
			if name == p[i] {
				n, value = n+1, v
			}
		}
		if n != 1 {
			return "", false
		}
		line = value
	}
	var text string
	if err := json.Unmarshal(line, &text); err == nil && line[0] == '"' {
		return text, !strings.Contains(text, "\ufffd") // half of a surrogate pair, as no object has that itself
	}
	if string(line) == "null" {
		return "", true
	}
	return string(line), line[0] != '{' && line[0] != '['
}

// randomObject returns an object, which may have members a and b.c.
func randomObject(rng *rand.Rand, depth int) string {
	space := func() string { return strings.Repeat(" ", rng.IntN(2)) + strings.Repeat("\t", rng.IntN(2)) }
	names := []string{`"a"`, `"b.c"`, `"b"`, `"\u0061"`, `"b\u002ec"`, `""`, `"a\\"`, `"é"`}
	values := []string{`1`, `-1.50e+7`, `true`, `null`, `""`, `"a"`, `"a\"b\\"`, `"\ud83d\ude00 é"`, `"{[,:]}"`, `[1,{"a":2}]`,
		`[]`, `"\\"`}
	var members []string
	for range rng.IntN(4) {
		value := values[rng.IntN(len(values))]
		if depth > 0 && rng.IntN(3) == 0 {
			value = randomObject(rng, depth-1)
		}
		members = append(members, fmt.Sprint(space(), names[rng.IntN(len(names))], space(), ":", space(), value, space()))
	}
	return space() + "{" + strings.Join(members, ",") + space() + "}" + space()
}

// TestFieldVectors: fields have the texts that the specification gives.
func TestFieldVectors(t *testing.T) {
	var v struct {
		Fields []struct{ Line, Field, Text string }
	}
	data, err := os.ReadFile("../../../order/testdata/vectors.json")
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil || len(v.Fields) == 0 {
		t.Fatal(len(v.Fields), err)
	}
	for _, c := range v.Fields {
		if got, err := newPath(c.Field).appendText(nil, []byte(c.Line), &Key{}); err != nil || string(got) != c.Text {
			t.Errorf("%s of %s is %q, %v", c.Field, c.Line, got, err)
		}
	}
}

// TestRefused: what is not one object, or has no single text, is refused; the first reason is given. An object
// that is refused without a field is so with one.
func TestRefused(t *testing.T) {
	for line, want := range map[string]error{
		"":          errEmpty,
		" \t":       errEmpty,
		`[{"a":1}]`: failure.ErrJSON, `"a"`: failure.ErrJSON, `7`: failure.ErrJSON, "\ufeff{}": failure.ErrJSON,
		`{`: failure.ErrJSON, `{"a":1`: failure.ErrJSON, `{"a":1,`: failure.ErrJSON, `{"a":1,}`: failure.ErrJSON, `{"a":1]`: failure.ErrJSON,
		`{"a":[1}`: failure.ErrJSON, `{"a":"1}`: failure.ErrJSON, `{"a" 1}`: failure.ErrJSON, `{a:1}`: failure.ErrJSON, `{"a":}`: failure.ErrJSON,
		`{"a":1 "b":2}`: failure.ErrJSON, `{,}`: failure.ErrJSON, `{"a":[{]}`: failure.ErrJSON,
		`{"a":1,"b":{"c":[}]}`: failure.ErrJSON, `{"a":1,"b":[}`: failure.ErrJSON, `{"a":1,"b":[{]}}`: failure.ErrJSON,
		`{"a":1,"b":` + strings.Repeat("[", 40) + strings.Repeat("]", 39) + "}": failure.ErrJSON,
		`{"a":1} x`: failure.ErrJSON, `{"a":1}{"a":2}`: failure.ErrJSON, `{"a":1},`: failure.ErrJSON, `{"a":1}}`: failure.ErrJSON,
		"{\"a\":1}\x00": failure.ErrJSON, `{} {}`: failure.ErrJSON, "{\"a\":1}\n{": failure.ErrJSON,
		"{\"b\xff\":2,\"a\":1}": errText, `{"\udc00":2,"a":1}`: errText, "{\"b\n\":2,\"a\":1}": failure.ErrJSON,
	} {
		for _, p := range []path{nil, {"a"}} {
			if _, err := p.appendText(nil, []byte(line), &Key{}); err != want {
				t.Errorf("%q of %q: %v, not %v", p, line, err, want)
			}
		}
	}
	for text, want := range map[string]error{
		"\xff": errText, "\xc3\\n": errText, "\xed\xa0\x80": errText, `\ud800`: errText, `\udc00`: errText,
		`\ud800x`:  errText,
		`\ud800\n`: errText, `\udc00\ud800`: errText, `\ud800\ud800`: errText, `\ud800\udc00`: nil, `\uFFFD`: nil,
		"\ufffd\\t": nil,
		`\u0000`:    nil, `\a`: failure.ErrJSON, `\a0041`: failure.ErrJSON, `\u004`: failure.ErrJSON,
		`\u12`: failure.ErrJSON, `\u+123`: failure.ErrJSON, `\ud800\u12`: failure.ErrJSON,
		`\ud83d\\ufffd`: errText, `\ud83d\uFFFD`: errText, `\\ufffd`: nil,
		`\'`: failure.ErrJSON,
		"\t": failure.ErrJSON, "\x00\\t": failure.ErrJSON, "\x1f": failure.ErrJSON, "\x7f ": nil,
	} {
		line := []byte(`{"a":"` + text + `"}`)
		if _, err := (path{"a"}).appendText(nil, line, &Key{Again: true}); err != want {
			t.Errorf("the text %q: %v, not %v", text, err, want)
		}
		if got, err := (path{}).appendText([]byte("x"), line, &Key{}); err != nil || string(got) != "x" {
			t.Errorf("no field of %q: %q, %v", line, got, err)
		}
	}
}

// TestOneField: what a field is, or that there is none, is said.
func TestOneField(t *testing.T) {
	for _, c := range []struct {
		line, field string
		ragged      bool
		want        string // the text, or the error
	}{
		{`{"a":1}`, "a", true, "1"},
		{"{\"a\":1\n,\"b\":2\r}", "a", false, "1"},
		{"{\"a\":1\n,\"b\":2\r}", "b", false, "2"},
		{`{}`, "a", true, errAbsent.Error()},
		{`{"a":[1]}`, "a.b", true, errAbsent.Error()},
		{`{}`, "a", false, `there is no field "a"`},
		{`{"b":{"a":1}, "c\u0301":[]}`, "a", false, `there is no field "a"; the object has "b", "c\u0301"`},
		{` { } `, "", false, `there is no field ""`},
		{`{"a":{}}`, "a.b", false, `there is no field "a.b" (\. stands for a dot within a name)`},
		{`{"a":{"b":[]}}`, "a.b", false, `the field "a.b" is no text, number, true, false or null`},
		{`{"a":{}}`, "a", false, `the field "a" is no text, number, true, false or null`},
		{`{"a":1,"b":2,"a":1}`, "a", true, `the field "a" is there twice`},
		{`{"a":tru}`, "a", false, "it is not one valid JSON object"},
		{" ", "a", true, "it is empty, not a JSON object"},
		{"{\"a\":\"\xff\"}", "a", true, "its JSON has a text that is not in UTF-8, or half of a surrogate pair"},
	} {
		key := new(Key)
		if c.ragged {
			key.Missing = MissingOwn
		}
		text, err := newPath(c.field).appendText(nil, []byte(c.line), key)
		if got := cmp.Or(string(text), fmt.Sprint(err)); got != cmp.Or(c.want, "<nil>") {
			t.Errorf("the field %q of %s: %s, not %s", c.field, c.line, got, c.want)
		}
	}
	for _, object := range []string{`{}`, "\t{ \n}\r "} {
		if _, err := (path{}).appendText(nil, []byte(object), &Key{}); err != nil {
			t.Errorf("%q: %v", object, err)
		}
	}
}

// TestPath: dots are between names, unless a backslash stands before them that is not itself behind one.
func TestPath(t *testing.T) {
	for text, want := range map[string]string{
		"a": `["a"]`, "a.b": `["a" "b"]`, `a\.b.c`: `["a.b" "c"]`, "": `[""]`, ".": `["" ""]`, `a\b`: `["a\\b"]`,
		`a\\.b`: `["a\\" "b"]`, `a\\\.b`: `["a\\.b"]`, `a\\\\.`: `["a\\\\" ""]`, `a\`: `["a\\"]`,
	} {
		if got := fmt.Sprintf("%q", []string(newPath(text))); got != want {
			t.Errorf("%q is the path %s, not %s", text, got, want)
		}
	}
}
