package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// An edit replaces the bytes of a file from one offset to another.
type edit struct {
	from, to int
	text     string
}

// applyFixes applies the first fix of each finding, and reports whether there are any. Of
// fixes that overlap only the first is applied: what is left is found again.
func applyFixes(graph *checker.Graph) (bool, error) {
	edits := make(map[string][]edit)
	for _, action := range graph.Roots {
		for _, d := range action.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				add(edits, action.Package.Fset, d.SuggestedFixes[0])
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		before, err := os.ReadFile(name)
		if err != nil {
			return false, err
		}
		after, err := apply(before, edits[name])
		if err == nil {
			err = os.WriteFile(name, after, 0o666)
		}
		if err != nil {
			return false, err
		}
	}
	return len(edits) > 0, nil
}

// add adds the edits of a fix, or none of them if one overlaps another's.
func add(edits map[string][]edit, fset *token.FileSet, fix analysis.SuggestedFix) {
	name := fset.File(fix.TextEdits[0].Pos).Name()
	var more []edit
	for _, e := range fix.TextEdits {
		f := fset.File(e.Pos)
		mine := edit{f.Offset(e.Pos), f.Offset(e.End), string(e.NewText)}
		if slices.ContainsFunc(edits[name], func(e edit) bool {
			return e != mine && e.from < mine.to &&
				mine.from < e.to
		}) {
			return
		}
		if !slices.Contains(edits[name], mine) { // a file and its package's tests are looked at twice
			more = append(more, mine)
		}
	}
	edits[name] = append(edits[name], more...)
}

// apply returns the text with the edits and without imports that only sorts needed. What
// was formatted remains so, and what was not is left as it is.
func apply(text []byte, edits []edit) ([]byte, error) {
	formatted, err := format.Source(text)
	if err != nil {
		return nil, err
	}
	tidy := bytes.Equal(formatted, text)
	text = splice(text, edits)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var drop []edit
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			s := s.(*ast.ImportSpec)
			name, _ := strconv.Unquote(s.Path.Value)
			if name = path.Base(name); s.Name != nil || name != "sort" && name != "slices" || uses(f, name) {
				continue
			}
			var n ast.Node = s
			if !g.Lparen.IsValid() {
				n = g
			}
			drop = append(drop, line(text, fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset))
		}
	}
	if text = splice(text, drop); tidy {
		return format.Source(text)
	}
	return text, nil
}

// uses reports whether a file selects from what has the name.
func uses(f *ast.File, name string) bool {
	for n := range ast.Preorder(f) {
		if sel, ok := n.(*ast.SelectorExpr); ok && types.ExprString(sel.X) == name {
			return true
		}
	}
	return false
}

// line returns the edit that removes a part of the text, and its line if it has it alone.
func line(text []byte, from, to int) edit {
	before := bytes.TrimRight(text[:from], " \t")
	rest, _, found := bytes.Cut(text[to:], []byte("\n"))
	if found && bytes.HasSuffix(before, []byte("\n")) && len(bytes.TrimSpace(rest)) == 0 {
		return edit{from: len(before), to: to + len(rest) + 1}
	}
	return edit{from: from, to: to}
}

func splice(text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	for _, e := range edits {
		text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
	}
	return text
}
