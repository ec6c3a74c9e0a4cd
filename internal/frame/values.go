package frame

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
)

// A number is a flag value that is always decimal, even with leading zeros.
type number[N int | int64 | uint16] struct{ is *N }

var errNumber = errors.New("it is not a number such as 1, or out of range")

// Set sets the number.
func (v number[N]) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || int64(N(n)) != n {
		return errNumber
	}
	*v.is = N(n)
	return nil
}

func (v number[N]) String() string { return strconv.FormatInt(int64(*v.is), 10) }
func (v number[N]) Type() string   { return "N" }

// Number returns the value of a flag for a number.
func Number[N int | int64 | uint16](p *N) pflag.Value { return number[N]{p} }

// NumberVar adds a flag for a number whose default is n.
func NumberVar[N int | int64 | uint16](flags *pflag.FlagSet, p *N, name string, n N, usage string) {
	*p = n
	flags.Var(Number(p), name, usage)
}

// FileVar adds a flag for the name of a file or another text, which may be repeated with the same text.
func FileVar(flags *pflag.FlagSet, p *string, name, short, usage string) {
	flags.FuncP(name, short, usage, func(text string) error {
		switch {
		case text == "":
			return errors.New("it is empty")
		case text != *p && flags.Changed(name):
			return errors.New("it is " + label.Name(*p) + " already")
		}
		*p = text
		return nil
	})
}

// Names returns the cells of a row of CSV, or a text that is none.
func Names(text string) []string {
	names, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil { // or it is empty
		names = []string{text}
	}
	return names
}

// An AtLeastOne is a flag value: a number from 1 on, or 0 if it was not given.
type AtLeastOne int

// Set sets the number.
func (v *AtLeastOne) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return errors.New("it is not a number from 1 on")
	}
	*v = AtLeastOne(n)
	return nil
}

func (v *AtLeastOne) String() string { return "" }
func (v *AtLeastOne) Type() string   { return "N" }

// A Range is a flag value: the integers from Lo to Hi. It is empty if Hi is Lo−1.
type Range struct {
	Lo, Hi uint64
	Given  bool
}

// Set parses a range such as 1-100.
func (v *Range) Set(text string) error {
	low, high, ok := strings.Cut(text, "-")
	lo, err := strconv.ParseUint(low, 10, 64)
	hi, err2 := strconv.ParseUint(high, 10, 64)
	switch {
	case v.Given:
		return errors.New("a range is already set")
	case !ok && err == nil && lo > 1:
		return fmt.Errorf("it is not a range such as 1-%d", lo)
	case errors.Join(err, err2) == nil && lo > hi && lo-1 != hi:
		return fmt.Errorf("%d is more than %d", lo, hi)
	case !ok || errors.Join(err, err2) != nil || lo == 0 && hi == math.MaxUint64:
		return errors.New("it is not a range such as 1-100, up to 18446744073709551615")
	}
	v.Lo, v.Hi, v.Given = lo, hi, true
	return nil
}

var errSize = errors.New("it is not a size such as 64M, 2G or 1048576")

var sizes = regexp.MustCompile(`^([0-9]+)(?:([kmgt])i?)?b?$`)

// ParseSize parses a number of bytes such as 256M, 256m, 256MB or 256MiB, all of which are 256 * 2^20.
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
