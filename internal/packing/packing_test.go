package packing

import (
	"path/filepath"
	"testing"
)

func TestNamed(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Kind
	}{
		{"a.gz", Gzip}, {"a.GZ", Gzip}, {"a.txt.gz", Gzip}, {".gz", Gzip}, {"a.zst", Zstd}, {"a.Zst", Zstd},
		{"a.gz.txt", None}, {"gz", None}, {"a.gzip", None}, {"agz", None}, {"a.", None},
		{"gz.d" + string(filepath.Separator) + "a", None}, {"", None},
	} {
		if got := Named(c.name); got != c.kind {
			t.Errorf("%q: kind %d", c.name, got)
		}
	}
}
