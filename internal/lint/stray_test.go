package lint

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kinds are the ends of names, or whole names, of what the repository holds: source, data and documents.
var kinds = strings.Fields(`
	.go .mod .sum .s .rs .sh .js .mjs .ts .css .html .py .typed .in .toml .txtar Makefile Dockerfile run
	.json .csv .txt .svg .yml .yaml .gitignore .commit .draw .cases .golden
	.md .1 LICENSE
	changelog control copyright format lintian-overrides rules watch .install .manpages
`)

// stray reports whether a file that git has, named by its path with slashes, is none of these, or holds nothing.
func stray(file string, size int64) bool {
	base := path.Base(file)
	kind := base[max(strings.LastIndexByte(base, '.'), 0):]
	return size == 0 && kind != ".typed" || // Python looks for that one's name alone
		!slices.Contains(kinds, kind) && !strings.Contains(file, "testdata/fuzz/")
}

func TestStray(t *testing.T) {
	for file, want := range map[string]bool{"a.go": false, "LICENSE": false, "x/.gitignore": false, "b.base": true,
		"x/b.base.err": true, "a.go.orig": true, "x/a.go.rej": true, "a.go~": true, "a.out": true, "yates": true,
		"nohup.out": true, "testdata/fuzz/FuzzA/0123abcd": false, "testdata/core": true} {
		if stray(file, 1) != want {
			t.Errorf("stray(%q, 1) = %v", file, !want)
		}
	}
	if !stray("a.go", 0) || stray("py.typed", 0) {
		t.Error("empty files are stray, but for the mark of a typed package")
	}

	const root = "../.."
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("this is no clone")
	}
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for file := range strings.SplitSeq(strings.Trim(string(list), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, file))
		if err != nil {
			continue // about to be removed
		}
		if found++; stray(file, info.Size()) {
			t.Errorf("%s is no source, data or document, or empty: git rm it, or add what it is to kinds", file)
		}
	}
	if found == 0 {
		t.Error("git has no files")
	}
}
