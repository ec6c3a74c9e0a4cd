//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// The twin does what SPEC.md says.
func TestTwinFollowsVectors(t *testing.T) {
	text, err := os.ReadFile("../../order/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Orders []struct {
			Seed, Separator, CSV, SHA256 string
			Header                       int
			Sources                      []struct {
				Seq  int
				Text string
			}
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Orders) == 0 {
		t.Fatal("there are no orders")
	}
	for i, v := range vectors.Orders {
		j := job{seed: order.SeedFromText(v.Seed), nul: v.Separator == "\x00", header: v.Header, csv: v.CSV != "", count: -1}
		if j.csv {
			j.delimiter = v.CSV[0]
		}
		var sources [][]byte
		for _, source := range v.Sources {
			text := []byte(source.Text)
			for k := range source.Seq {
				text = fmt.Appendln(text, k+1)
			}
			sources = append(sources, text)
		}
		var out buffer
		err := j.do(sources, func(int, int) (io.WriteCloser, error) { return &out, nil })
		head, _, _ := j.cut(sources)
		if got := fmt.Sprintf("%x", sha256.Sum256(out.Bytes()[len(head):])); err != nil || got != v.SHA256 {
			t.Errorf("order %d: %s instead of %s, error %v", i, got, v.SHA256, err)
		}
	}
}

// The header is that of the first source that is not empty, and no other may come.
func TestHeaderOfTheTwin(t *testing.T) {
	j := job{header: 1, count: -1}
	head, records, err := j.cut([][]byte{nil, []byte("h\n1\n"), nil, []byte("\ufeffh\r\n2"), []byte("h")})
	if want := "1\n2\n"; err != nil || string(head) != "h\n" || string(bytes.Join(records, nil)) != want {
		t.Errorf("header %q, records %q, %v", head, records, err)
	}
	for _, other := range []string{"g\n3\n", "h\r\r\n", "\n", "h\ufeff"} {
		if _, _, err := j.cut([][]byte{[]byte("h\n1\n"), []byte(other)}); !errors.Is(err, errBad) {
			t.Errorf("header %q: %v", other, err)
		}
	}
}

func TestKeysOfTheTwin(t *testing.T) {
	for record, want := range map[string]string{
		"a;b\r\n": "b", "a;\"b\"\"\n;\"c;d\n": "b\"\n;c", "a;\"b\r\"\n": "b\r", "a;b\"c\"\r\r\n": "b\"c\"\r", "a;\n": "",
		"\ufeffa;b\n": "b", "\ufeff\"a\";\ufeff\n": "\ufeff",
	} {
		j := job{csv: true, delimiter: ';', columns: []int{2}}
		if got, err := j.key([]byte(record)); err != nil || got != want {
			t.Errorf("column 2 of %q is %q, %v", record, got, err)
		}
		j.columns = []int{2, 1}
		if got, err := j.key([]byte(record)); err != nil || got != fmt.Sprintf("\x00\x00\x00\x00\x00\x00\x00%c%s\x00\x00\x00\x00\x00\x00\x00\x01a", len(want), want) {
			t.Errorf("columns 2 and 1 of %q are %q, %v", record, got, err)
		}
	}
	j := job{delimiter: '\t', columns: []int{2}, lines: 2}
	if got, err := j.key([]byte("a\t\"b\r\nc\td\n")); err != nil || got != `"b` {
		t.Errorf("column 2 of a line is %q, %v", got, err)
	}
	j.columns[0] = 3
	if _, err := j.key([]byte("a\tb\n")); !errors.Is(err, errBad) {
		t.Errorf("a column that there is not: %v", err)
	}
	if _, err := (&job{csv: true, delimiter: ','}).units([]byte("a,\"b\n\"\nc,\"")); !errors.Is(err, errBad) {
		t.Errorf("an open quotation mark: %v", err)
	}
}
