package frame

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var errSize = errors.New("it is not a size such as 64M, 2G or 1048576")

var sizes = regexp.MustCompile(`^([0-9]+)(?:([kmgt])i?)?b?$`)

// ParseSize parses a number of bytes such as 256M, 256m, 256MB or 256MiB, all of which are
// 256 * 2^20.
func ParseSize(text string) (int64, error) {
	parts := sizes.FindStringSubmatch(strings.ToLower(text))
	if parts == nil {
		return 0, errSize
	}
	shift := 10 * strings.Index(" kmgt", parts[2])
	n, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || n > math.MaxInt64>>shift {
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
