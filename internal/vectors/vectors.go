// Package vectors reads the test vectors of our specifications.
package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Read reads testdata/vectors.json to v, which points to a struct. It compares the file with
// the specification's page.
func Read(t *testing.T, page string, v any) {
	t.Helper()
	const file = "testdata/vectors.json"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := decode(data, string(spec), v); err != nil {
		t.Fatalf("%s and %s: %v", file, page, err)
	}
}

// decode decodes data to v. They must have the same members, none of them empty, and the
// page's block of JSON must be the data.
func decode(data []byte, page string, v any) error {
	_, block, _ := strings.Cut(page, "\n```json\n")
	block, _, ok := strings.Cut(block, "```")
	if !ok || block != string(data) {
		return errors.New("the json block of the page is not the file, byte for byte: both are frozen, so undo " +
			"the change")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	return filled(reflect.ValueOf(v).Elem())
}

// filled returns an error if a member is empty.
func filled(v reflect.Value) error {
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0 {
			return fmt.Errorf("there is no %q", strings.ToLower(v.Type().Field(i).Name))
		}
		if f.Kind() == reflect.Struct {
			if err := filled(f); err != nil {
				return err
			}
		}
	}
	return nil
}
