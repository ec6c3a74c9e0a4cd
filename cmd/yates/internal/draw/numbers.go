package draw

import (
	"bufio"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A drawNumbers is what the commands that draw numbers from a pool were asked for.
type drawNumbers struct {
	pool, n  frame.AtLeastOne
	key      string // of rfc3797
	distinct bool   // of rivest
}

// rfc3797Command returns the command "yates draw rfc3797".
func rfc3797Command() *cobra.Command {
	var d drawNumbers
	cmd := d.command("select", d.rfc3797, &cobra.Command{
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
	})
	cmd.Flags().StringVar(&d.key, "key", "", "use `TEXT` as the key")
	return cmd
}

// rivestCommand returns the command "yates draw rivest".
func rivestCommand() *cobra.Command {
	var d drawNumbers
	cmd := d.command("choose", d.rivest, &cobra.Command{
		Use:   "rivest --pool N -n N [--distinct] SEED",
		Short: "choose by Rivest's sampler, as election audits do",
		Long: `Rivest chooses numbers from 1 to --pool and prints them in the order chosen. It
uses the sampler of Ronald Rivest, with which election audits in several states
of the USA choose ballots. SEED is any text, usually digits thrown with dice in
public.

A number can be chosen again, unless --distinct is given.`,
		Example: `  yates draw rivest --pool 876 -n 5 3546311556112163624615351222`,
		Args:    drawArgs(1, 1),
	})
	cmd.Flags().BoolVar(&d.distinct, "distinct", false, "leave out numbers that came before")
	return cmd
}

// command completes a command that prints the numbers that are chosen.
func (d *drawNumbers) command(verb string,
	choose func(cmd *cobra.Command, args []string) (iter.Seq[uint64], error), cmd *cobra.Command) *cobra.Command {
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Flags().Var(&d.pool, "pool", verb+" from the numbers from 1 to `N`")
	cmd.Flags().VarP(&d.n, "number", "n", verb+" `N` of them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if d.pool == 0 || d.n == 0 {
			return frame.BadUsage(cmd.CommandPath()+" --help", "%s needs --pool and -n", cmd.Name())
		}
		choices, err := choose(cmd, args)
		if err != nil {
			return err
		}
		out, left := bufio.NewWriter(cmd.OutOrStdout()), int(d.n)
		for choice := range choices {
			if _, err := fmt.Fprintln(out, choice); err != nil {
				return err
			}
			if left--; left == 0 {
				break
			}
			if err := cmd.Context().Err(); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	return cmd
}

// rfc3797 selects by the sources or the key.
func (d *drawNumbers) rfc3797(cmd *cobra.Command, args []string) (iter.Seq[uint64], error) {
	const help = "yates draw rfc3797 --help"
	switch {
	case d.key != "" && len(args) > 0:
		return nil, frame.BadUsage(help, "--key and SOURCE exclude each other")
	case d.key == "" && len(args) == 0:
		return nil, frame.BadUsage(help, "rfc3797 needs SOURCE or --key")
	}
	var sources [][]uint64
	for _, arg := range args {
		var values []uint64
		for _, word := range strings.Fields(strings.ReplaceAll(arg, ",", " ")) {
			v, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				return nil, frame.BadUsage(help, "the source %s has %s, which is not a whole number; see --key",
					label.Name(arg), label.Name(word))
			}
			values = append(values, v)
		}
		if len(values) == 0 {
			return nil, frame.BadUsage(help, "a source is empty")
		}
		sources = append(sources, values)
	}
	if d.key == "" {
		d.key = draw.RFC3797Key(sources...)
		frame.Tell(cmd, "the key is "+d.key+"\n")
	}
	selected, err := draw.RFC3797(d.key, int(d.pool), int(d.n))
	if err != nil {
		return nil, frame.BadUsage("", "%w", err)
	}
	return func(yield func(uint64) bool) {
		for _, number := range selected {
			if !yield(uint64(number)) {
				return
			}
		}
	}, nil
}

// rivest chooses by the seed.
func (d *drawNumbers) rivest(_ *cobra.Command, args []string) (iter.Seq[uint64], error) {
	switch {
	case !d.distinct:
		return draw.Rivest(args[0], uint64(d.pool)), nil
	case d.n > d.pool:
		return nil, frame.BadUsage("yates draw rivest --help", "there are only %d numbers, not %d", d.pool, d.n)
	}
	return draw.RivestDistinct(args[0], uint64(d.pool)), nil
}
