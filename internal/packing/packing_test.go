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

func TestForeign(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "out": "", "out.txt": "", "out.csv": "", "out.gz": "", "out.zst": "", "out.txt.gz": "", "bz2": "",
		"out.bz2.txt": "", "out.db": "",
		"out.bz2": "bzip2", "OUT.BZ2": "bzip2", "out.txt.xz": "xz", ".xz": "xz", "out.lz4": "lz4", "out.Z": "compress",
		"out.zip": "zip", "out.7z": "7z",
		"out.tar": "tar", "out.tar.gz": "tar", "out.TAR.Zst": "tar", "out.tgz": "tar", "out.parquet": "Parquet",
		"out.feather": "Feather", "out.xlsx": "Excel",
	} {
		if got := Foreign(name); got != want {
			t.Errorf("%q: %q instead of %q", name, got, want)
		}
	}
}
