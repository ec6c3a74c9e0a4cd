package deals

import (
	"bytes"
	"strconv"

	"github.com/yates-shuffle/yates/internal/label"
)

// surely is how many digits any number of an int64 has room for.
const surely = 18

// Number returns the number on a line of a long order, which has one a line.
func Number(line []byte, where func() string) (int64, error) {
	x, digits := int64(0), 0
	for ; digits < min(len(line), surely) && '0' <= line[digits] && line[digits] <= '9'; digits++ {
		x = 10*x + int64(line[digits]-'0')
	}
	if digits > 0 && digits == len(line) { // as mostly, in a third of the time
		return x, nil
	}
	text := bytes.TrimSpace(line)
	x, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0, fault(NoNumber, "%s is %s, which is not an integer", where(),
			label.Name(string(text[:min(len(text), label.Longest)])))
	}
	return x, nil
}

// FirstNumber returns the first number of the items of a long order, where those from lo to hi came, and at most so
// many in an epoch. They go from 0 or 1, or from the least if none is missing, to the largest. It is an error if most
// of them did not come.
func FirstNumber(lo, hi int64, most int) (int64, error) {
	switch apart := uint64(hi - lo); {
	case apart/64 > uint64(most)+16:
		return 0, fault(Apart, "there are %s, but their numbers go from %s to %s", label.Plural(most, "item"),
			label.Number(lo), label.Number(hi))
	case lo > 1 && apart+1 != uint64(most):
		return 1, nil // the first may be lost
	}
	return lo, nil
}
