//go:build unix

package vfs

import (
	"os"
	"path/filepath"
	"testing"
)

// A name leads to the file that the system would open or make for it.
func TestTarget(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, d := range []string{"deep", "deep/er", "other"} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"new": "missing", "again": "new", "absolute": dir + "/missing", "folder": "deep/er",
		"other/up": "../folder/../missing",
		"there":    "old", "loop": "loop", "nowhere": "no/where",
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("old", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"missing": "missing", "./missing": "missing", "other/../missing": "missing", dir + "/missing": "missing",
		"new": "missing", "again": "missing", "absolute": "missing", "other/up": "deep/missing",
		"folder/x":    "deep/er/x",
		"folder/../x": "deep/x", "old": "old", "there": "old", "deep//x": "deep/x",
		"loop": "", "nowhere": "", "no/where": "", "missing/": "",
	} {
		got, err := Target(name)
		if got != "" && !filepath.IsAbs(got) {
			got = filepath.Join(dir, got)
		}
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v, not %q", name, got, err, want)
		}
	}
}
