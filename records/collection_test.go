package records_test

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/failure"
)

// collected returns the four suits.
func collected(t *testing.T, rule records.Rule, head int64) *records.Collection {
	opt := records.Options{Seed: seeded.Seed, Format: records.Lines{Delimiter: '\n'}, Head: head}
	c, err := records.Collect(ctx, opt, rule, suits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestClosed: what is used after Close fails, and does not pass for empty.
func TestClosed(t *testing.T) {
	by := []records.Column{{Number: 1}}
	for _, rule := range []records.Rule{nil, records.Groups{By: by}, records.Classes{By: by}} {
		for name, use := range map[string]func(c *records.Collection) error{
			"Len":   func(c *records.Collection) error { _, err := c.Len(ctx); return err },
			"Write": func(c *records.Collection) error { return c.Write(ctx, io.Discard) },
			"WriteParts": func(c *records.Collection) error {
				return c.WriteParts(ctx, []int64{1}, func(int) (io.Writer, error) { panic("opened") })
			},
			"WriteEach": func(c *records.Collection) error { return c.WriteEach(ctx, io.Discard, 1) },
			"All": func(c *records.Collection) (err error) {
				for _, err = range c.All(ctx) {
				}
				return err
			},
			"Close": (*records.Collection).Close,
		} {
			c := collected(t, rule, 0)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if err := use(c); !errors.Is(err, fs.ErrClosed) {
				t.Errorf("%s, %+v: %v", name, rule, err)
			}
		}
	}
}

// TestColumns: a column that is not there has an error of its type, which names the source; what is none has not.
func TestColumns(t *testing.T) {
	opt := records.Options{Format: records.CSV{Header: 1}}
	for _, c := range []struct {
		column records.Column
		want   string
	}{
		{records.Column{Name: "c"}, `reading table: there is no column "c"; the header, cut at ',', has "a", "b"`},
		{records.Column{Name: "a"}, "the weight"},
		{records.Column{}, "a column has neither a number from 1 on nor a name"},
		{records.Column{Number: -1, Name: "a"}, "a column has neither a number from 1 on nor a name"},
	} {
		sources := []records.Source{records.Reader("empty", strings.NewReader("")),
			records.Reader("table", strings.NewReader("a,b\nx,2\n"))}
		err := records.WeightedSample(ctx, io.Discard, opt, 1, c.column, sources...)
		_, absent := errors.AsType[*failure.AbsentError](err)
		_, named := errors.AsType[*failure.SourceError](err)
		if err == nil || !strings.Contains(err.Error(), c.want) || absent != (c.column.Name == "c") || named != absent {
			t.Errorf("%+v: %v", c.column, err)
		}
	}
}

// TestParts: sizes that do not fit are an error, not parts that lack something.
func TestParts(t *testing.T) {
	byName := []records.Column{{Number: 1}}
	for _, of := range []struct {
		rule records.Rule
		head int64
	}{{nil, 0}, {records.Groups{By: byName}, 0}, {records.Classes{By: byName}, 0}, {nil, 3}} {
		all := min(4, cmp.Or(of.head, 4))
		for _, p := range []struct {
			sizes []int64
			want  string
		}{
			{[]int64{2, all - 2}, "<nil>"},
			{[]int64{2, all - 1}, "the order ends before part 2 of"},
			{[]int64{math.MaxInt64, math.MaxInt64}, "the order ends before part 1 of"},
		} {
			c := collected(t, of.rule, of.head)
			err := c.WriteParts(ctx, p.sizes, func(int) (io.Writer, error) { return io.Discard, nil })
			if !strings.HasPrefix(fmt.Sprint(err), p.want) {
				t.Errorf("%+v, %v: %v", of, p.sizes, err)
			}
		}
	}
}

// TestNoColumns: a rule by columns that were computed, and are none, is an error, and not the plain order.
func TestNoColumns(t *testing.T) {
	first := func(order iter.Seq2[uint64, error]) (err error) {
		for _, err = range order {
			break
		}
		return err
	}
	for want, rule := range map[string]records.Rule{
		"Groups has no columns":  records.Groups{By: []records.Column{}},
		"Classes has no columns": records.Classes{Groups: []records.Column{{Number: 1}}},
		"ByKey has no columns":   records.ByKey{},
		"<nil>":                  records.Unique{},
	} {
		if err := first(records.Order(ctx, seeded, rule, suits())); fmt.Sprint(err) != want {
			t.Errorf("%#v: %v", rule, err)
		}
	}
	if err := first(records.OrderApart(ctx, seeded, records.Apart{}, suits())); fmt.Sprint(err) != "Apart has no columns" {
		t.Error(err)
	}
}

// TestOptions: what a function does not take is an error in the words of the package, and not passed over.
func TestOptions(t *testing.T) {
	by := []records.Column{{Number: 1}}
	write := func(opt records.Options, rule records.Rule) error {
		c, err := records.Collect(ctx, opt, rule, suits())
		if err != nil {
			return err
		}
		defer c.Close()
		return c.WriteParts(ctx, []int64{1}, func(int) (io.Writer, error) { return io.Discard, nil })
	}
	head, skip := records.Options{Head: 1}, records.Options{Skip: 1}
	for want, err := range map[string]error{
		"Sample does not go with Head or Skip":         records.Sample(ctx, io.Discard, head, -1, suits()),
		"Repeat does not go with Head or Skip":         records.Repeat(ctx, io.Discard, skip, 2, suits()),
		"WeightedRepeat does not go with Head or Skip": records.WeightedRepeat(ctx, io.Discard, skip, 2, by[0], suits()),
		"WeightedSample does not go with Head or Skip": records.WeightedSample(ctx, io.Discard, head, 2, by[0], suits()),
		"Skip does not go with WriteParts":             write(skip, nil),
		"Classes does not go with Head":                write(head, records.Classes{By: by}),
		"Classes does not go with Skip":                write(skip, records.Classes{By: by}),
		"TFRecord does not go with Unique.By":          write(records.Options{Format: records.TFRecord{}}, records.Unique{By: by}),
		"Tar does not go with Repeat": records.Repeat(ctx, io.Discard, records.Options{Format: records.Tar{}}, 2,
			suits()),
	} {
		if _, is := errors.AsType[*failure.ConflictError](err); !is || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	for place, err := range records.OrderApart(ctx, skip, records.Apart{By: by}, suits()) {
		if fmt.Sprint(err) != "Apart does not go with Skip" {
			t.Errorf("%d, %v", place, err)
		}
	}
}

func TestIntegers(t *testing.T) {
	const most = math.MaxUint64
	for _, c := range []struct {
		lo, hi uint64
		want   string
	}{
		{0, 0, ""},
		{7, 7, ""},
		{most, most, ""},
		{0, 1, "0 "},
		{most - 1, most, "18446744073709551614 "},
		{1, 0, "the first integer is greater than the last"},
		{7, 6, "the first integer is greater than the last"},
		{most, 0, "the first integer is greater than the last"},
	} {
		var got strings.Builder
		opt := records.Options{Format: records.Lines{NUL: true}}
		if err := records.Shuffle(ctx, &got, opt, records.Integers(c.lo, c.hi)); err != nil {
			got.WriteString(err.Error())
		}
		if got := strings.ReplaceAll(got.String(), "\x00", " "); got != c.want {
			t.Errorf("[%d, %d): %q", c.lo, c.hi, got)
		}
	}
}

// TestCounts: a negative number means all where there is one, and elsewhere is an error that names it.
func TestCounts(t *testing.T) {
	for want, do := range map[string]func(w io.Writer) error{
		"4": func(w io.Writer) error { return records.Sample(ctx, w, seeded, -1, suits()) },
		"0": func(w io.Writer) error { return records.Sample(ctx, w, seeded, 0, suits()) },
		" 4": func(w io.Writer) error {
			return collected(t, records.Classes{By: []records.Column{{Number: 1}}}, 0).WriteEach(ctx, w, -1)
		},
		"Head is -1, and must not be negative": func(io.Writer) error {
			_, err := records.Collect(ctx, records.Options{Head: -1}, nil, suits())
			return err
		},
		"Memory is -2, and must not be negative": func(w io.Writer) error {
			return records.Shuffle(ctx, w, records.Options{Memory: -2}, suits())
		},
		"Sections has no Start": func(w io.Writer) error {
			return records.Shuffle(ctx, w, records.Options{Format: records.Sections{}}, suits())
		},
	} {
		var out strings.Builder
		got := fmt.Sprint(do(&out))
		if got == "<nil>" {
			got = fmt.Sprint(strings.Count(out.String(), "\n"))
		}
		if got != strings.TrimSpace(want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A reader that is not there is no file of its name.
func TestNoReader(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Reader takes nil")
		}
	}()
	records.Reader("collection_test.go", nil)
}
