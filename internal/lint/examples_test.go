package lint

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are folders of programs, whose packages nobody else calls.
var programs = []string{"internal", "testdata", "cmd", "examples", "web", "golangci"}

// standardMethods are called by others, in ways that everybody knows.
var standardMethods = []string{"Error", "Unwrap", "Is", "As", "String", "GoString", "Format", "MarshalText",
	"UnmarshalText", "MarshalJSON", "UnmarshalJSON", "MarshalBinary", "UnmarshalBinary"}

// Each exported function and method of a public package has an example, but for methods of
// the standard library's interfaces.
func TestExamples(t *testing.T) {
	const root = "../.."
	checked := 0
	err := filepath.WalkDir(root, func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, folder)
		name = filepath.ToSlash(name)
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil && name != "." {
			return fs.SkipDir // a module of its own
		}
		if slices.Contains(programs, d.Name()) || name != "." && d.Name()[0] == '.' {
			return fs.SkipDir
		}
		all, lack := examplesOf(t, folder)
		checked += all
		if len(lack) > 0 {
			t.Errorf("%s: these have no example: %s", name, strings.Join(lack, ", "))
		}
		return nil
	})
	if err != nil || checked < 50 {
		t.Errorf("%d functions have examples; %v", checked, err)
	}
}

// examplesOf returns how many functions and methods of the package in a folder should have
// examples, and those that have none.
func examplesOf(t *testing.T, folder string) (all int, lack []string) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset, files := token.NewFileSet(), []*ast.File(nil)
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name == "main" {
			return 0, nil
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return 0, nil
	}
	p, err := doc.NewFromFiles(fset, files, module)
	if err != nil {
		t.Fatal(err)
	}
	check := func(of string, funcs []*doc.Func) {
		for _, f := range funcs {
			if all++; len(f.Examples) == 0 {
				lack = append(lack, of+f.Name)
			}
		}
	}
	check("", p.Funcs)
	for _, typ := range p.Types {
		check("", typ.Funcs)
		check(typ.Name+".", slices.DeleteFunc(typ.Methods, func(f *doc.Func) bool {
			return slices.Contains(standardMethods, f.Name)
		}))
	}
	return all, lack
}
