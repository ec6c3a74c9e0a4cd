package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// TestTorn: in a table whose rows are lines, the first line that is only the front of a row is an
// error, wherever it stands; and so is, where lines are JSON objects, the first that is not one.
func TestTorn(t *testing.T) {
	t.Parallel()
	whole := []string{"", "a,b", `a,"b,""c"""`, `a"b,c`, `a, "b`, `"a"b",c`, "\ufeff\"a\",b", `"a",""`}
	torn := []string{`"a`, `a,"b`, `a,"b""`, `"a"",b`, "\ufeff\"a", `"a",b,"`}
	seed := order.SeedFromText("torn")
	shuffle := func(opt Options, text string) error {
		opt.Seed, opt.Memory = &seed, 1<<20
		urn, err := NewUrn(t.Context(), opt, Reader("", strings.NewReader(text)))
		if err == nil {
			err = urn.Close()
		}
		if e := Shuffle(t.Context(), io.Discard, opt, Reader("",
			strings.NewReader(text))); (e == nil) != (err == nil) ||
			e != nil && e.Error() != err.Error() {
			t.Errorf("a shuffle and an urn differ: %v, %v", e, err)
		}
		return err
	}
	for _, c := range []struct {
		opt         Options
		whole, torn []string
	}{
		{Options{Format: Format{Table: ','}}, whole, torn},
		{
			Options{Format: Format{Kind: ask.JSON}},
			[]string{"{}", `{"a":"{"}`, "\ufeff{} \r", ` {"a":{"b":[7]}}`, "{\"a\":\"\xff\"}", "{}", "{}", "{}"},
			[]string{"", "{", `"a": 1`, "}", "[{}]", `{"a":1} x`, `{"a":1}{"a":1}`,
				`{"a":"` + strings.Repeat("x", 5<<20) + `"}`},
		},
	} {
		lines := strings.Repeat(strings.Join(c.whole, "\n")+"\n", 20_000)
		if err := shuffle(c.opt, lines); err != nil {
			t.Error(err)
		}
		for _, line := range c.torn {
			for _, at := range []int{0, 8, 8000, 160_000} {
				pos := 0
				for range at {
					pos += strings.IndexByte(lines[pos:], '\n') + 1
				}
				err := shuffle(c.opt, lines[:pos]+line+"\n"+lines[pos:])
				var bad *failure.RecordError
				if !errors.As(err, &bad) || bad.Record != int64(at)+1 || errors.Is(err,
					ErrTorn) == (c.opt.Format.Kind == ask.JSON) {
					t.Errorf("%.20q in line %d: %v", line, at+1, err)
				}
			}
		}
	}
	long := "a,\"b\"\n\"" + strings.Repeat("x", 5000) + "\",c\n" // whose front alone is in memory
	opt := Options{Seed: &seed, Format: Format{Table: ','}, TempDir: t.TempDir(), tune: tuning{chunk: 16, long: 1000}}
	if err := Shuffle(t.Context(), io.Discard, opt, files.hand(t, false, [][]byte{[]byte(long)})...); err != nil {
		t.Error(err)
	}
	for name, set := range map[string]func(*Options){
		"groups":  func(o *Options) { o.Rule = Rule{Kind: ask.Groups, By: []Column{{Name: "a"}}} },
		"unique":  func(o *Options) { o.Rule = Rule{Kind: ask.UniqueBy, By: []Column{{Name: "a"}}} },
		"whole":   func(o *Options) { o.Rule.Kind = ask.Unique },
		"classes": func(o *Options) { o.Parts, o.Rule = true, Rule{Kind: ask.Classes, By: []Column{{Name: "a"}}} },
	} {
		opt := Options{Format: Format{Kind: ask.JSON}}
		set(&opt)
		c, err := Collect(t.Context(), opt, Reader("", strings.NewReader("{\"a\":1}\n{\"a\":1} x\n")))
		if err == nil {
			c.Close()
			t.Errorf("%s: a line with more than an object is accepted", name)
		}
	}
}

// TestNoDelimiter: where no record has the delimiter, columns by number are an error.
func TestNoDelimiter(t *testing.T) {
	t.Parallel()
	seed := order.SeedFromText("columns")
	for _, c := range []struct {
		opt  Options
		text string
		ok   bool
	}{
		{Options{}, "a\nb\na\n", false},
		{Options{}, "a\nb\na\tx\n", true},
		{Options{}, "", true},
		{Options{Format: Format{Delimiter: '\n'}}, "a\nb\na\n", true},
		{Options{Format: Format{NUL: true, Delimiter: '\n'}}, "a\x00b\x00", false},
		{Options{Format: Format{Kind: ask.CSV}}, "a\tb\nb\tc\n", false},
		{Options{Format: Format{Kind: ask.CSV}}, "\"a,b\"\n", false},
		{Options{Format: Format{Kind: ask.CSV}}, "\"a,b\",\n", true},
		{Options{Format: Format{Header: 1}}, "h\na\n", false},
		{Options{Format: Format{Header: 1}, Rule: Rule{Kind: ask.Groups, By: []Column{{Name: "h"}}}}, "h\na\n", true},
	} {
		opt, by := c.opt, c.opt.By
		if by == nil {
			by = []Column{{Number: 1}}
		}
		opt.Seed, opt.Rule = &seed, Rule{Kind: ask.Groups, By: by}
		err := Shuffle(t.Context(), new(bytes.Buffer), opt, Reader("", strings.NewReader(c.text)))
		if bad := new(failure.DelimiterError); errors.As(err, &bad) == c.ok || c.ok && err != nil {
			t.Errorf("%+v, groups of %q: %v", c.opt, c.text, err)
		}
		opt.Rule.Kind, opt.Parts = ask.Classes, true
		in, err := Collect(t.Context(), opt, Reader("", strings.NewReader(c.text)))
		if bad := new(failure.DelimiterError); errors.As(err, &bad) == c.ok || c.ok && err != nil {
			t.Errorf("%+v, classes of %q: %v", c.opt, c.text, err)
		}
		if err == nil {
			in.Close()
		}
	}
}

// TestFieldsAsColumns: fields group, divide and tell apart as columns with the same texts do, in memory and
// from the temporary file.
func TestFieldsAsColumns(t *testing.T) {
	t.Parallel()
	const n = 3000
	seed := order.SeedFromText("fields")
	var objects, rows strings.Builder
	for i := range n {
		key, filler := fmt.Sprintf("k %d", i%700*(i%3)), strings.Repeat("x", i%50)
		fmt.Fprintf(&objects, "{\"n\":%d, \"of\":{\"key\" : %q},\"y\":[\"}\",%q]}\n", i, key, filler)
		fmt.Fprintf(&rows, "%d\t%s\t%s\n", i, key, filler)
	}
	for name, set := range map[string]func(*Options, []Column){
		"groups":  func(o *Options, c []Column) { o.Rule = Rule{Kind: ask.Groups, By: c} },
		"head":    func(o *Options, c []Column) { o.Rule, o.Head = Rule{Kind: ask.Groups, By: c}, 100 },
		"unique":  func(o *Options, c []Column) { o.Rule = Rule{Kind: ask.UniqueBy, By: c} },
		"classes": func(o *Options, c []Column) { o.Rule = Rule{Kind: ask.Classes, By: c} },
	} {
		for _, tune := range []tuning{{}, {memory: 1, slab: 4096}, {memory: 1, big: 1, bigUnspilled: 1}} {
			numbers := func(opt Options, column Column, text, before, after string) (all []string) {
				opt.Seed, opt.Memory, opt.tune, opt.Parts = &seed, 4<<20, tune, true
				set(&opt, []Column{column})
				parts, err := writtenParts(t, opt, []Source{Reader("", strings.NewReader(text))},
					func(n int) []int { return []int{n / 2, n - n/2} })
				if err != nil {
					t.Fatal(name, err)
				}
				for line := range strings.Lines(string(bytes.Join(parts, nil))) {
					number, _, _ := strings.Cut(strings.TrimPrefix(line, before), after)
					all = append(all, number)
				}
				return all
			}
			got := numbers(Options{Format: Format{Kind: ask.JSON}}, Column{Name: "of.key"}, objects.String(), `{"n":`,
				",")
			want := numbers(Options{}, Column{Number: 2}, rows.String(), "", "\t")
			if !slices.Equal(got, want) || len(got) < 100 {
				t.Errorf("%s, %+v: %d records differ from %d", name, tune, len(got), len(want))
			}
		}
	}
}
