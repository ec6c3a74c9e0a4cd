package engine

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// TestConflicts: things that do not go together are one error, which names both, whoever is asked for them.
func TestConflicts(t *testing.T) {
	column := []Column{{Number: 1}}
	with := map[string]func(o *Options){
		"NUL": func(o *Options) { o.NUL = true }, "CSV": func(o *Options) { o.CSV = true },
		"Lines": func(o *Options) { o.Lines = 1 }, "Start": func(o *Options) { o.Start = regexp.MustCompile("^>") },
		"Paragraphs": func(o *Options) { o.Paragraphs = true },
		"HeaderLike": func(o *Options) { o.HeaderLike = regexp.MustCompile("^#") },
		"JSON":       func(o *Options) { o.JSON = true }, "Tar": func(o *Options) { o.Tar = true },
		"TFRecord":  func(o *Options) { o.TFRecord = true },
		"Size":      func(o *Options) { o.Size = 1 },
		"Header":    func(o *Options) { o.Header = 1 },
		"Delimiter": func(o *Options) { o.Delimiter = ';' }, "Table": func(o *Options) { o.Table = ',' },
		"Skip": func(o *Options) { o.Skip = 1 }, "Head": func(o *Options) { o.Head = 1 },
		"GroupBy": func(o *Options) { o.GroupBy = column }, "StratifyBy": func(o *Options) { o.StratifyBy = column },
		"Unique": func(o *Options) { o.Unique = true }, "UniqueBy": func(o *Options) { o.UniqueBy = column },
		"Weight":  func(o *Options) { o.Weight = &column[0] },
		"ApartBy": func(o *Options) { o.ApartBy = column }, "ByKey": func(o *Options) { o.ByKey = column },
		"Shares": func(o *Options) { o.Shares = order.Parts{1 << 63} }, "Parts": func(o *Options) { o.Parts = true },
		// These are no options.
		"Integers": func(*Options) {}, "Draws": func(*Options) {},
	}
	others := []string{"Integers", "Draws"}
	for _, c := range Conflicts {
		for other := range strings.FieldsSeq(c.Excludes) {
			opt, asked := Options{Seed: &testSeed}, []string(nil)
			for _, thing := range []string{c.Thing, other} {
				if with[thing] == nil {
					t.Fatalf("nobody can ask for %s", thing)
				}
				if with[thing](&opt); slices.Contains(others, thing) {
					asked = append(asked, thing)
				} else if reflect.ValueOf(opt).FieldByName(thing).IsZero() {
					t.Errorf("%s is not asked for", thing)
				}
			}
			_, err := opt.setDefaults(asked...)
			if e, ok := errors.AsType[*failure.ConflictError](err); !ok || e.A != c.Thing || e.B != other {
				t.Errorf("%s and %s: %v", c.Thing, other, err)
			}
		}
	}
	c, err := Collect(t.Context(), Options{Skip: 1}, Reader("in", strings.NewReader("a\nb\n")))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.WriteParts(t.Context(), []int64{2}, nil); !errors.As(err, new(*failure.ConflictError)) {
		t.Errorf("parts of what is skipped: %v", err)
	}
	for _, source := range []Source{Integers(1, 9), Reader("in", strings.NewReader("a\n"))} {
		for _, opt := range []Options{{Unique: true, UniqueBy: column}, {TFRecord: true, GroupBy: column}} {
			_, err := Collect(t.Context(), opt, source)
			_, err2 := NewUrn(t.Context(), opt, source)
			if !errors.As(err, new(*failure.ConflictError)) || !errors.As(err2, new(*failure.ConflictError)) {
				t.Errorf("%+v: %v, %v", opt, err, err2)
			}
		}
	}
}
