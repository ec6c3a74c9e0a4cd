package main

import (
	"encoding/json"
	"go/token"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

type object = map[string]any

// writeSARIF writes what was seen in SARIF 2.1.0, with paths relative to the root of the
// repository, as code scanning wants them. Where there were troubles it says that the results
// are incomplete (appendix I of the specification): without that, findings of earlier runs
// would look mended.
func (s *sight) writeSARIF(w io.Writer) error {
	root, err := repository()
	if err != nil {
		return err
	}
	rules := make(map[string]object)
	results := []object{}
	seen := make(map[string]bool) // a file and its package's tests are looked at twice
	for _, action := range s.graph.Roots {
		for _, d := range action.Diagnostics {
			r := result(root, action, d)
			key, err := json.Marshal(r)
			if err != nil {
				return err
			}
			if seen[string(key)] {
				continue
			}
			seen[string(key)] = true
			results = append(results, r)
			rules[d.Category] = rule(d.Category)
		}
	}
	described := []object{}
	for _, id := range slices.Sorted(maps.Keys(rules)) {
		described = append(described, rules[id])
	}
	notifications := []object{}
	for _, trouble := range s.troubles {
		notifications = append(notifications, object{"level": "error", "message": object{"text": trouble}})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "\t")
	return e.Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": object{
				"name": biasedshuffle.Analyzer.Name, "informationUri": biasedshuffle.Analyzer.URL, "rules": described,
			}},
			"columnKind": "utf16CodeUnits",
			"invocations": []object{{"executionSuccessful": len(s.troubles) == 0,
				"toolExecutionNotifications": notifications}},
			"results": results,
		}},
	})
}

// repository returns the nearest folder from the working directory upwards that has a .git,
// which is a file in work trees and submodules, or else the working directory.
func repository() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return here, nil
		}
	}
}

// titles say what the rules are, as code scanning shows them.
var titles = map[string]string{
	"naive":        "The index is drawn from the whole slice in each step",
	"cycle":        "Each item must move: a single cycle (Sattolo)",
	"off-by-one":   "A bound is one too small or too large",
	"lost":         "A shuffle loses items, or what it makes",
	"map":          "The order of a range over a map is taken for random",
	"comparison":   "A sort by a random comparison, or by keys that may be equal",
	"modulo":       "The remainder of a random word is biased",
	"float":        "A scaled random float is biased",
	"seed":         "A seed that can be guessed or repeated",
	"xor":          "A swap by XOR or sums clears an item that is swapped with itself",
	"random-swaps": "Swaps of random pairs are no shuffle",
	"reuse":        "The random choices are too few for a shuffle",
}

// rule describes a category, with the texts that code scanning asks for.
func rule(category string) object {
	url := biasedshuffle.Analyzer.URL + "#hdr-" + strings.ReplaceAll(category, "-", "_")
	title := object{"text": titles[category]}
	return object{"id": category, "shortDescription": title, "fullDescription": title, "helpUri": url,
		"help": object{"text": "Wrong and right code: " + url}}
}

func result(root string, action *checker.Action, d analysis.Diagnostic) object {
	p := action.Package.Fset.Position(d.Pos)
	name := p.Filename
	if relative, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(relative) {
		name = relative
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	region := object{"startLine": p.Line, "startColumn": column(p)}
	if end := action.Package.Fset.Position(d.End); d.End.IsValid() {
		region["endLine"], region["endColumn"] = end.Line, column(end)
	}
	return object{
		"ruleId":  d.Category,
		"level":   "warning",
		"message": object{"text": d.Message},
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": object{"uri": uri.String()},
			"region":           region,
		}}},
	}
}

// column returns the column of a position in UTF-16 code units, where package token counts bytes.
func column(p token.Position) int {
	text, err := os.ReadFile(p.Filename)
	line := p.Offset - (p.Column - 1)
	if err != nil || line < 0 || p.Offset > len(text) {
		return p.Column
	}
	return len(utf16.Encode([]rune(string(text[line:p.Offset])))) + 1
}
