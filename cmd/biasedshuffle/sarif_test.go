package main

import (
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestRules: each category that the documentation has is a rule with a title, and its link
// leads to the heading.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("../../biasedshuffle/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var headings []string
	for _, m := range regexp.MustCompile(`(?m)^// # ([a-z-]+)$`).FindAllStringSubmatch(string(text), -1) {
		headings = append(headings, m[1])
	}
	if rules := slices.Sorted(maps.Keys(titles)); !slices.Equal(rules, slices.Sorted(slices.Values(headings))) {
		t.Errorf("the rules are %q, and the headings %q", rules, headings)
	}
	want := "#hdr-off_by_one"
	if url := rule("off-by-one")["helpUri"].(string); url[len(url)-len(want):] != want {
		t.Errorf("the link is %s", url)
	}
}

// TestColumns: columns count UTF-16 code units, of which é has one, and 🂡 two.
func TestColumns(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("package a\n/* é🂡 */ x"), 0o666); err != nil {
		t.Fatal(err)
	}
	at := token.Position{Filename: name, Offset: 10 + len("/* é🂡 */ "), Line: 2, Column: len("/* é🂡 */ ") + 1}
	if c := column(at); c != 11 {
		t.Errorf("the column is %d", c)
	}
	at.Filename += "x"
	if c := column(at); c != at.Column {
		t.Errorf("without the file, the column is %d", c)
	}
}
