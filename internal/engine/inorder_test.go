package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// InOrder gives records as they stand in files and in streams, or their columns.
func TestInOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, c := range []struct {
		text    string
		opt     Options
		columns []Column
		want    string
	}{
		{"a\nb\n\nc", Options{}, nil, "[a b  c]"},
		{"", Options{}, nil, "[]"},
		{"h\na\nb\n", Options{Format: Format{Header: 1}}, nil, "[a b]"},
		{"x,y\n1,\"p\nq\"\n2,r\n", Options{Format: Format{Kind: ask.CSV, Header: 1}}, []Column{{Name: "y"}},
			"[p\nq r]"},
		{"{\"id\":3}\n{\"id\":7}\n", Options{Format: Format{Kind: ask.JSON}}, []Column{{Name: "id"}}, "[3 7]"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, s := range []Source{{Name: name}, {Name: "stream", Reader: strings.NewReader(c.text)}} {
			got := []string{}
			for key, err := range InOrder(t.Context(), c.opt, c.columns, s) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(key))
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%q with %v is %q, not %s", c.text, c.columns, got, c.want)
			}
			for range InOrder(t.Context(), c.opt, c.columns, s) {
				break // and nothing comes after
			}
		}
	}
	for text, c := range map[string]Column{"a\n": {Number: 2}, "{\"id\":3}\n": {Name: "nope"}} {
		var last error
		s := Source{Reader: strings.NewReader(text)}
		for _, last = range InOrder(t.Context(), Options{Format: Format{Kind: ask.JSON}}, []Column{c}, s) {
		}
		if last == nil {
			t.Errorf("%q: a column that no record has is no error", text)
		}
	}
}
