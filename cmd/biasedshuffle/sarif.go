package main

import (
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

type object = map[string]any

func text(s string) object { return object{"text": s} }

// sarif returns the findings in SARIF 2.1.0, with paths relative to the root of the
// repository, as code scanning wants them. It says if they are incomplete (appendix I of the
// specification): without that, findings of earlier runs would look mended.
func sarif(graph *checker.Graph, complete bool) object {
	root := repository()
	results, rules := []object{}, []object{}
	for _, action := range graph.Roots {
		for _, d := range action.Diagnostics {
			results = include(results, result(root, action.Package.Fset, d))
			rules = include(rules, rule(d))
		}
	}
	return object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": object{
				"name": biasedshuffle.Analyzer.Name, "informationUri": biasedshuffle.Analyzer.URL, "rules": rules,
			}},
			"invocations": []object{{"executionSuccessful": complete}},
			"columnKind":  "utf16CodeUnits",
			"results":     results,
		}},
	}
}

// include adds an object to those that lack it. A file is looked at twice if its package has tests.
func include(all []object, o object) []object {
	if slices.ContainsFunc(all, func(other object) bool { return reflect.DeepEqual(other, o) }) {
		return all
	}
	return append(all, o)
}

// repository returns the nearest folder from the working directory upwards that has a .git,
// which is a file in work trees and submodules, or else the working directory.
func repository() string {
	here, _ := os.Getwd()
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}

// rule describes a category by its section in the documentation, which begins with a title.
func rule(d analysis.Diagnostic) object {
	_, section, _ := strings.Cut(biasedshuffle.Analyzer.Doc, "\n# "+d.Category+"\n\n")
	section, _, _ = strings.Cut(section, "\n# ")
	title, _, _ := strings.Cut(section, "\n")
	return object{"id": d.Category, "shortDescription": text(title), "fullDescription": text(title), "helpUri": d.URL,
		"help": text(section)}
}

func result(root string, files *token.FileSet, d analysis.Diagnostic) object {
	p := files.Position(d.Pos)
	name := p.Filename
	if relative, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(relative) {
		name = relative
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	region := object{"startLine": p.Line, "startColumn": column(p)}
	if end := files.Position(d.End); d.End.IsValid() {
		region["endLine"], region["endColumn"] = end.Line, column(end)
	}
	return object{
		"ruleId":  d.Category,
		"level":   "warning",
		"message": text(d.Message),
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": object{"uri": uri.String()},
			"region":           region,
		}}},
	}
}

// column returns the column of a position in UTF-16 code units, where package token counts bytes.
func column(p token.Position) int {
	file, _ := os.ReadFile(p.Filename) // which //line directives may name
	lines := strings.SplitN(string(file), "\n", p.Line+1)
	line := lines[min(p.Line, len(lines))-1]
	return len(utf16.Encode([]rune(line[:min(max(p.Column-1, 0), len(line))]))) + 1
}
