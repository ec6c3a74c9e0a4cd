package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/records"
)

// A count is a number of lines, or all.
type count int64

const all count = math.MaxInt64

// A head is what -n asks for: a number of lines, or a share of all of them.
type head struct {
	count count
	share *big.Rat // nil: count is the number
}

// Set sets the head, or lowers its count where the flag was given before. A number that
// is too large to count to means all.
func (h *head) Set(text string) error {
	if strings.HasSuffix(text, "%") {
		share, err := shares.Parse(text)
		if err != nil {
			return errors.New("it is not a share such as 10%")
		}
		h.share = share
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if errors.Is(err, strconv.ErrRange) {
		n, err = uint64(all), nil
	}
	if err != nil {
		return errors.New("it is neither a number of lines nor a share such as 10%")
	}
	h.count, h.share = min(h.count, count(n)), nil
	return nil
}

func (h *head) String() string { return "" }
func (h *head) Type() string   { return "COUNT" }

// of makes a share of n lines a count, which is rounded; a half is rounded up.
func (h *head) of(n uint64) error {
	if h.share == nil {
		return nil
	}
	twice := new(big.Rat).Mul(h.share, new(big.Rat).SetInt(new(big.Int).Lsh(new(big.Int).SetUint64(n), 1)))
	lines := new(big.Int).Add(twice.Num(), twice.Denom()) // 2x + 1, in units of 1/denominator
	lines.Quo(lines, new(big.Int).Lsh(twice.Denom(), 1))
	if !lines.IsInt64() {
		return fmt.Errorf("%s%% of %d lines are too many", new(big.Rat).Mul(h.share, big.NewRat(100, 1)).RatString(), n)
	}
	h.count = count(lines.Int64())
	return nil
}

// checkCount reports that a collection has fewer lines, or groups, than -n asks for.
func (s *shuffle) checkCount(ctx context.Context, c *records.Collection) error {
	if s.head.share == nil && (s.head.count == all || s.head.count == 0) {
		return nil
	}
	n, err := c.Len(ctx)
	if err != nil {
		return err
	}
	if err := s.head.of(uint64(n)); err != nil {
		return err
	}
	return s.fewer(uint64(n), s.format.unit())
}

// fewer prints a message if -n asks for more than n units, or returns an error with
// --strict.
func (s *shuffle) fewer(n uint64, unit string) error {
	if s.head.count == all || n >= uint64(s.head.count) {
		return nil
	}
	err := errors.New(frame.Fewer(int64(n), unit, int64(s.head.count)))
	if s.strict {
		return err
	}
	frame.Say(s.cmd, err.Error(), "")
	return nil
}
