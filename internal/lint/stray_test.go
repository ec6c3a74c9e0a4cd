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

	for _, file := range tracked(t) {
		info, err := os.Lstat(file)
		if err != nil {
			t.Fatal(err)
		}
		if stray(filepath.ToSlash(file), info.Size()) {
			t.Errorf("%s is no source, data or document, or empty: git rm it, or add what it is to kinds", file)
		}
	}
}

// tracked returns the files of the working tree that git has, of these patterns, by their paths from here. Having none
// is a failure; where there is no clone, the test is skipped.
func tracked(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	const root = "../.."
	list, err := exec.Command("git", append([]string{"-C", root, "ls-files", "-z", "--"}, patterns...)...).Output()
	if err != nil {
		t.Skip("this is no clone")
	}
	for file := range strings.SplitSeq(strings.Trim(string(list), "\x00"), "\x00") {
		file = filepath.Join(root, file)
		if _, err := os.Lstat(file); err == nil { // not about to be removed
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		t.Fatalf("git has no files %q", patterns)
	}
	return files
}
