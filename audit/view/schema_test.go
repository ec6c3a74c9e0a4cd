package view_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/audit/view"
)

// closed makes a schema forbid what it does not name.
func closed(x any) {
	switch x := x.(type) {
	case map[string]any:
		if _, ok := x["properties"].(map[string]any); ok && x["type"] == "object" {
			x["additionalProperties"] = false
		}
		for _, y := range x {
			closed(y)
		}
	case []any:
		for _, y := range x {
			closed(y)
		}
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	closed(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema describes all that is written, and nothing else.
func TestSchema(t *testing.T) {
	s := schema(t)
	valid := func(text string) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(doc)
	}
	for _, mistake := range append(suspects.All(), suspects.Suspect{}) {
		p := &view.Page{Title: "a <b>", Report: audited(6, 6, 100, mistake)}
		p.Report.Names = []string{"a", "b", "c", "d", "e", "f"}
		p.Ended, p.Report.Suspicion = "it was interrupted", &audit.Finding{Kind: "ascending", From: "deal"}
		p.Record = &view.Record{Date: "2026-05-21T12:00:00Z", Planned: true, MostDeals: 1, MostTime: "1s"}
		p.Read, p.Report.Strata = []string{"only the first item counts"},
			[]audit.Stratum{{Name: "table 1", Deals: 2, AlarmAt: 1}}
		p.Report.Power = []audit.Power{{Suspect: "naive", Title: "x", Needed: math.MaxInt64}}
		p.Report.Bets[0].Effect = &audit.Effect{Of: "it", Fair: 0.5, Times: 1.5}
		if page := written(t, p, "html"); !strings.Contains(page, "1.50 times") || !strings.Contains(page, "table 1") ||
			!strings.Contains(page, "only the first item counts") {
			t.Errorf("%s: the page does not show what a bet would have found, the groups, or how deals were read",
				mistake.Name)
		}
		if err := valid(written(t, p, "json")); err != nil {
			t.Errorf("%s: %v", mistake.Name, err)
		}
	}
	if err := valid(written(t, &view.Page{Report: audited(6, 3, 0, suspects.Suspect{})}, "json")); err != nil {
		t.Error("no deals:", err)
	}
	text := written(t, &view.Page{Report: audited(6, 6, 300, museum.Suspect("sattolo"))}, "json")
	for _, wrong := range []struct{ old, new string }{
		{`"verdict":"biased"`, `"verdict":"fair"`},
		{`"items":6`, `"items":"6"`},
		{`"items":6`, `"items":6,"more":1`},
		{`"alpha":0.000001`, `"alpha":1`},
		{`"take":6,`, ``},
		{`"kind":"step"`, `"kind":"stairs"`},
	} {
		changed := strings.Replace(text, wrong.old, wrong.new, 1)
		if changed == text {
			t.Errorf("no %s in %s", wrong.old, text)
		} else if valid(changed) == nil {
			t.Errorf("the schema takes %s", wrong.new)
		}
	}
}

// Each object of the schema has the fields that are written, and no others: the schema
// takes fields that it does not name, so a misplaced one would not be noticed.
func TestSchemaFields(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	objects := 0
	var compare func(where string, node map[string]any, of reflect.Type, more ...string)
	compare = func(where string, node map[string]any, of reflect.Type, more ...string) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			if items, ok := node["items"].(map[string]any); ok && of.Kind() == reflect.Slice {
				node = items
			}
			of = of.Elem()
		}
		if ref, ok := node["$ref"].(string); ok {
			node = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		}
		if of.Kind() != reflect.Struct {
			return
		}
		objects++
		properties, _ := node["properties"].(map[string]any)
		want := slices.Clone(more)
		for _, field := range reflect.VisibleFields(of) {
			if field.Anonymous {
				continue // its fields are visible
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			want = append(want, name)
			if inner, ok := properties[name].(map[string]any); ok {
				compare(where+"/"+name, inner, field.Type)
			}
		}
		got := slices.Sorted(maps.Keys(properties))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: the schema has the fields %q, but written are %q", where, got, want)
		}
	}
	compare("report", root, reflect.TypeFor[audit.Report](), "title", "schema", "ended", "read", "record")
	compare("record", root["properties"].(map[string]any)["record"].(map[string]any), reflect.TypeFor[view.Record]())
	if objects < 9 {
		t.Errorf("only %d objects are compared", objects)
	}
}
