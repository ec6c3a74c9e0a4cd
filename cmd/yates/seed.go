package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// The seedFlags are the flags of every command that draws by a seed.
type seedFlags struct {
	flags *pflag.FlagSet
	text  string
	hex   seedValue
	print bool
}

// register adds the flags to those of a command.
func (f *seedFlags) register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVar(&f.text, "seed", "", "give the same order for the same `TEXT` always; it may be empty")
	flags.Var(&f.hex, "seed-hex", "take the seed as 64 hexadecimal `DIGITS`")
	flags.BoolVar(&f.print, "print-seed", false, "tell the seed on standard error, as --seed-hex takes it back")
}

// seed returns the seed that the flags ask for, and an unpredictable one if they
// ask for none. With --print-seed it says which.
func (f *seedFlags) seed(stderr io.Writer) (order.Seed, error) {
	var seed order.Seed
	switch text, hex, random := f.flags.Changed("seed"), f.flags.Changed("seed-hex"), f.flags.Changed("random-source"); {
	case random && (text || hex || f.print):
		return seed, badUsage("", "--random-source and a seed exclude each other")
	case text && hex:
		return seed, badUsage("", "--seed and --seed-hex exclude each other")
	case text:
		seed = order.SeedFromText(f.text)
	case hex:
		seed = order.Seed(f.hex)
	default:
		seed = order.NewSeed()
	}
	if f.print {
		if err := say(stderr, "for the same order again, add", "--seed-hex "+seed.String()); err != nil {
			return seed, fmt.Errorf("the seed cannot be printed to standard error: %w", vfs.Cause(err))
		}
	}
	return seed, nil
}

// A seedValue is a seed as the value of a flag.
type seedValue order.Seed

// Set sets the seed to 64 hexadecimal digits.
func (v *seedValue) Set(digits string) error {
	seed, err := order.ParseSeed(digits)
	if err == nil {
		*v = seedValue(seed)
	}
	return err
}

// String is empty: a flag that was not given has no seed to show.
func (v *seedValue) String() string { return "" }

// Type names the kind of value.
func (v *seedValue) Type() string { return "DIGITS" }
