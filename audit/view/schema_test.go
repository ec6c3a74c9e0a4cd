package view_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
)

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
			if field.Anonymous || !field.IsExported() {
				continue // its fields are visible, or it is not written
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
	compare("report", root, reflect.TypeFor[audit.Report](), "title", "ended", "read", "record")
	compare("record", root["properties"].(map[string]any)["record"].(map[string]any), reflect.TypeFor[view.Record]())
	if objects < 9 {
		t.Errorf("only %d objects are compared", objects)
	}
}
