package deals

import (
	"bytes"
	"testing"
)

// A deal is a JSON array, names on lines, or a row; lines that are not items are rows that a program wraps.
func TestWords(t *testing.T) {
	people := NewItems([]string{"Ann Smith", "Bob Jones", "Cy Young"})
	for _, test := range []struct {
		items      *Items
		text, want string
	}{
		{nil, "", ""},
		{nil, " \t", ""},
		{nil, "A♠ 10♥", "A♠|10♥"},
		{nil, "3; 1;;2;", "3|1|2"},
		{nil, "[3, 1,2]", "3|1|2"},
		{nil, ` ["a b", "\u00e9", -1.5]`, "a b|é|-1.5"},
		{nil, "[\n\"Cy Young\",\n\"Ann Smith\"\n]\n", "Cy Young|Ann Smith"},
		{nil, "Cy Young\n Ann Smith \r\nBob Jones\n\n \n", "Cy Young|Ann Smith|Bob Jones"},
		{nil, "Cy Young, Bob\n", "Cy Young|Bob"},
		{nil, "Lee,Ann\tFox;Bob\r\n", "Lee,Ann|Fox;Bob"},
		{nil, `"Ann Smith" Bob`, "Ann Smith|Bob"},
		{nil, "\"Lee, Ann\",\"Fox \"\"Bo\"\"\", Cy\n", "Lee, Ann|Fox \"Bo\"|Cy"},
		{people, "Cy Young\n", "Cy Young"},
		{people, "Cy Young\tDee Ray\n", "Cy Young|Dee Ray"},
		{people, "Cy Young;Dee Ray\n", "Cy Young|Dee Ray"},
		{Integers(1, 5), "3 1 2\n5 4\n", "3|1|2|5|4"},
		{Integers(1, 5), "[3,\n1]\n", "3|1"},
		{Shoe(1), "10♥ As\n2c\n", "10♥|As|2c"},
	} {
		got, err := words([]byte(test.text), test.items)
		if err != nil || string(bytes.Join(got, []byte("|"))) != test.want {
			t.Errorf("%q has the words %q, %v, not %s", test.text, got, err, test.want)
		}
	}
	for _, bad := range []string{"[", "[1,]", "[1] 2", "[null]", "[[1]]", "[true]", `[{"a":1}]`} {
		if got, err := words([]byte(bad), nil); err == nil {
			t.Errorf("%q has the words %q, and no error", bad, got)
		}
	}
}
