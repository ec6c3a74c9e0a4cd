package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/text"
	"github.com/yates-shuffle/yates/records"
)

// integers shuffles the integers of -i, or draws from them.
func (s *shuffle) integers(ctx context.Context, opt records.Options) error {
	n := s.numbers.Hi - s.numbers.Lo + 1 // 0 for an empty range
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
	return s.to(func(w io.Writer) error { return write(ctx, w, opt, s.numbers.Lo, s.numbers.Hi) })
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
			frame.Say(s.cmd, label.Plural(int64(without), s.format.unit())+" of weight 0 left out", "")
		}
	}
	if err != nil {
		urn.Close() // only read, so the error does not matter
		return err
	}
	return text.Draw(ctx, urn, int64(s.head.count), s.to)
}
