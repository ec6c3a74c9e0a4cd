package main

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// A finding is one diagnostic, as -json prints it, a line each.
type finding struct {
	Category string `json:"category"`
	Message  string `json:"message"`
	URL      string `json:"url"`
	place
	Fixes []fix `json:"fixes,omitempty"`
}

// A place is a part of a file: columns count bytes from 1, and the end is the column after.
type place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// A fix is a change that makes the code fair.
type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

type edit struct {
	place
	Text string `json:"text"`
}

// findings lists what was found, each once: a file is looked at twice if its package has tests.
func findings(graph *checker.Graph) (all []finding) {
	seen := make(map[place]bool)
	for _, action := range graph.Roots {
		files := action.Package.Fset
		for _, d := range action.Diagnostics {
			f := finding{Category: d.Category, Message: d.Message, URL: d.URL, place: placeOf(files, d.Pos, d.End)}
			if seen[f.place] {
				continue
			}
			seen[f.place] = true
			for _, s := range d.SuggestedFixes {
				f.Fixes = append(f.Fixes, fixOf(files, s))
			}
			all = append(all, f)
		}
	}
	return all
}

func fixOf(files *token.FileSet, s analysis.SuggestedFix) fix {
	f := fix{Message: s.Message}
	for _, e := range slices.Backward(s.TextEdits) {
		f.Edits = append(f.Edits, edit{placeOf(files, e.Pos, e.End), string(e.NewText)})
	}
	return f
}

func placeOf(files *token.FileSet, from, to token.Pos) place {
	p := files.Position(from)
	end := p
	if to.IsValid() {
		end = files.Position(to)
	}
	return place{p.Filename, p.Line, p.Column, end.Line, end.Column}
}
