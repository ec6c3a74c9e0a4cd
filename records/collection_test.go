package records_test

import (
	"errors"
	"io"
	"io/fs"
	"testing"

	"github.com/yates-shuffle/yates/records"
)

// collected returns the four suits.
func collected(t *testing.T, rules records.Rules, sources ...records.Source) *records.Collection {
	opt := records.Options{Seed: seeded.Seed, Format: records.Lines{Delimiter: '\n'}}
	c, err := records.Collect(ctx, opt, rules, append(sources, suits())...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestClosed: what is used after Close fails, and does not pass for empty.
func TestClosed(t *testing.T) {
	first := records.Column{Number: 1}
	for _, rules := range []records.Rules{{}, {GroupBy: []records.Column{first}}, {StratifyBy: []records.Column{first}}} {
		for name, use := range map[string]func(c *records.Collection) error{
			"Len":   func(c *records.Collection) error { _, err := c.Len(ctx); return err },
			"Write": func(c *records.Collection) error { return c.Write(ctx, io.Discard) },
			"WriteParts": func(c *records.Collection) error {
				return c.WriteParts(ctx, []int64{1}, func(int) ([]io.Writer, error) { panic("opened") })
			},
			"WriteEach": func(c *records.Collection) error { return c.WriteEach(ctx, io.Discard, 1) },
			"All": func(c *records.Collection) (err error) {
				for _, err = range c.All(ctx) {
				}
				return err
			},
			"Close": (*records.Collection).Close,
		} {
			c := collected(t, rules)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if err := use(c); !errors.Is(err, fs.ErrClosed) {
				t.Errorf("%s, %+v: %v", name, rules, err)
			}
		}
	}
}
