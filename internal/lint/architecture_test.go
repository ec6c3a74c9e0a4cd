package lint

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What ARCHITECTURE.md says that folders build on, they import. Folders without code of
// their own say what is below them.
func TestArchitecture(t *testing.T) {
	const root = "../.."
	page, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| (`[^|]*) \\| [^|]* \\| ([^|]*)\\|$").FindAllStringSubmatch(string(page), -1)
	quoted, checked := regexp.MustCompile("`([^`]+)`"), 0
	for _, row := range rows {
		var imports []string
		parent := ""
		for _, name := range quoted.FindAllStringSubmatch(row[1], -1) {
			folder := name[1]
			if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
				folder = path.Join(parent, folder)
			}
			parent = path.Dir(folder)
			imports = append(imports, importsOf(t, filepath.Join(root, folder))...)
		}
		for _, name := range quoted.FindAllStringSubmatch(row[2], -1) {
			is := func(i string) bool { return i == name[1] || strings.HasSuffix(i, "/"+name[1]) }
			checked++
			if len(imports) > 0 && !slices.ContainsFunc(imports, is) {
				t.Errorf("%s do not build on %s: they import %q", row[1], name[1], imports)
			}
		}
		if strings.Contains(row[2], "the standard library") && len(imports) > 0 {
			t.Errorf("%s build on more than the standard library: %q", row[1], imports)
		}
	}
	if checked < 20 {
		t.Errorf("the page says of %d packages only that others build on them", checked)
	}
}

// importsOf returns what the code in a folder imports of this module, by folder.
func importsOf(t *testing.T, folder string) (all []string) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			if name, _ := strconv.Unquote(spec.Path.Value); name == module {
				all = append(all, "yates")
			} else if folder, ours := strings.CutPrefix(name, module+"/"); ours && !slices.Contains(all, folder) {
				all = append(all, folder)
			}
		}
	}
	return all
}
