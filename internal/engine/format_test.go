package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// writtenParts is what the engine makes of the same.
func writtenParts(t *testing.T, opt Options, sources []Source, shares func(n int) []int) (parts [][]byte, err error) {
	t.Helper()
	ctx := context.Background()
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
		if c.store.Arena.Held() != 0 {
			t.Errorf("%d bytes of slabs were not given back", c.store.Arena.Held())
		}
	}()
	n, err := c.Len(ctx)
	if err != nil {
		return nil, err
	}
	var sizes []int64
	for _, size := range shares(int(n)) {
		sizes = append(sizes, int64(size))
	}
	var out []*bytes.Buffer
	err = c.WriteParts(ctx, sizes, func(part int) (io.Writer, error) {
		if part != len(out) {
			return nil, fmt.Errorf("part %d is opened after %d others", part, len(out))
		}
		out = append(out, new(bytes.Buffer))
		return out[part], nil
	})
	if err != nil {
		return nil, err
	}
	for _, b := range out {
		parts = append(parts, b.Bytes())
	}
	return parts, nil
}

// TestFirstBadKey: of many records without a key the first is named, whatever worker meets it.
func TestFirstBadKey(t *testing.T) {
	t.Parallel()
	text := "1\ta\n" + strings.Repeat("2\n", 500)
	for range 50 {
		opt := Options{Seed: &testSeed, Workers: 7, tune: tuning{chunk: 16}, Rule: Rule{Kind: ask.Groups,
			By: []Column{{Number: 2}}}}
		err := Shuffle(context.Background(), io.Discard, opt, Reader("in", strings.NewReader(text)))
		if err == nil || !strings.HasPrefix(err.Error(), "record 2: ") {
			t.Fatal(err)
		}
	}
}

// TestKeyError: columns that go on beyond what is held of a record are an error,
// however it is read; columns before that are found.
func TestKeyError(t *testing.T) {
	t.Parallel()
	const long = 1000
	x := strings.Repeat("x", 2*long)
	for _, c := range []struct {
		text    string
		opt     Options
		columns []Column
		fails   bool
	}{
		{"1\ta\n2\tb\t" + x, Options{}, []Column{{Number: 2}}, false},
		{"1\ta\n2\t" + x, Options{}, []Column{{Number: 1}}, false},
		{"1\ta\n2\t" + x + "\n3\tb", Options{}, []Column{{Number: 2}}, true},
		{"1\n" + x, Options{}, []Column{{Number: 1}}, true},
		{"1\ta\n2\t" + x + "\t\n3", Options{}, []Column{{Number: 1}, {Number: 2}}, true},
		{"1,\"a\",\n2,\"" + x + "\",b\n", Options{Format: Format{Kind: ask.CSV}}, []Column{{Number: 3}}, true},
		{"1,\"a\",\n2,\"b\",\"" + x + "\"\n", Options{Format: Format{Kind: ask.CSV}}, []Column{{Number: 2}}, false},
		{"1\ta\nb\n2\tb\n" + x, Options{Format: Format{Lines: 2}}, []Column{{Number: 2}}, false},
		{"1\n\n" + x + "\n" + x, Options{Format: Format{Lines: 2}}, []Column{{Number: 1}}, true},
	} {
		for _, tune := range []tuning{
			{}, {chunk: 16}, {chunk: 16, stream: true}, {big: 16, bigUnspilled: 16, memory: 1, slab: 16},
		} {
			opt := c.opt
			opt.Seed, opt.Rule, opt.tune = &testSeed, Rule{Kind: ask.Groups, By: c.columns}, tune
			opt.tune.long = long
			name := filepath.Join(t.TempDir(), "in")
			writeFile(t, name, c.text)
			var out bytes.Buffer
			err := Shuffle(context.Background(), &out, opt, RawFile(name))
			e, ok := errors.AsType[*failure.KeyError](err)
			if ok != c.fails || ok && *e != (failure.KeyError{Most: long}) || !ok && err != nil {
				t.Errorf("%.20q, %+v: %v", c.text, tune, err)
			}
		}
	}
	const want = "record 7: its columns, or its JSON, do not end within its first 5 MiB"
	if got := (&failure.RecordError{Record: 7, Err: &failure.KeyError{Most: 5<<20 + 1}}).Error(); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// TestAlone: records without a value stand alone also where several of them share a bucket, in memory or not.
func TestAlone(t *testing.T) {
	t.Parallel()
	var rows []byte
	for i := range 20_000 {
		rows = fmt.Appendf(rows, "%s\t%d\n", []string{fmt.Sprint(i % 1000), ""}[i%2], i)
	}
	for _, tune := range []tuning{{}, {memory: 1, big: 1, bigUnspilled: 1}} {
		job := &slow.Job{Seed: testSeed, GroupBy: []int{1}, Head: -1}
		opt := optionsOf(job)
		opt.tune = tune
		var got bytes.Buffer
		err := Shuffle(t.Context(), &got, opt, Reader("rows", bytes.NewReader(rows)))
		if want := written(job, rows); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%+v: %v, %s", tune, err, differ(got.Bytes(), want))
		}
	}
}

// TestLargeGroups: of two groups in a bucket, whose records are too long to be held, each has its own in the end.
func TestLargeGroups(t *testing.T) {
	t.Parallel()
	key := func(i int) string { return fmt.Sprint("k", i) }
	other := 1
	for order.GroupBucket(testSeed, []byte(key(other))) != order.GroupBucket(testSeed, []byte(key(0))) {
		other++
	}
	var text []byte
	for i := range 8 {
		text = fmt.Appendf(text, "%d\t%s\t%s\n", i, key(i%2*other), strings.Repeat("x", 20_000))
	}
	job := &slow.Job{Seed: testSeed, GroupBy: []int{2}, Head: -1}
	opt := optionsOf(job)
	opt.tune = tuning{stream: true, chunk: 1000, long: 1000, big: 1000, bigUnspilled: 1000}
	got, _ := shuffled(t, opt, files.hand(t, false, [][]byte{text})...)
	if want := written(job, text); !bytes.Equal(got, want) {
		t.Error(differ(got, want))
	}
}

// TestWithout: a record that lacks the values of two rules is dropped once, and counts for each.
func TestWithout(t *testing.T) {
	opt := Options{Sink: Sink{Parts: true}, Rule: Rule{Kind: ask.Classes, By: []Column{{Number: 1}},
		Groups: []Column{{Number: 2}}, Missing: MissingDrop}}
	c, err := Collect(t.Context(), opt, Reader("in", strings.NewReader("\t\na\tb\n\tc\n")))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if classes, groups := c.Without(ask.Classes), c.Without(ask.Groups); classes != 2 || groups != 1 || c.Records() != 1 {
		t.Errorf("%d and %d records lack values, and %d are left", classes, groups, c.Records())
	}
}
