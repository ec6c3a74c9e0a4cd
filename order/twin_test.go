package order_test

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/internal/vectors"
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

// TestTwin: the slow twin follows the same vectors, with records in place of numbers.
func TestTwin(t *testing.T) {
	var v data
	vectors.Read(t, "../docs/SPEC.md", &v)
	outputs := func(seed string, j twin.Job, sources ...[]byte) [][]byte {
		t.Helper()
		j.Seed = sha256.Sum256([]byte(seed))
		parts, err := j.Outputs(sources)
		if err != nil {
			t.Fatal(err)
		}
		return parts
	}
	check := func(got, want []int, what string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v instead of %v", what, got, want)
		}
	}
	for _, c := range v.Repeats {
		if c.Records < 1000 { // else numbers alone would be tested
			var draws []int
			for _, d := range c.Draws {
				draws = append(draws, int(d))
			}
			j := twin.Job{Repeat: true, Head: len(draws)}
			check(numbers(t, outputs(c.Seed, j, table(make([][]string, c.Records)))[0]), draws, "repeats")
		}
	}
	for i, c := range slices.Concat(v.Grouped, v.Sorted) {
		for i := range c.Records {
			c.Keys = append(c.Keys, []string{fmt.Sprint(i % c.Cycle)})
		}
		j := twin.Job{Head: -1, GroupBy: columns(len(c.Keys[0])), Common: true}
		if i >= len(v.Grouped) {
			j.GroupBy, j.OrderBy = nil, j.GroupBy
		}
		c.check(t, numbers(t, outputs(c.Seed, j, table(c.Keys))[0]), "grouped, or sorted, by %.80q", c.Keys)
	}
	for _, c := range v.Alone {
		rows := rowsOf(c.Keys)
		for i := range c.Records {
			rows = append(rows, []string{[]string{fmt.Sprint(i % c.Cycle), ""}[i%2]})
		}
		j := twin.Job{Head: -1, GroupBy: columns(1)}
		c.check(t, numbers(t, outputs(c.Seed, j, table(rows))[0]), "alone %.80q", rows)
	}
	for _, c := range v.Weighted {
		var rows [][]string
		for _, w := range c.Weights {
			rows = append(rows, []string{w})
		}
		check(numbers(t, outputs(c.Seed, twin.Job{Head: -1, Weight: 1}, table(rows))[0]), c.Draws, "weighted")
		j := twin.Job{Head: len(c.Repeats), Weight: 1, Repeat: true}
		check(numbers(t, outputs(c.Seed, j, table(rows))[0]), c.Repeats, "weighted")
	}
	for _, c := range v.Mixtures {
		got := twin.Mixture(sha256.Sum256([]byte(c.Seed)), c.Records, c.Counts)
		c.check(t, fromOne(got), "mixture of %d of %d", c.Counts, c.Records)
	}
	for _, c := range v.Balanced {
		j := twin.Job{Head: -1, Repeat: true, StratifyBy: columns(len(c.Keys[0]))}
		if c.Each != nil {
			j.Head = *c.Each
		}
		check(numbers(t, outputs(c.Seed, j, table(c.Keys))[0]), c.Order, "balanced")
	}
	for _, c := range v.Apart {
		rows := rowsOf(c.Keys)
		for i := range c.Records {
			rows = append(rows, []string{fmt.Sprint(i % c.Cycle)})
		}
		if len(rows) < 200 { // as the twin takes its time
			j := twin.Job{Head: -1, ApartBy: columns(1), Run: c.Run}
			c.check(t, numbers(t, outputs(c.Seed, j, table(rows))[0]), "apart %.80q", rows)
		}
	}
	for _, c := range v.ByKey {
		var rows [][]string
		want := make([][]int, len(c.Shares))
		for i, key := range c.Keys {
			if rows = append(rows, []string{key}); c.Parts[i] != nil {
				want[*c.Parts[i]] = append(want[*c.Parts[i]], i+1)
			}
		}
		j := twin.Job{Head: -1, ByKey: columns(1), Parts: twin.Shares(c.Shares...)}
		for p, part := range outputs(c.Seed, j, table(rows)) {
			got := numbers(t, part)
			slices.Sort(got)
			check(got, want[p], fmt.Sprint("parts by key ", c.Shares))
		}
		j = twin.Job{Head: -1, OrderBy: columns(1), Share: j.Parts[0]} // which is the first part, in another order
		got := numbers(t, outputs(c.Seed, j, table(rows))[0])
		slices.Sort(got)
		check(got, want[0], fmt.Sprint("a sample by key ", c.Shares))
	}
	for i, c := range v.Stratified {
		j, names := twin.Job{Head: -1, StratifyBy: columns(len(c.Keys[0]))}, map[string]bool{}
		for _, group := range c.Groups {
			names[fmt.Sprintf("%q", group)] = true
		}
		for _, size := range c.Sizes {
			j.Parts = append(j.Parts, big.NewRat(size, int64(cmp.Or(len(names), len(c.Keys)))))
		}
		rows := slices.Clone(c.Keys)
		for i, group := range c.Groups {
			j.GroupBy = []int{len(c.Keys[0]) + 1}
			rows[i] = slices.Concat(rows[i], group)
		}
		for p, part := range outputs(c.Seed, j, table(rows)) {
			check(numbers(t, part), c.Parts[p], fmt.Sprint("stratified ", c.Keys))
		}
		if i == 0 { // a sample is one part
			j.Head, j.Parts = int(c.Sizes[0]), nil
			check(numbers(t, outputs(c.Seed, j, table(c.Keys))[0]), c.Parts[0], "a stratified sample")
		}
	}
	for i, c := range v.Orders {
		j := twin.Job{NUL: c.Separator == "\x00", CSV: c.CSV != "", Header: c.Header, Head: -1}
		if j.CSV {
			j.Delimiter = c.CSV[0]
		}
		var sources [][]byte
		for _, s := range c.Sources {
			sources = append(sources, s.bytes())
		}
		none := j
		none.Head = 0
		head := outputs(c.Seed, none, sources...)[0]
		if got := outputs(c.Seed, j, sources...)[0][len(head):]; fmt.Sprintf("%x", sha256.Sum256(got)) != c.SHA256 {
			t.Errorf("order %d is another", i)
		}
	}
}

// rowsOf returns rows of one key each, which is empty if it is nil.
func rowsOf(keys []*string) (rows [][]string) {
	for _, key := range keys {
		if key == nil {
			key = new(string)
		}
		rows = append(rows, []string{*key})
	}
	return rows
}
