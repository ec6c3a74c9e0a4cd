package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/records/failure"
)

// TestLineColumns: the columns of the first line of a record are found, however
// long the record is, and quotation marks are text there.
func TestLineColumns(t *testing.T) {
	t.Parallel()
	for _, f := range lineFormats {
		for text := range texts(5, "a", "\t", `"`, "\r", "\n", "\x00") {
			line, _, _ := strings.Cut(string(text), string([]byte{f.Sep}))
			if f.Sep == '\n' {
				line = strings.TrimSuffix(line, "\r")
			}
			checkColumns(t, f, text, strings.Split(line, "\t"))
			checkColumns(t, f, append([]byte(Mark), text...), strings.Split(line, "\t"))
		}
	}
}

// TestKeys: the keys of several columns are as they are said to be, so that no two
// of them are the same.
func TestKeys(t *testing.T) {
	t.Parallel()
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
			got, _, err := k.appendFrom([]byte("before"), text, true)
			if most := slices.Max(numbers); (err == nil) != (most <= len(fields)) || err == nil && string(got) != want {
				t.Fatalf("columns %d of %q: %q instead of %q, error %v", numbers, text, got, want, err)
			}
			if err != nil {
				continue
			}
			var texts []string
			for _, n := range numbers {
				texts = append(texts, fields[n-1])
			}
			if got := k.Texts(got[len("before"):]); !slices.Equal(got, texts) {
				t.Fatalf("columns %d of %q have the texts %q", numbers, text, got)
			}
		}
	}
	long := strings.Repeat("x", 0x010203)
	k, err := f.Key([]Column{{Number: 2}, {Number: 1}}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := k.appendFrom(nil, []byte(","+long+"\n"), true)
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
		{"b", strings.Repeat("c,", 19) + "c\n", `there is no column "b"; the header, cut at ',', has ` +
			strings.Repeat(`"c", `, 19) + `"c"`},
		{"b", wide + "\n", `there is no column "b"; the header, cut at ',', has ` + strings.Repeat(`"c", `, 19) +
			`"c" and 981 more`},
		{"b", strings.Repeat("d", 99) + "\n", `there is no column "b"; the header, cut at ',', has "` +
			strings.Repeat("d", 40) + `"`},
	} {
		k, err := rowFormat(',').Key([]Column{{Name: c.name}}, 0, []byte(c.header))
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(k.columns[0].number)
		}
		if got != c.want {
			t.Errorf("the column %q of the header %.99q: %s, not %s", c.name, c.header, got, c.want)
		}
	}
	for number, want := range map[int]string{
		1: `column 1 is not the one that is called "b", which is column 2`, 2: "<nil>", 3: "<nil>",
	} {
		header := []byte("a,b\n")
		if number == 3 {
			header = nil // it is not looked up then
		}
		if _, err := rowFormat(',').Key([]Column{{number, "b"}}, 0, header); fmt.Sprint(err) != want {
			t.Errorf("column %d that is called b: %v, not %s", number, err, want)
		}
	}
	for _, f := range lineFormats {
		header := strings.ReplaceAll("a;b\n\ufeffc;b;\"b\"\n", "\n", string([]byte{f.Sep}))
		k, err := f.Key([]Column{{Name: `"b"`}, {Number: 7}, {Name: "c"}}, ';', []byte(header))
		if err != nil || k.columns[0].number != 3 || k.columns[1].number != 7 || k.columns[2].number != 1 {
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
		if _, _, err := k.appendFrom(nil, []byte(row), true); fmt.Sprint(err) != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}

// TestAppend: what a record, or its front, has for a key, and whether columns are known to be there.
func TestAppend(t *testing.T) {
	lines, rows, objects := &Format{Sep: '\n'}, rowFormat(';'), &Format{Sep: '\n', JSON: true}
	first, both := []Column{{Number: 1}}, []Column{{Number: 1}, {Number: 2}}
	for _, c := range []struct {
		format    *Format
		columns   []Column
		delimiter byte
		record    string
		isFront   bool
		want      string // the key, whether it has a value, and whether columns are apart; or the error
	}{
		{lines, first, '\n', "a;b\n", false, `"a;b" true true`},
		{lines, first, ';', "a\n", false, `"a" true false`},
		{lines, first, ';', "\n", false, `"" false false`},
		{lines, first, ';', "a;b\n", false, `"a" true true`},
		{lines, []Column{{Number: 3}}, ';', "a;b\n", false, `"" false true`},
		{lines, first, ';', `{"a":1}`, false, "it begins with {, as JSON does"},
		{lines, first, '\n', "{\"a\":1}\n", false, `"{\"a\":1}" true true`},
		{lines, both, ';', "a;b", true, "its columns, or its JSON, do not end within its first 99 bytes"},
		{lines, both, ';', "a;b\nc", true, `"\x00\x00\x00\x00\x00\x00\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x01b" true true`},
		{lines, both, ';', ";b\n", false, `"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01b" false true`},
		{lines, first, ';', "a;b", true, `"a" true true`},
		{rows, first, 0, "{\"a\";b\n", false, `"{\"a\"" true true`},
		{objects, []Column{{Name: "b"}}, 0, "{\"b\":1}\n", false, `"1" true true`},
		{objects, []Column{{Name: "b"}}, 0, "{\"b\":1}\n", true, `"1" true true`},
		{objects, []Column{{Name: "b"}}, 0, "{\"b\":\"\"}", false, `"" false true`},
		{objects, []Column{{Name: "b"}}, 0, `{"b":1}`, true, "its columns, or its JSON, do not end within its first 99 bytes"},
		{objects, nil, 0, `{"b":1}`, false, `"" false true`},
	} {
		k, err := c.format.Key(c.columns, c.delimiter, nil)
		if err != nil {
			t.Fatal(err)
		}
		k.Missing = MissingOwn
		k.Most = 99
		key, has, err := k.Take(nil, []byte(c.record), c.isFront)
		_, together := errors.AsType[*failure.DelimiterError](k.Met())
		got := fmt.Sprintf("%q %t %t", key, has, !together)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v of %q: %s, not %s", c.columns, c.record, got, c.want)
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
		if n := testing.AllocsPerRun(10, func() { k.appendFrom(buf, record, true) }); n > 0 {
			t.Errorf("%+v: %v allocations", f, n)
		}
	}
}
