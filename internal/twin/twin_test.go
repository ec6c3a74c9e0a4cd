package twin

import (
	"bytes"
	"math/big"
	"reflect"
	"slices"
	"testing"
)

// TestSizes: parts are as SPEC.md has them.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		parts []*big.Rat
		n     int
		want  []int
	}{
		{Equal(3), 8, []int{3, 3, 2}}, {Equal(2), 0, []int{0, 0}},
		{Shares("0.5", "1/4", "0.25"), 10, []int{5, 3, 2}}, {Shares("1/3", "1/3"), 10, []int{4, 3}},
		{Shares("0.01"), 49, []int{0}}, {Shares("0.01"), 51, []int{1}},
		{Shares("1/3", "1/3", "1/7"), 100, []int{34, 33, 14}},
	} {
		if got := Sizes(c.parts, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d: %v instead of %v", c.n, got, c.want)
		}
	}
}

// TestRecords: records, headers and keys are as SPEC.md has them.
func TestRecords(t *testing.T) {
	j := Job{Header: 1}
	head, records, err := j.Records([][]byte{nil, []byte("h\n1\n"), nil, []byte("\ufeffh\r\n2"), []byte("h")})
	if err != nil || string(head) != "h\n" || string(bytes.Join(records, nil)) != "1\n2\n" {
		t.Errorf("header %q, records %q, %v", head, records, err)
	}
	for _, other := range []string{"g\n3\n", "h\r\r\n", "\n", "h\ufeff"} {
		if _, _, err := j.Records([][]byte{[]byte("h\n1\n"), []byte(other)}); err == nil {
			t.Errorf("header %q is taken", other)
		}
	}
	if _, _, err := (&Job{CSV: true}).Records([][]byte{[]byte("a,\"b\n\"\nc,\"")}); err == nil {
		t.Error("an open quotation mark is taken")
	}
	if _, _, err := (&Job{Lines: 2}).Records([][]byte{[]byte("a\nb\nc\n")}); err == nil {
		t.Error("half a record is taken")
	}
	rows, lines := Job{CSV: true, Delimiter: ';'}, Job{}
	for _, c := range []struct {
		job    *Job
		record string
		want   []string
	}{
		{&rows, "a;b\r\n", []string{"a", "b"}}, {&rows, "a;\"b\"\"\n;\"c;d\n", []string{"a", "b\"\n;c", "d"}},
		{&rows, "a;\"b\r\"\n", []string{"a", "b\r"}}, {&rows, "a;b\"c\"\r\r\n", []string{"a", "b\"c\"\r"}},
		{&rows, "\ufeff\"a\";\ufeff\n", []string{"a", "\ufeff"}}, {&rows, "\r\n", []string{""}},
		{&rows, "\"\"\"\";\n", []string{"\"", ""}},
		{&lines, "\ufeffa\t\"b\tc\"\r\nd\te\n", []string{"a", "\"b", "c\""}},
		{&Job{NUL: true}, "a\r\x00", []string{"a\r"}},
	} {
		if got := c.job.fields([]byte(c.record)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %q instead of %q", c.record, got, c.want)
		}
	}
	if _, _, err := lines.key([]byte("a\tb\n"), []int{3}); err == nil {
		t.Error("there is a third column")
	}
}

// TestFolds: each training set is the rest of the order.
func TestFolds(t *testing.T) {
	j := Job{Head: -1, Parts: Equal(2), Folds: true, Unique: true}
	parts, err := j.Outputs([][]byte{[]byte("a\nb\na\na\nc\nd\n")})
	if err != nil || len(parts) != 4 {
		t.Fatal(len(parts), err)
	}
	if !bytes.Equal(parts[0], parts[3]) || !bytes.Equal(parts[1],
		parts[2]) || len(parts[0]) != 4 || len(parts[1]) != 4 {
		t.Errorf("%q", parts)
	}
}
