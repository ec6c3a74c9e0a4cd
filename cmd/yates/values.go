package main

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
)

// A number is a flag value that is always decimal, even with leading zeros.
type number[N int | int64] struct{ is *N }

// Set sets the number.
func (v number[N]) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || int64(N(n)) != n:
		return errors.New("it is out of range")
	case err != nil:
		return errors.New("it is not a whole number")
	}
	*v.is = N(n)
	return nil
}

func (v number[N]) String() string { return strconv.FormatInt(int64(*v.is), 10) }
func (v number[N]) Type() string   { return "N" }

// numberVar adds a flag for a number whose default is n.
func numberVar[N int | int64](flags *pflag.FlagSet, p *N, name string, n N, usage string) {
	*p = n
	flags.Var(number[N]{p}, name, usage)
}

// A fileName is the value of a flag that may be repeated with the same file.
type fileName struct {
	name  *string
	given bool
}

// Set sets the name.
func (f *fileName) Set(name string) error {
	if f.given && name != *f.name {
		return errors.New("it is " + label.Name(*f.name) + " already")
	}
	f.given, *f.name = true, name
	return nil
}

func (f *fileName) String() string { return "" }
func (f *fileName) Type() string   { return "FILE" }
