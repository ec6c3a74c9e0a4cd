package frame

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

var errSize = errors.New("it is not a size such as 64M, 2G or 1048576")

// ParseSize parses a number of bytes such as 256M, 256m, 256MB or 256MiB, all of which are
// 256 * 2^20.
func ParseSize(text string) (int64, error) {
	units := map[string]int{"": 0, "B": 0, "K": 10, "M": 20, "G": 30, "T": 40}
	digits := strings.TrimRight(text, "bBiIkKmMgGtT")
	unit := strings.ToUpper(text[len(digits):])
	if prefix := unit[:min(1, len(unit))]; prefix != "B" {
		switch unit[len(prefix):] {
		case "B", "I", "IB":
			unit = prefix
		}
	}
	shift, ok := units[unit]
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, errSize
	}
	return n << shift, nil
}

// A Memory is a flag value: how many bytes of memory to use, at least 1M.
type Memory int64

// Set parses a size such as 256M.
func (v *Memory) Set(text string) error {
	n, err := ParseSize(text)
	if err == nil && n < 1<<20 {
		err = errors.New("it is less than 1M")
	}
	if err == nil {
		*v = Memory(n)
	}
	return err
}

func (v *Memory) String() string { return "" }
func (v *Memory) Type() string   { return "SIZE" }
