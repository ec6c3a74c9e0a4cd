package main

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

type object = map[string]any

func text(s string) object { return object{"text": s} }

// sarif returns the findings in SARIF 2.1.0, with paths relative to the root of the
// repository, as code scanning wants them. It says if they are incomplete (appendix I of the
// specification): without that, findings of earlier runs would look mended.
func sarif(all []finding, complete bool) object {
	root := repository()
	results, rules, has := []object{}, []object{}, map[string]bool{}
	for _, f := range all {
		results = append(results, result(root, f))
		if !has[f.Category] {
			has[f.Category] = true
			rules = append(rules, rule(f))
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

// grave are the categories in which some orders or items never come, or some are lost.
var grave = []string{"lost", "xor", "cycle", "off-by-one", "reuse"}

func level(category string) string {
	if slices.Contains(grave, category) {
		return "error"
	}
	return "warning"
}

// rule describes a category by its section in the documentation, which begins with a title.
func rule(f finding) object {
	_, section, _ := strings.Cut(biasedshuffle.Analyzer.Doc, "\n# "+f.Category+"\n\n")
	section, _, _ = strings.Cut(section, "\n# ")
	title, _, _ := strings.Cut(section, "\n")
	return object{"id": f.Category, "shortDescription": text(title), "fullDescription": text(title), "helpUri": f.URL,
		"help": text(section), "defaultConfiguration": object{"level": level(f.Category)}}
}

func result(root string, f finding) object {
	fixes := []object{}
	for _, s := range f.Fixes {
		replacements := []object{}
		for _, e := range s.Edits {
			replacements = append(replacements,
				object{"deletedRegion": region(e.place), "insertedContent": text(e.Text)})
		}
		fixes = append(fixes, object{"description": text(s.Message), "artifactChanges": []object{{
			"artifactLocation": artifact(root, f.File), "replacements": replacements}}})
	}
	return object{
		"ruleId":  f.Category,
		"level":   level(f.Category),
		"message": text(f.Message),
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": artifact(root, f.File),
			"region":           region(f.place),
		}}},
		"fixes": fixes,
	}
}

// artifact names a file.
func artifact(root, name string) object {
	if relative, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(relative) {
		name = relative
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	return object{"uri": uri.String()}
}

func region(p place) object {
	return object{"startLine": p.Line, "startColumn": column(p.File, p.Line, p.Column),
		"endLine": p.EndLine, "endColumn": column(p.File, p.EndLine, p.EndColumn)}
}

// column returns a column in UTF-16 code units, where package token counts bytes.
func column(name string, line, bytes int) int {
	file, _ := os.ReadFile(name) // which //line directives may name
	lines := strings.SplitN(string(file), "\n", line+1)
	last := lines[min(line, len(lines))-1]
	return len(utf16.Encode([]rune(last[:min(max(bytes-1, 0), len(last))]))) + 1
}
