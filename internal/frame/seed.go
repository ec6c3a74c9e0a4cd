package frame

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// The SeedFlags are the flags of every command that draws by a seed.
type SeedFlags struct {
	Print bool // print the seed
	Read  bool // its digits are on standard input, which nobody else sees, as they do arguments

	flags *pflag.FlagSet
	text  string
	hex   order.Seed
	epoch uint64
}

// Register adds the flags to those of a command.
func (f *SeedFlags) Register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVar(&f.text, "seed", "", "the same `TEXT` gives the same order")
	flags.Func("seed-hex", "the seed as 64 hexadecimal `DIGITS`; - reads them", func(digits string) (err error) {
		if f.Read = digits == "-"; !f.Read {
			f.hex, err = order.ParseSeed(digits)
		}
		return err
	})
	flags.Func("epoch", "with a seed, the order of epoch `N`; 0 is one, too",
		func(text string) (err error) {
			if f.epoch, err = strconv.ParseUint(text, 10, 64); err != nil {
				err = errors.New("it is not a number from 0 to 18446744073709551615")
			}
			return err
		})
	flags.BoolVar(&f.Print, "print-seed", false, "print the seed to standard error, for --seed-hex")
}

// Seed returns the seed of the flags, or an unpredictable one if they give none.
// With --print-seed it prints the seed.
func (f *SeedFlags) Seed(ui *UI) (order.Seed, error) {
	var seed order.Seed
	epoch := f.flags.Changed("epoch")
	_, notNumber := strconv.ParseFloat(f.text, 64)
	switch text, hex := f.flags.Changed("seed"), f.flags.Changed("seed-hex"); {
	case text && hex:
		return seed, BadUsage("", "--seed and --seed-hex exclude each other")
	case epoch && !text && !hex:
		return seed, BadUsage("", "--epoch needs --seed or --seed-hex: without a seed, each run has its own order")
	case text && f.text == "":
		return seed, BadUsage("", "the seed is empty, as an unset variable is; everybody knows the order that it gives")
	case text && strings.HasPrefix(f.text, "-") && notNumber != nil:
		return seed, BadUsage("", "--seed is followed by %s, as if its TEXT were missing; is a variable empty?", f.text)
	case text:
		seed = order.SeedFromText(f.text)
		if _, err := order.ParseSeed(f.text); err == nil {
			ui.Say("--seed takes these digits as a text; --seed-hex takes them as the seed")
		} else if isFile(f.text) {
			ui.Say("--seed takes " + label.Name(f.text) + " as a text, although there is such a file")
		}
	case f.Read:
		digits, err := io.ReadAll(io.LimitReader(ui.In, 1<<10))
		if err == nil {
			seed, err = order.ParseSeed(strings.TrimSpace(string(digits)))
		}
		if err != nil {
			return seed, fmt.Errorf("the seed on standard input: %w", err)
		}
	case hex:
		seed = f.hex
	default:
		seed = order.NewSeed()
	}
	if f.Print {
		flags := ""
		if epoch {
			flags = fmt.Sprint(" --epoch ", f.epoch)
		}
		if err := ui.say("for the same order again, add", "--seed-hex "+seed.String()+flags); err != nil {
			return seed, fmt.Errorf("the seed cannot be printed to standard error: %w", vfs.Cause(err))
		}
	}
	if epoch {
		seed = seed.Epoch(f.epoch)
	}
	return seed, nil
}

// isFile reports whether a text is the name of a file.
func isFile(text string) bool {
	info, err := os.Stat(text)
	return err == nil && info.Mode().IsRegular()
}

// Given reports whether the seed was chosen.
func (f *SeedFlags) Given() bool { return f.flags.Changed("seed") || f.flags.Changed("seed-hex") }
