package order_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
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

// mixture is SPEC.md's, with records numbered from 1 through all sources: each source is laid out, epoch after epoch.
func mixture(seed twin.Seed, records, counts []int) (mixed []int) {
	hash := func(label string, seed twin.Seed, n int) twin.Seed {
		return sha256.Sum256(fmt.Appendf(nil, "yates order 1\x00%s\x00%s%s", label, seed[:],
			binary.BigEndian.AppendUint64(nil, uint64(n))))
	}
	var sources []int // that the numbers of all places stand for
	left := make([][]int, len(records))
	before := 0
	for i, count := range counts {
		sources = append(sources, slices.Repeat([]int{i}, count)...)
		for e := 0; len(left[i]) < count; e++ {
			for _, r := range twin.Order(hash("epoch", hash("mixture", seed, i), e), records[i]) {
				left[i] = append(left[i], before+r+1)
			}
		}
		before += records[i]
	}
	for _, x := range twin.Order(seed, len(sources)) {
		i := sources[x]
		mixed, left[i] = append(mixed, left[i][0]), left[i][1:]
	}
	return mixed
}

// TestTwin: the slow twin follows the same vectors, with records in place of numbers.
func TestTwin(t *testing.T) {
	var v data
	vectors.Read(t, "../SPEC.md", &v)
	outputs := func(seed string, j twin.Job, sources ...[]byte) (all [][]byte) {
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
	sum := func(got []int, want string) {
		t.Helper()
		hash := sha256.New()
		for _, r := range got {
			fmt.Fprintln(hash, r)
		}
		if fmt.Sprintf("%x", hash.Sum(nil)) != want {
			t.Errorf("%d records come in another order", len(got))
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
	for _, c := range v.Grouped {
		for i := range c.Records {
			c.Keys = append(c.Keys, []string{fmt.Sprint(i % c.Cycle)})
		}
		j := twin.Job{Head: -1, GroupBy: columns(len(c.Keys[0])), Common: true}
		got := numbers(t, outputs(c.Seed, j, table(c.Keys))[0])
		if c.Records > 0 {
			sum(got, c.SHA256)
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "grouped")
	}
	for _, c := range v.Alone {
		var rows [][]string
		for _, key := range c.Keys {
			if key == nil {
				key = new(string)
			}
			rows = append(rows, []string{*key})
		}
		for i := range c.Records {
			rows = append(rows, []string{[]string{fmt.Sprint(i % c.Cycle), ""}[i%2]})
		}
		got := numbers(t, outputs(c.Seed, twin.Job{Head: -1, GroupBy: columns(1)}, table(rows))[0])
		if c.Records > 0 {
			sum(got, c.SHA256)
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "alone")
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
		got := mixture(sha256.Sum256([]byte(c.Seed)), c.Records, c.Counts)
		if c.SHA256 != "" {
			sum(got, c.SHA256)
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "mixture")
	}
	for i, c := range v.Stratified {
		var sizes []int
		for _, size := range c.Sizes {
			sizes = append(sizes, int(size))
		}
		j := twin.Job{Head: -1, StratifyBy: columns(len(c.Keys[0])), Parts: func(int) []int { return sizes }}
		rows := slices.Clone(c.Keys)
		for i, group := range c.Groups {
			j.GroupBy = []int{len(c.Keys[0]) + 1}
			rows[i] = slices.Concat(rows[i], group)
		}
		for p, part := range outputs(c.Seed, j, table(rows)) {
			check(numbers(t, part), c.Parts[p], fmt.Sprint("stratified ", c.Keys))
		}
		if i == 0 { // a sample is one part
			j.Head, j.Parts = sizes[0], nil
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
