package deals

import (
	"bytes"
	"context"
	"io"
	"iter"
	"strconv"

	"github.com/yates-shuffle/yates/internal/label"
)

// Numbers returns the numbers of the items of a long order, which has one a line, up to the first error.
func (l *Lines) Numbers(ctx context.Context) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for {
			line, err := l.Next(ctx)
			if err == io.EOF {
				return
			}
			x := int64(0)
			if err == nil {
				x, err = number(bytes.TrimSpace(line), l.Where)
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
	}
}

// number returns the number on a line.
func number(line []byte, where func() string) (int64, error) {
	x, err := strconv.ParseInt(string(line), 10, 64)
	if err != nil {
		err = fault(NoNumber, "%s is %s, which is not an integer", where(),
			label.Name(string(line[:min(len(line), label.Longest)])))
	}
	return x, err
}

// FirstNumber returns the first number of the items of a long order, where those from lo to hi came, and at most so
// many in an epoch. They go from 0 or 1, or from the least if none is missing, to the largest. It is an error if most
// of them did not come.
func FirstNumber(lo, hi int64, most int) (int64, error) {
	switch apart := uint64(hi - lo); {
	case apart/64 > uint64(most)+16:
		return 0, FarApart(lo, hi, most)
	case lo > 1 && apart+1 != uint64(most):
		return 1, nil // the first may be lost
	}
	return lo, nil
}

// FarApart returns the error of so many items, most of whose numbers did not come.
func FarApart(lo, hi int64, most int) error {
	return fault(Apart, "there are %s, but their numbers go from %s to %s", label.Plural(most, "item"),
		label.Number(lo), label.Number(hi))
}
