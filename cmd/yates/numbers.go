package main

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/text"
	"github.com/yates-shuffle/yates/records"
)

// checkNumbers refuses what does not go with -i or -r.
func (s *shuffle) checkNumbers(args []string) error {
	const help = "yates shuffle --help"
	switch {
	case s.numbers.given && s.echo:
		return badUsage(help, "-e and -i exclude each other")
	case s.numbers.given && len(args) > 0:
		return badUsage(help, "-i takes no files, but was given %q", args[0])
	case s.numbers.given && (s.format.given() || s.parts.given()):
		return badUsage(help, "-i is for integers in one output")
	case s.repeat && (s.parts.given() || s.format.flags.Changed("group-by")):
		return badUsage(help, "-r is for records on their own in one output")
	}
	return nil
}

// writeNumbers shuffles the integers of -i, or draws from them.
func (s *shuffle) writeNumbers(ctx context.Context, opt records.Options) error {
	write := records.Numbers
	if s.repeat {
		if s.numbers.none() {
			return text.ErrNoLines
		}
		write = records.RepeatNumbers
	} else if n := s.numbers.hi - s.numbers.lo + 1; n != 0 || s.numbers.none() { // 0: all of 64 bits
		if err := s.fewer(n, "integer"); err != nil {
			return err
		}
	}
	return s.to(func(w io.Writer) error { return write(ctx, w, opt, s.numbers.lo, s.numbers.hi) })
}

// repeatLines writes lines that are drawn from those of the files.
func (s *shuffle) repeatLines(ctx context.Context, opt records.Options, files []string) error {
	urn, err := process.Unblocked(ctx, func() (*records.Urn, error) { return records.NewUrn(ctx, opt, s.sources(files)...) })
	if err != nil {
		return err
	}
	s.leaveStdin(files)
	s.read = urn.Files()
	return text.Draw(ctx, urn, int64(s.count), s.to)
}

// The integers of -i, from lo to hi.
type integers struct {
	lo, hi uint64
	given  bool
}

// none tells whether there is none: hi is lo−1 then.
func (v *integers) none() bool { return v.lo > v.hi }

// Set sets the range to that of a text such as 1-100.
func (v *integers) Set(text string) error {
	low, high, ok := strings.Cut(text, "-")
	lo, err := strconv.ParseUint(low, 10, 64)
	hi, err2 := strconv.ParseUint(high, 10, 64)
	switch err := errors.Join(err, err2); {
	case v.given:
		return errors.New("there is a range already")
	case errors.Is(err, strconv.ErrRange):
		return errors.New("its integers go up to 18446744073709551615")
	case !ok || err != nil:
		return errors.New("it is not a range such as 1-100")
	case lo > hi && lo-1 != hi:
		return errors.New("it ends before it begins")
	case lo == 0 && hi == math.MaxUint64:
		return errors.New("it has more integers than 18446744073709551615")
	}
	v.lo, v.hi, v.given = lo, hi, true
	return nil
}

func (v *integers) String() string { return "" }
func (v *integers) Type() string   { return "LO-HI" }
