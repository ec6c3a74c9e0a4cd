package frame

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// The SeedFlags are the flags of every command that draws by a seed.
type SeedFlags struct {
	Print bool // print the seed

	flags *pflag.FlagSet
	text  string
	hex   seedValue
	epoch epoch
}

// Register adds the flags to those of a command.
func (f *SeedFlags) Register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVar(&f.text, "seed", "", "give the same order each time for the same `TEXT`, which can be empty")
	flags.Var(&f.hex, "seed-hex", "give the seed as 64 hexadecimal `DIGITS`")
	flags.Var(&f.epoch, "epoch", "with a seed, give the order of epoch `N`; each epoch has its own")
	flags.BoolVar(&f.Print, "print-seed", false, "print the seed to standard error, for --seed-hex")
}

// Seed returns the seed of the flags, or an unpredictable one if they give none.
// With --print-seed it prints the seed.
func (f *SeedFlags) Seed(cmd *cobra.Command) (order.Seed, error) {
	var seed order.Seed
	switch text, hex := f.flags.Changed("seed"), f.flags.Changed("seed-hex"); {
	case text && hex:
		return seed, BadUsage("", "--seed and --seed-hex exclude each other")
	case f.epoch.given && !text && !hex:
		return seed, BadUsage("", "--epoch needs --seed or --seed-hex: without a seed, each run has its own order")
	case text:
		seed = order.SeedFromText(f.text)
	case hex:
		seed = order.Seed(f.hex)
	default:
		seed = order.NewSeed()
	}
	if f.Print {
		flags := "--seed-hex " + seed.String()
		if f.epoch.given {
			flags += fmt.Sprint(" --epoch ", f.epoch.n)
		}
		if err := Say(cmd, "for the same order again, add", flags); err != nil {
			return seed, fmt.Errorf("the seed cannot be printed to standard error: %w", vfs.Cause(err))
		}
	}
	if f.epoch.given {
		seed = seed.Epoch(f.epoch.n)
	}
	return seed, nil
}

// Given reports whether the seed was chosen.
func (f *SeedFlags) Given() bool { return f.flags.Changed("seed") || f.flags.Changed("seed-hex") }

// An epoch is the number of an order that a seed gives.
type epoch struct {
	n     uint64
	given bool
}

// Set sets the number.
func (v *epoch) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("it is not a number from 0 to 18446744073709551615")
	}
	v.n, v.given = n, true
	return nil
}

func (v *epoch) String() string { return "" }
func (v *epoch) Type() string   { return "N" }

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
