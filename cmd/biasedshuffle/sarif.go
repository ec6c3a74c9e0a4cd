package main

import (
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

type object = map[string]any

// writeSARIF writes what was found in SARIF 2.1.0, with paths relative to the working
// directory, as code scanning wants them.
func writeSARIF(w io.Writer, graph *checker.Graph) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	rules := make(map[string]object)
	results := []object{}
	seen := make(map[string]bool) // a file and its package's tests are looked at twice
	for _, action := range graph.Roots {
		for _, d := range action.Diagnostics {
			r := result(here, action, d)
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
	e := json.NewEncoder(w)
	e.SetIndent("", "\t")
	return e.Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": object{
				"name": biasedshuffle.Analyzer.Name, "informationUri": biasedshuffle.Analyzer.URL, "rules": described,
			}},
			"results": results,
		}},
	})
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

func result(here string, action *checker.Action, d analysis.Diagnostic) object {
	p := action.Package.Fset.Position(d.Pos)
	name := p.Filename
	if relative, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(relative) {
		name = relative
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	region := object{"startLine": p.Line, "startColumn": p.Column}
	if end := action.Package.Fset.Position(d.End); d.End.IsValid() {
		region["endLine"], region["endColumn"] = end.Line, end.Column
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
