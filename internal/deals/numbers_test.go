package deals

import (
	"math"
	"strings"
	"testing"
)

// The numbers of items begin where nothing seems to be lost, or at 0 or 1.
func TestFirstNumber(t *testing.T) {
	for _, c := range []struct {
		lo, hi int64
		most   int
		want   int64
	}{
		{0, 9, 10, 0}, {1, 10, 10, 1}, {2, 10, 9, 2}, {2, 10, 8, 1}, {2, 10, 10, 1}, {-3, 3, 7, -3}, {0, 9, 1, 0},
	} {
		if got, err := FirstNumber(c.lo, c.hi, c.most); got != c.want || err != nil {
			t.Errorf("%d numbers from %d to %d begin at %d, %v", c.most, c.lo, c.hi, got, err)
		}
	}
	for _, c := range [][2]int64{{1, 5000}, {math.MinInt64, math.MaxInt64}} {
		if got, err := FirstNumber(c[0], c[1], 10); err == nil {
			t.Errorf("10 numbers from %d to %d begin at %d", c[0], c[1], got)
		}
	}
}

// Lines have a number each, with white space around it.
func TestNumber(t *testing.T) {
	where := func() string { return "line 2 of x" }
	for line, want := range map[string]int64{" 17\r": 17, "-3": -3, "0": 0, "+5": 5,
		"000000000000000000007": 7, "999999999999999999": 999999999999999999, "9223372036854775807": math.MaxInt64} {
		if got, err := Number([]byte(line), where); got != want || err != nil {
			t.Errorf("%q: %d, %v", line, got, err)
		}
	}
	for line, want := range map[string]string{"1 2": "not an integer", "1.5": "line 2 of x is 1.5, which is not",
		"9999999999999999999": "not an integer", "": "not an integer"} {
		if _, err := Number([]byte(line), where); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}
