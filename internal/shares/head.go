package shares

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// All is a count of all there are.
const All = math.MaxInt64

// A Head is how many records of an order are written: a number, or a share of all of them.
type Head struct {
	Count int64    // or All
	Share *big.Rat // nil: Count is the number
}

// Set sets the head to that of a text, or lowers its count. A number that is too large to count to means all.
func (h *Head) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 63)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		h.Count, h.Share = min(h.Count, int64(n)), nil // All, if it is out of range
		return nil
	}
	if h.Share, err = Parse(text); err != nil {
		return errors.New("it is neither a number of lines such as 1000, in digits alone, nor a share such as 10%")
	}
	return nil
}

// Of returns the number of records among n; a share is rounded, and a half up.
func (h Head) Of(n uint64) (int64, error) {
	if h.Share == nil {
		return h.Count, nil
	}
	exact := new(big.Rat).SetInt(new(big.Int).SetUint64(n))
	exact.Mul(exact, h.Share)
	exact.Add(exact, big.NewRat(1, 2))
	lines := new(big.Int).Quo(exact.Num(), exact.Denom())
	if !lines.IsInt64() {
		percent, _ := new(big.Rat).Mul(h.Share, big.NewRat(100, 1)).Float64()
		return 0, fmt.Errorf("%v%% of %d lines are too many", percent, n)
	}
	return lines.Int64(), nil
}
