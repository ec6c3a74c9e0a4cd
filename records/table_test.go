package records

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestTorn: in a table whose rows are lines, the first line that is only the front of a row is an
// error, wherever it stands.
func TestTorn(t *testing.T) {
	whole := []string{"", "a,b", `a,"b,""c"""`, `a"b,c`, `a, "b`, `"a"b",c`, "\ufeff\"a\",b", `"a",""`}
	torn := []string{`"a`, `a,"b`, `a,"b""`, `"a"",b`, "\ufeff\"a", `"a",b,"`}
	seed := order.SeedFromText("torn")
	shuffle := func(opt Options, text string) error {
		opt.Seed, opt.Table, opt.Memory = &seed, ',', 1<<20
		urn, err := NewUrn(t.Context(), opt, Reader("", strings.NewReader(text)))
		if err == nil {
			err = urn.Close()
		}
		if e := Shuffle(t.Context(), io.Discard, opt, Reader("", strings.NewReader(text))); (e == nil) != (err == nil) ||
			e != nil && e.Error() != err.Error() {
			t.Errorf("a shuffle and an urn differ: %v, %v", e, err)
		}
		return err
	}
	lines := strings.Repeat(strings.Join(whole, "\n")+"\n", 20_000)
	if err := shuffle(Options{}, lines); err != nil {
		t.Error(err)
	}
	for _, line := range torn {
		for _, at := range []int{0, 8, 8000, 160_000} {
			pos := 0
			for range at {
				pos += strings.IndexByte(lines[pos:], '\n') + 1
			}
			err := shuffle(Options{}, lines[:pos]+line+"\n"+lines[pos:])
			var bad *RecordError
			if !errors.Is(err, ErrTorn) || !errors.As(err, &bad) || bad.Record != int64(at)+1 {
				t.Errorf("%q in line %d: %v", line, at+1, err)
			}
		}
	}
}

// TestNoDelimiter: where no record has the delimiter, columns by number are an error.
func TestNoDelimiter(t *testing.T) {
	seed := order.SeedFromText("columns")
	for _, c := range []struct {
		opt  Options
		text string
		ok   bool
	}{
		{Options{}, "a\nb\na\n", false},
		{Options{}, "a\nb\na\tx\n", true},
		{Options{}, "", true},
		{Options{Delimiter: '\n'}, "a\nb\na\n", true},
		{Options{NUL: true, Delimiter: '\n'}, "a\x00b\x00", false},
		{Options{CSV: true}, "a\tb\nb\tc\n", false},
		{Options{CSV: true}, "\"a,b\"\n", false},
		{Options{CSV: true}, "\"a,b\",\n", true},
		{Options{Header: 1}, "h\na\n", false},
		{Options{Header: 1, GroupBy: []Column{{Name: "h"}}}, "h\na\n", true},
	} {
		opt, by := c.opt, c.opt.GroupBy
		if by == nil {
			by = []Column{{Number: 1}}
		}
		opt.Seed, opt.GroupBy = &seed, by
		err := Shuffle(t.Context(), new(bytes.Buffer), opt, Reader("", strings.NewReader(c.text)))
		if bad := new(DelimiterError); errors.As(err, &bad) == c.ok || c.ok && err != nil {
			t.Errorf("%+v, groups of %q: %v", c.opt, c.text, err)
		}
		opt.GroupBy, opt.StratifyBy, opt.Parts = nil, by, true
		in, err := Collect(t.Context(), opt, Reader("", strings.NewReader(c.text)))
		if bad := new(DelimiterError); errors.As(err, &bad) == c.ok || c.ok && err != nil {
			t.Errorf("%+v, classes of %q: %v", c.opt, c.text, err)
		}
		if err == nil {
			in.Close()
		}
	}
}
