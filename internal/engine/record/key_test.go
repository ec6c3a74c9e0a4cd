package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLineColumns: the columns of the first line of a record are found, however
// long the record is, and quotation marks are text there.
func TestLineColumns(t *testing.T) {
	for _, f := range lineFormats {
		for text := range texts(5, "a", "\t", `"`, "\r", "\n", "\x00") {
			line, _, _ := strings.Cut(string(text), string([]byte{f.Sep}))
			if f.Sep == '\n' {
				line = strings.TrimSuffix(line, "\r")
			}
			checkColumns(t, f, text, strings.Split(line, "\t"))
			checkColumns(t, f, append([]byte(bom), text...), strings.Split(line, "\t"))
		}
	}
}

// TestFirstRow: of a record of several rows the first counts.
func TestFirstRow(t *testing.T) {
	f := &Format{Sep: '\n', Unit: Row, Count: 2, Delimiter: ';'}
	checkColumns(t, f, []byte("a;\"b\n;\"\r\nc;d;e\n"), []string{"a", "b\n;"})
}

// TestKeys: the keys of several columns are as they are said to be, so that no two
// of them are the same.
func TestKeys(t *testing.T) {
	f := rowFormat(',')
	for _, numbers := range [][]int{{1, 2}, {2, 1}, {3, 1, 3}, {2, 2}, {1, 2, 3}} {
		var columns []Column
		for _, n := range numbers {
			columns = append(columns, Column{Number: n})
		}
		k, err := f.Key(columns, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for text := range texts(5, "a", ",", `"`) {
			rows, open := slowRows(text, ',')
			if len(rows) == 0 || open > 0 {
				continue
			}
			fields, want := rows[0].fields, "before"
			for _, n := range numbers {
				if n <= len(fields) {
					want += fmt.Sprintf("\x00\x00\x00\x00\x00\x00\x00%c%s", len(fields[n-1]), fields[n-1])
				}
			}
			got, _, err := k.Append([]byte("before"), text)
			if most := slices.Max(numbers); (err == nil) != (most <= len(fields)) || err == nil && string(got) != want {
				t.Fatalf("columns %d of %q: %q instead of %q, error %v", numbers, text, got, want, err)
			}
			if err != nil {
				continue
			}
			for i, text := range k.Texts(got[len("before"):]) {
				if text != fields[numbers[i]-1] {
					t.Fatalf("columns %d: text %d of %q is %q", numbers, i, got, text)
				}
			}
		}
	}
	long := strings.Repeat("x", 0x010203)
	k, err := f.Key([]Column{{Number: 2}, {Number: 1}}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := k.Append(nil, []byte(","+long+"\n"))
	if want := "\x00\x00\x00\x00\x00\x01\x02\x03" + long + "\x00\x00\x00\x00\x00\x00\x00\x00"; err != nil ||
		string(got) != want {
		t.Errorf("the key of a long text is wrong, or error %v", err)
	}
}

// TestNames: columns are found by the last line of the header, or it is said why not.
func TestNames(t *testing.T) {
	wide := strings.Repeat("c,", 1000)
	for _, c := range []struct {
		name, header string
		want         string // a number or the error
	}{
		{"b", "a,b\n", "2"},
		{"b", "a,b\r\n", "2"},
		{"b", "a,b", "2"},
		{"b", "b,c\n\"b\n\",\"\"\nx,y,b\n", "3"},
		{`say "b"`, "a,\"say \"\"b\"\"\"\n", "2"},
		{"b", "\ufeffb,c\n", "1"},
		{"b", "\ufeff\"b\",c\n", "1"},
		{"b", "title\n\ufeffb,c\n", "1"},
		{"", "a,\n", "2"},
		{"b", wide + "b\n", "1001"},
		{"b", "", `there is no column "b", as there is no header`},
		{"b", "\n", `there is no column "b"; the header, cut at ',', has ""`},
		{"b", "b\na,\"c\n\",B\n", `there is no column "b"; the header, cut at ',', has "a", "c\n", "B"`},
		{"b", "a,b,c,b,b\n", `the columns 2 and 4 of the header are both "b"`},
		{"b", wide + "\n", `there is no column "b"; the header, cut at ',', has ` + strings.Repeat(`"c", `, 19) +
			`"c" and 981 more`},
		{"b", strings.Repeat("d", 99) + "\n", `there is no column "b"; the header, cut at ',', has "` +
			strings.Repeat("d", 40) + `"`},
	} {
		k, err := rowFormat(',').Key([]Column{{Name: c.name}}, 0, []byte(c.header))
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(k.columns[0])
		}
		if got != c.want {
			t.Errorf("the column %q of the header %.99q: %s, not %s", c.name, c.header, got, c.want)
		}
	}
	for _, f := range lineFormats {
		header := strings.ReplaceAll("a;b\n\ufeffc;b;\"b\"\n", "\n", string([]byte{f.Sep}))
		k, err := f.Key([]Column{{Name: `"b"`}, {Number: 7}, {Name: "c"}}, ';', []byte(header))
		if err != nil || !slices.Equal(k.columns, []int{3, 7, 1}) {
			t.Errorf("%+v: columns %v, error %v", f, k, err)
		}
	}
}

// TestNoColumn: a row that has too few columns is shown.
func TestNoColumn(t *testing.T) {
	k, err := rowFormat(',').Key([]Column{{Number: 2}, {Number: 7}}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range map[string]string{
		"a,\"b\n\"\r\n":                       `there is no column 7 in the row "a,\"b\n\"", cut at ','`,
		strings.Repeat("x", 200) + "," + "\n": `there is no column 7 in the row "` + strings.Repeat("x", 60) + `", cut at ','`,
	} {
		if _, _, err := k.Append(nil, []byte(row)); fmt.Sprint(err) != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}

// TestKeyAllocs: to find a key takes no memory but that for the key.
func TestKeyAllocs(t *testing.T) {
	buf := make([]byte, 0, 100)
	for _, f := range append(lineFormats, rowFormat(','), &Format{Sep: '\n', Unit: Row, Count: 2, Delimiter: ','}) {
		k, err := f.Key([]Column{{Number: 2}, {Number: 1}}, ',', nil)
		if err != nil {
			t.Fatal(err)
		}
		record := []byte("a,\"b\"\"\"\nc\n")
		if n := testing.AllocsPerRun(10, func() { k.Append(buf, record) }); n > 0 {
			t.Errorf("%+v: %v allocations", f, n)
		}
	}
}
