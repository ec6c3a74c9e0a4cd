package deals

import "testing"

func TestCutColumn(t *testing.T) {
	for _, c := range []struct {
		row    string
		column int
		cell   string
		rest   string
	}{
		{"t1 3 1 2", 1, "t1", "3 1 2"},
		{"  3   1  t1", 3, "t1", "3   1"},
		{"3 t1 2\r", 2, "t1", "3 2"},
		{"table 3;Ah Td 2c", 1, "table 3", "Ah Td 2c"},
		{`"table, 3",Ah,Td`, 1, "table, 3", "Ah,Td"},
		{`Ah,Td,"table, 3"`, 3, "table, 3", "Ah,Td"},
		{"1;2;3;;", 4, "", "1;2;3"},
		{"Ann Lee\tseat 2\tBob Fox", 2, "seat 2", "Ann Lee\tBob Fox"},
	} {
		cell, rest, err := cutColumn([]byte(c.row), c.column)
		if cell != c.cell || string(rest) != c.rest || err != nil {
			t.Errorf("%q: column %d is %q of %q (%v)", c.row, c.column, cell, rest, err)
		}
	}
	for row, want := range map[string]string{"1 2": "it has 2 columns, so there is no column 3",
		"[1,2,3]": "it is a JSON array, which has no columns"} {
		if _, _, err := cutColumn([]byte(row), 3); err == nil || err.Error() != want {
			t.Errorf("%q: %v", row, err)
		}
	}
}
