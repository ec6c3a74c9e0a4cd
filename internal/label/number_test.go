package label_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/yates-shuffle/yates/internal/label"
)

// Odds are never said to be more than they are.
func TestOdds(t *testing.T) {
	for l, want := range map[float64]string{
		math.Inf(-1): "0.001 or less", -4: "0.001 or less", math.Log10(0.4069): "0.4", math.Log10(0.0799): "0.07",
		math.Log10(0.99999): "0.9", -1: "0.1", -3: "0.001", 0: "1",
		math.Log10(9.5): "9.5", math.Log10(10.5): "10", math.Log10(42.7): "42", math.Log10(999.9999): "999", math.NaN(): "?",
		math.Log10(1.999): "1.99", 1: "10", 2: "100", math.Log10(123_456): "123,000", 6: "1,000,000",
		math.Log10(1_999_999): "1,990,000", 14: "100,000,000,000,000", 15: "10^15", 158.9: "10^158",
		math.Inf(1): "∞", 1e300: "10^" + strconv.FormatFloat(1e300, 'f', 0, 64),
	} {
		if got := label.Odds(l); got != want {
			t.Errorf("10^%v is %q, not %q", l, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100",
		math.MaxInt64: "9,223,372,036,854,775,807"} {
		if got := label.Number(n); got != want {
			t.Errorf("%d is %q, not %q", n, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 deals", 1: "1 deal", 2: "2 deals", 1234: "1,234 deals"} {
		if got := label.Plural(n, "deal"); got != want {
			t.Errorf("%d is %q, not %q", n, got, want)
		}
	}
	if got := label.Plural(2, "entry") + label.Plural(3, "day") + label.Plural(4, ""); got != "2 entries3 days4 s" {
		t.Error(got)
	}
}

func TestFew(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 3e-5: "less than 0.001", 0.001: "0.001", 0.28: "0.28", 6.6667: "6.67", 12.34: "12.3", 999.4: "999",
		999.6: "1,000", 99.96: "100", 0.99999: "1", 10: "10", 1234.5: "1,235", 1e6: "1,000,000"} {
		if got := label.Few(x); got != want {
			t.Errorf("%v is %q, not %q", x, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for size, want := range map[float64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 99_949: "99.9 kB",
		99_950:  "100 kB",
		999_499: "999 kB", 999_500: "1.0 MB", 1e9: "1.0 GB", 1e12: "1.0 TB", 1e15: "1.0 PB", 1e22: "10000 EB"} {
		if got := label.Size(size); got != want {
			t.Errorf("%v bytes are %q, not %q", size, got, want)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		x    float64
		most int
		want string
	}{
		{0, 3, "0"}, {0.2756, 3, "0.276"}, {2.8e-8, 3, "0.000000028"}, {0.08, 2, "0.08"}, {1, 2, "1"}, {0.999, 2, "1"},
		{24.802, 3, "24.8"},
		{99.96, 3, "100"}, {1234.5, 3, "1,235"}, {166666.7, 3, "166,667"}, {1e6, 3, "1,000,000"},
	} {
		if got := label.Figures(c.x, c.most); got != c.want {
			t.Errorf("%v with %d figures is %q, not %q", c.x, c.most, got, c.want)
		}
	}
}
