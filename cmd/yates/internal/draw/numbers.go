package draw

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw/samplers"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// rfc3797Command returns the command "yates draw rfc3797".
func rfc3797Command() *cobra.Command {
	var key string
	choose := func(ui *frame.UI, sources []string, pool, n uint64) (_ iter.Seq[uint64], err error) {
		switch {
		case (key == "") == (len(sources) == 0):
			return nil, frame.BadUsage("yates draw rfc3797 --help", "rfc3797 needs either SOURCE or --key")
		case pool > samplers.MaxPool || n > pool:
			return nil, frame.BadUsage("", "--pool can be at most %d, and -n at most --pool", samplers.MaxPool)
		case key == "":
			if key, err = keyOf(sources); err != nil {
				return nil, err
			}
			if err = ui.Tell("the key is " + key + "\n"); err != nil {
				return nil, err
			}
		}
		return samplers.RFC3797(key, pool), nil
	}
	cmd := numbersCommand("select", &cobra.Command{
		Use:   "rfc3797 --pool N -n N SOURCE...",
		Short: "select by RFC 3797, as the IETF does",
		Long: `Rfc3797 selects numbers from 1 to --pool and prints them in the order selected.
It uses the method of RFC 3797, as the IETF does for its nominating committees.

Each SOURCE is one argument: the numbers of a public source, such as a lottery,
in any order, with spaces or commas between them, and in quotes. Give the
sources in the order announced. The key that they make is printed to standard
error. If a source has anything but whole numbers, give the key with --key.`,
		Example: `  yates draw rfc3797 --pool 25 -n 10 9319 '2 5 12 8 10' '9 18 26 34 41 45'
  yates draw rfc3797 --pool 25 -n 10 --key 9319./2.5.8.10.12./9.18.26.34.41.45./`,
	}, choose)
	frame.FileVar(cmd.Flags(), &key, "key", "", "use `TEXT` as the key")
	return cmd
}

// rivestCommand returns the command "yates draw rivest".
func rivestCommand() *cobra.Command {
	var distinct bool
	choose := func(_ *frame.UI, args []string, pool, n uint64) (iter.Seq[uint64], error) {
		switch {
		case !distinct:
			return samplers.Rivest(args[0], pool), nil
		case n > pool:
			return nil, frame.BadUsage("", "there are only %d numbers, not %d", pool, n)
		}
		return samplers.RivestDistinct(args[0], pool), nil
	}
	cmd := numbersCommand("choose", &cobra.Command{
		Use:   "rivest --pool N -n N [--distinct] SEED",
		Short: "choose by Rivest's sampler, as election audits do",
		Long: `Rivest chooses numbers from 1 to --pool and prints them in the order chosen. It
uses the sampler of Ronald Rivest, with which election audits in several states
of the USA choose ballots. SEED is any text, usually digits thrown with dice in
public.

A number can be chosen again, unless --distinct is given.`,
		Example: `  yates draw rivest --pool 876 -n 5 3546311556112163624615351222`,
		Args:    takes("SEED"),
	}, choose)
	cmd.Flags().BoolVar(&distinct, "distinct", false, "leave out numbers that came before")
	return cmd
}

// numbersCommand completes a command that prints numbers from 1 to --pool.
func numbersCommand(verb string, cmd *cobra.Command,
	choose func(ui *frame.UI, args []string, pool, n uint64) (iter.Seq[uint64], error)) *cobra.Command {
	var pool, n frame.AtLeastOne
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Flags().Var(&pool, "pool", verb+" from the numbers from 1 to `N`")
	cmd.Flags().VarP(&n, "number", "n", verb+" `N` of them")
	cmd.PreRunE = frame.Needs([]string{"pool", "number"})
	cmd.RunE = frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
		choices, err := choose(ui, args, uint64(pool), uint64(n))
		if err != nil {
			return err
		}
		out, left := bufio.NewWriter(ui.Out), n
		for choice := range choices {
			if left--; left < 0 || ctx.Err() != nil {
				break
			}
			if _, err := fmt.Fprintln(out, choice); err != nil {
				return err
			}
		}
		return cmp.Or(ctx.Err(), out.Flush())
	})
	return cmd
}

// keyOf returns the key of the sources.
func keyOf(sources []string) (string, error) {
	var all [][]uint64
	for _, source := range sources {
		var values []uint64
		for _, word := range strings.Fields(strings.ReplaceAll(source, ",", " ")) {
			v, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				return "", frame.BadUsage("", "the source %s has %s, which is not a whole number; see --key",
					label.Name(source), label.Name(word))
			}
			values = append(values, v)
		}
		if len(values) == 0 {
			return "", frame.BadUsage("", "a source is empty")
		}
		all = append(all, values)
	}
	return samplers.RFC3797Key(all...), nil
}
