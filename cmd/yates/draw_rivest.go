package main

import (
	"bufio"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
)

// newDrawRivestCommand returns the command "yates draw rivest".
func newDrawRivestCommand() *cobra.Command {
	var pool, n atLeastOne
	var distinct bool
	cmd := &cobra.Command{
		Use:   "rivest --pool N -n N [--distinct] SEED",
		Short: "choose by Rivest's sampler, as election audits do",
		Long: `Rivest chooses numbers from 1 to --pool by the sampler of Ronald Rivest, which
election audits in several states of the USA use to choose ballots, and prints them in
the order of their choice. SEED is any text, usually digits that were thrown with dice
in public.

A number can be chosen again, unless --distinct is given.`,
		Example: `  yates draw rivest --pool 876 -n 5 3546311556112163624615351222`,

		DisableFlagsInUseLine: true,
		ValidArgsFunction:     cobra.NoFileCompletions,
		Args:                  drawArgs(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			const help = "yates draw rivest --help"
			switch {
			case pool == 0 || n == 0:
				return badUsage(help, "rivest needs --pool and -n")
			case distinct && n > pool:
				return badUsage(help, "there are only %d numbers, not %d", pool, n)
			}
			choices := draw.Rivest(args[0], uint64(pool))
			if distinct {
				choices = draw.RivestDistinct(args[0], uint64(pool))
			}
			out, left := bufio.NewWriter(cmd.OutOrStdout()), int(n)
			for choice := range choices {
				if _, err := fmt.Fprintln(out, strconv.FormatUint(choice, 10)); err != nil {
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
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&pool, "pool", "choose from the numbers from 1 to `N`")
	flags.VarP(&n, "number", "n", "choose `N` times")
	flags.BoolVar(&distinct, "distinct", false, "leave out numbers that came before")
	return cmd
}
