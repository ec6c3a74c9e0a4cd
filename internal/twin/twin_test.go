package twin

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// columns returns the numbers of the first so many columns.
func columns(n int) (all []int) {
	for c := range n {
		all = append(all, c+1)
	}
	return all
}

// table returns rows whose last column is their number.
func table(rows [][]string) []byte {
	var b []byte
	for i, row := range rows {
		b = fmt.Appendf(b, "%s\t%d\n", strings.Join(row, "\t"), i+1)
	}
	return b
}

// numbers returns the numbers of the rows of an output.
func numbers(t *testing.T, output []byte) []int {
	t.Helper()
	all := []int{}
	for line := range strings.Lines(string(output)) {
		var n int
		if _, err := fmt.Sscan(line[strings.LastIndex(line, "\t")+1:], &n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// TestVectors: the twin follows the vectors of SPEC.md, which another language made.
func TestVectors(t *testing.T) {
	var v struct {
		Repeats []struct {
			Seed    string
			Records int `json:",string"`
			Draws   []int
		}
		Grouped []struct {
			Seed           string
			Keys           [][]string
			Order          []int
			Cycle, Records int
			Head           []int
		}
		Alone []struct {
			Seed           string
			Keys           []string // "": no value
			Cycle, Records int
			Order, Head    []int
			SHA256         string
		}
		Weighted []struct {
			Seed           string
			Weights        []string
			Draws, Repeats []int
		}
		Stratified []struct {
			Seed         string
			Keys, Groups [][]string
			Sizes        []int
			Parts        [][]int
		}
		Orders []struct {
			Seed, Separator, CSV, SHA256 string
			Header                       int
			Sources                      []struct {
				Seq  int
				Text string
			}
		}
	}
	text, err := os.ReadFile("../../order/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	outputs := func(seed string, j Job, sources ...[]byte) (all [][]byte) {
		t.Helper()
		j.Seed = sha256.Sum256([]byte(seed))
		parts, err := j.Outputs(sources)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			all = append(all, part[0])
		}
		return all
	}
	check := func(got, want []int, what string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v instead of %v", what, got, want)
		}
	}
	for _, c := range v.Repeats {
		if c.Records < 1000 { // else below alone would be tested
			rows := make([][]string, c.Records)
			j := Job{Repeat: true, Head: len(c.Draws)}
			check(numbers(t, outputs(c.Seed, j, table(rows))[0]), c.Draws, "repeats")
		}
	}
	for _, c := range v.Grouped {
		for i := range c.Records { // of the long one, its head is given
			c.Keys = append(c.Keys, []string{fmt.Sprint(i % c.Cycle)})
		}
		j := Job{Head: -1, GroupBy: columns(len(c.Keys[0])), Common: true}
		got := numbers(t, outputs(c.Seed, j, table(c.Keys))[0])
		if c.Records > 0 {
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "grouped")
	}
	for _, c := range v.Alone {
		for i := range c.Records {
			c.Keys = append(c.Keys, []string{fmt.Sprint(i % c.Cycle), ""}[i%2])
		}
		rows := make([][]string, len(c.Keys))
		for i, key := range c.Keys {
			rows[i] = []string{key}
		}
		got := numbers(t, outputs(c.Seed, Job{Head: -1, GroupBy: columns(1)}, table(rows))[0])
		if c.Records > 0 {
			hash := sha256.New()
			for _, r := range got {
				fmt.Fprintln(hash, r)
			}
			if fmt.Sprintf("%x", hash.Sum(nil)) != c.SHA256 {
				t.Errorf("of %d records that stand alone or do not", c.Records)
			}
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "alone")
	}
	for _, c := range v.Weighted {
		var rows [][]string
		for _, w := range c.Weights {
			rows = append(rows, []string{w})
		}
		check(numbers(t, outputs(c.Seed, Job{Head: -1, Weight: 1}, table(rows))[0]), c.Draws, "weighted")
		j := Job{Head: len(c.Repeats), Weight: 1, Repeat: true}
		check(numbers(t, outputs(c.Seed, j, table(rows))[0]), c.Repeats, "weighted")
	}
	for _, c := range v.Stratified {
		j := Job{Head: -1, StratifyBy: columns(len(c.Keys[0])), Parts: func(int) []int { return c.Sizes }}
		rows := slices.Clone(c.Keys)
		for i, group := range c.Groups {
			j.GroupBy = []int{len(c.Keys[0]) + 1}
			rows[i] = slices.Concat(rows[i], group)
		}
		for p, part := range outputs(c.Seed, j, table(rows)) {
			check(numbers(t, part), c.Parts[p], fmt.Sprint("stratified ", c.Keys))
		}
	}
	for _, c := range v.Stratified[:1] { // a sample is one part
		j := Job{Head: c.Sizes[0], StratifyBy: columns(len(c.Keys[0]))}
		check(numbers(t, outputs(c.Seed, j, table(c.Keys))[0]), c.Parts[0], "a stratified sample")
	}
	for i, c := range v.Orders {
		j := Job{NUL: c.Separator == "\x00", CSV: c.CSV != "", Header: c.Header, Head: -1}
		if j.CSV {
			j.Delimiter = c.CSV[0]
		}
		var sources [][]byte
		for _, s := range c.Sources {
			text := []byte(s.Text)
			for k := range s.Seq {
				text = fmt.Appendln(text, k+1)
			}
			sources = append(sources, text)
		}
		head, _, _ := j.records(sources)
		got := bytes.TrimPrefix(outputs(c.Seed, j, sources...)[0], head)
		if fmt.Sprintf("%x", sha256.Sum256(got)) != c.SHA256 {
			t.Errorf("order %d is another", i)
		}
	}
	if len(v.Repeats)*len(v.Grouped)*len(v.Alone)*len(v.Weighted)*len(v.Stratified)*len(v.Orders) == 0 {
		t.Error("there are no vectors")
	}
}

// TestSizes: parts are as SPEC.md has them.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		parts func(int) []int
		n     int
		want  []int
	}{
		{Equal(3), 8, []int{3, 3, 2}}, {Equal(2), 0, []int{0, 0}},
		{Shares("0.5", "1/4", "0.25"), 10, []int{5, 3, 2}}, {Shares("1/3", "1/3"), 10, []int{4, 3}},
		{Shares("0.01"), 49, []int{0}}, {Shares("0.01"), 51, []int{1}},
		{Shares("1/3", "1/3", "1/7"), 100, []int{34, 33, 14}},
	} {
		if got := c.parts(c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d: %v instead of %v", c.n, got, c.want)
		}
	}
}

// TestRecords: records, headers and keys are as SPEC.md has them.
func TestRecords(t *testing.T) {
	j := Job{Header: 1}
	head, records, err := j.records([][]byte{nil, []byte("h\n1\n"), nil, []byte("\ufeffh\r\n2"), []byte("h")})
	if err != nil || string(head) != "h\n" || string(bytes.Join(records, nil)) != "1\n2\n" {
		t.Errorf("header %q, records %q, %v", head, records, err)
	}
	for _, other := range []string{"g\n3\n", "h\r\r\n", "\n", "h\ufeff"} {
		if _, _, err := j.records([][]byte{[]byte("h\n1\n"), []byte(other)}); err == nil {
			t.Errorf("header %q is taken", other)
		}
	}
	if _, _, err := (&Job{CSV: true}).records([][]byte{[]byte("a,\"b\n\"\nc,\"")}); err == nil {
		t.Error("an open quotation mark is taken")
	}
	if _, _, err := (&Job{Lines: 2}).records([][]byte{[]byte("a\nb\nc\n")}); err == nil {
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

// TestFolds: each training set is the rest of the order; what is in step is unique as a whole.
func TestFolds(t *testing.T) {
	j := Job{Head: -1, Parts: Equal(2), Folds: true, InStep: true, Unique: true}
	parts, err := j.Outputs([][]byte{[]byte("a\nb\na\na\nc\n"), []byte("1\n2\n1\n3\n4\n")})
	if err != nil || len(parts) != 4 {
		t.Fatal(len(parts), err)
	}
	for track := range 2 {
		if !bytes.Equal(parts[0][track], parts[3][track]) || !bytes.Equal(parts[1][track], parts[2][track]) {
			t.Errorf("%q", parts)
		}
	}
	if n := len(parts[0][0]); n != 4 || len(parts[1][1]) != 4 {
		t.Errorf("%q", parts)
	}
	if _, err := j.Outputs([][]byte{[]byte("a\n"), nil}); err == nil {
		t.Error("sources that are not in step are taken")
	}
}
