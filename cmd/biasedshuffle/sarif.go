package main

import (
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"

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
			rules[d.Category] = object{"id": d.Category, "helpUri": biasedshuffle.Analyzer.URL + "#hdr-" + d.Category}
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

func result(here string, action *checker.Action, d analysis.Diagnostic) object {
	p := action.Package.Fset.Position(d.Pos)
	name := p.Filename
	if relative, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(relative) {
		name = relative
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	return object{
		"ruleId":  d.Category,
		"level":   "warning",
		"message": object{"text": d.Message},
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": object{"uri": uri.String()},
			"region":           object{"startLine": p.Line, "startColumn": p.Column},
		}}},
	}
}
