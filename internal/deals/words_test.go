package deals

import (
	"bytes"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \t": "", "a": "a", "3 1,2": "3|1|2", ",3,,1\r\n2 ": "3|1|2", "A♠ 10♥": "A♠|10♥",
		"[3, 1,2]": "3|1|2", ` ["a b", "c", -1.5]`: "a b|c|-1.5", "[]": "", `["\u00e9"]`: "é",
	} {
		got, err := words([]byte(text), Integers(1, 3))
		if err != nil || string(bytes.Join(got, []byte("|"))) != want {
			t.Errorf("%q has the words %q, %v", text, got, err)
		}
	}
	for _, bad := range []string{"[", "[1,]", "[1] 2", "[null]", "[[1]]", "[true]", `[{"a":1}]`} {
		if got, err := words([]byte(bad), nil); err == nil {
			t.Errorf("%q has the words %q, and no error", bad, got)
		}
	}
}

// Names with spaces in them are told from numbers that a program wraps.
func TestWordsOnLines(t *testing.T) {
	people := NewItems([]string{"Ann Smith", "Bob Jones", "Cy Young"})
	taught := NewItems([]string{"Ann Smith", "Bob Jones", "Cy Young"})
	taught.taught = true
	numbers := Integers(1, 5)
	for _, test := range []struct {
		items      *Items
		text, want string
	}{
		{nil, "Cy Young\n Ann Smith \r\nBob Jones\n\n \n", "Cy Young|Ann Smith|Bob Jones"},
		{nil, "Smith, Ann\n\nJones, Bob", "Smith, Ann|Jones, Bob"},
		{nil, "2\n1\n", "2|1"},
		{nil, "2 1\n", "2|1"},
		{nil, "[\n\"Cy Young\",\n\"Ann Smith\"\n]\n", "Cy Young|Ann Smith"},
		{nil, "4 2\n1 3\n", "4|2|1|3"},
		{nil, "Ah 2c\nTd Kc\n", "Ah|2c|Td|Kc"},
		{nil, "Ad Hoc\nAs Is\n", "Ad Hoc|As Is"},
		{people, "Cy Young\n\nAnn Smith\n", "Cy Young|Ann Smith"},
		{people, "Cy Young\n", "Cy Young"},
		{people, "Cy Young\nDee Ray\n", "Cy|Young|Dee|Ray"},
		{taught, "Cy Young\nDee Ray\n", "Cy Young|Dee Ray"},
		{nil, "Cy Young;\"Ann Smith\"; Bob\n", "Cy Young|Ann Smith|Bob"},
		{nil, "Smith, Ann;Jones, Bob\n", "Smith, Ann|Jones, Bob"},
		{nil, "Cy Young, Bob\n", "Cy Young|Bob"},
		{nil, "Ah Td, 2c\n", "Ah|Td|2c"},
		{nil, "3; 1;2", "3|1|2"},
		{people, "Cy Young,Bob Jones,Ann Smith\n", "Cy Young|Bob Jones|Ann Smith"},
		{people, "Cy Young,Dee Ray\n", "Cy Young|Dee Ray"},
		{nil, "Ann Lee\tBob Fox\n", "Ann Lee|Bob Fox"},
		{nil, "Cy; \"Ann Smith\"\n", "Cy|Ann Smith"},
		{nil, "Lee,Ann\tFox;Bob\r\n", "Lee,Ann|Fox;Bob"},
		{nil, "\"Lee, Ann\",\"Fox \"\"Bo\"\"\", Cy\n", "Lee, Ann|Fox \"Bo\"|Cy"},
		{nil, "Ann Lee\tBob Fox\nCy Young\t\tDee Ray\n", "Ann Lee|Bob Fox|Cy Young|Dee Ray"},
		{nil, "2024-01-05\t3 7 12\n", "2024-01-05|3 7 12"},
		{nil, "4\t2 1\n", "4|2|1"},
		{people, "Cy Young\tDee Ray\n", "Cy Young|Dee Ray"},
		{people, "Cy Young\tBob Jones\n", "Cy Young|Bob Jones"},
		{taught, "Cy Young\tDee Ray\n", "Cy Young|Dee Ray"},
		{numbers, "3 1 2\n5 4\n", "3|1|2|5|4"},
		{numbers, "3,\n1,\n2\n", "3|1|2"},
		{numbers, "[3,\n1]\n", "3|1"},
		{NewItems([]string{"[a] b", "c"}), "c\n[a] b\n", "c|[a] b"},
		{Shoe(1), "10♥ As\n2c\n", "10♥|As|2c"},
		{Shoe(1), "[Ah Td 2c] [5s]", "Ah|Td|2c|5s"},
		{Shoe(1), "AhTd2c 5s", "Ah|Td|2c|5s"},
		{Shoe(1), "[10hA♠\ufe0e2♥\ufe0fkd]", "10h|A♠\ufe0e|2♥\ufe0f|kd"},
		{Shoe(1), `["Ah","Td"]`, "Ah|Td"},
		{Shoe(1), "AhTx2c AhJk Zz", "AhTx2c|AhJk|Zz"},
	} {
		got, err := words([]byte(test.text), test.items)
		if err != nil || string(bytes.Join(got, []byte("|"))) != test.want {
			t.Errorf("%q has the words %q, %v, not %s", test.text, got, err, test.want)
		}
	}
}
