package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"h\na\nb\n", Options{Header: 1}, nil, "[a b]"},
		{"x,y\n1,\"p\nq\"\n2,r\n", Options{CSV: true, Header: 1}, []Column{{Name: "y"}}, "[p\nq r]"},
		{"{\"id\":3}\n{\"id\":7}\n", Options{JSON: true}, []Column{{Name: "id"}}, "[3 7]"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, s := range []Source{RawFile(name), Reader("stream", strings.NewReader(c.text))} {
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
	for _, err := range InOrder(t.Context(), Options{}, []Column{{Number: 2}}, Reader("", strings.NewReader("a\n"))) {
		if err != nil {
			return
		}
	}
	t.Error("a column that is not there is no error")
}
