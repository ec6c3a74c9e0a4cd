package deals

import (
	"io"
	"math"
	"slices"
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
func TestNumbers(t *testing.T) {
	read := func(text string) (all []int64, err error) {
		lines := ReadFile(io.NopCloser(strings.NewReader(text)), "x", 20)
		defer lines.Close()
		for {
			x, err := lines.Number(t.Context())
			if err == io.EOF {
				return all, nil
			}
			if err != nil {
				return all, err
			}
			all = append(all, x)
		}
	}
	if got, err := read("\ufeff 17\r\n\n -3\n0"); !slices.Equal(got, []int64{17, -3, 0}) || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for line, want := range map[string]string{"1 2": "not an integer", "1.5": "line 2 of x is 1.5, which is not",
		"9999999999999999999": "not an integer"} {
		if got, err := read("5\n" + line + "\n6\n"); len(got) != 1 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", line, got, err)
		}
	}
}
