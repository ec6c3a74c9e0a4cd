package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/text"
	"github.com/yates-shuffle/yates/records"
)

// integers shuffles the integers of -i, or draws from them.
func (s *shuffle) integers(ctx context.Context, opt records.Options) error {
	n := s.numbers.hi - s.numbers.lo + 1 // 0 for an empty range
	if err := s.head.of(n); err != nil {
		return err
	}
	write := records.Numbers
	if s.repeat {
		if n == 0 {
			return text.ErrNoLines
		}
		write = records.RepeatNumbers
	} else if err := s.fewer(n, "integer"); err != nil {
		return err
	}
	if s.head.count == 0 {
		return s.to(func(io.Writer) error { return nil })
	}
	if s.head.count != all {
		opt.Head = int64(s.head.count)
	}
	return s.to(func(w io.Writer) error { return write(ctx, w, opt, s.numbers.lo, s.numbers.hi) })
}

// choose draws lines from those of the files: with replacement, or by weight.
func (s *shuffle) choose(ctx context.Context, opt records.Options, files []string) error {
	urn, err := process.Unblocked(ctx, func() (*records.Urn, error) { return records.NewUrn(ctx, opt, s.sources(files)...) })
	if e, ok := errors.AsType[*records.WeightError](err); ok && e.Record == 1 && s.format.header == 0 && strings.ContainsFunc(e.Text, unicode.IsLetter) && !isNumber(e.Text) {
		err = fmt.Errorf("%w; if that is a header, add --header 1", err)
	} else if ok && strings.Contains(e.Text, ",") && isNumber(strings.Replace(e.Text, ",", ".", 1)) {
		err = fmt.Errorf("%w; decimals follow a point, as in 1.5", err)
	}
	if err != nil {
		return err
	}
	s.leaveStdin(files)
	s.read = urn.Files()
	if err = s.head.of(urn.Records()); err == nil && opt.Once {
		unit := s.format.unit()
		if urn.Drawable() < urn.Records() {
			unit = "weighted " + unit
		}
		err = s.fewer(urn.Drawable(), unit)
		if without := urn.Records() - urn.Drawable(); s.head.count == all && without > 0 {
			say(s.cmd.ErrOrStderr(), label.Plural(int64(without), s.format.unit())+" of weight 0 left out", "")
		}
	}
	if err != nil {
		urn.Close() // only read, so the error does not matter
		return err
	}
	return text.Draw(ctx, urn, int64(s.head.count), s.to)
}

// An integers is the range of -i, from lo to hi. It is empty if hi is lo−1.
type integers struct {
	lo, hi uint64
	given  bool
}

// Set parses a range such as 1-100.
func (v *integers) Set(text string) error {
	low, high, ok := strings.Cut(text, "-")
	lo, err := strconv.ParseUint(low, 10, 64)
	hi, err2 := strconv.ParseUint(high, 10, 64)
	switch err := errors.Join(err, err2); {
	case v.given:
		return errors.New("a range is already set")
	case errors.Is(err, strconv.ErrRange):
		return errors.New("its integers go up to 18446744073709551615")
	case !ok && errors.Is(err2, strconv.ErrSyntax) && lo > 0:
		return fmt.Errorf("it is not a range such as 1-%d", lo)
	case !ok || err != nil:
		return errors.New("it is not a range such as 1-100")
	case lo > hi && lo-1 != hi:
		return errors.New("it ends before it begins")
	case lo == 0 && hi == math.MaxUint64:
		return errors.New("it has more than 18446744073709551615 integers")
	}
	v.lo, v.hi, v.given = lo, hi, true
	return nil
}

func (v *integers) String() string { return "" }
func (v *integers) Type() string   { return "LO-HI" }
