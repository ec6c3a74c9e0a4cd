package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// newDrawRFC3797Command returns the command "yates draw rfc3797".
func newDrawRFC3797Command() *cobra.Command {
	var pool, n atLeastOne
	var key string
	cmd := &cobra.Command{
		Use:   "rfc3797 --pool N -n N SOURCE...",
		Short: "select by RFC 3797, as the IETF does",
		Long: `Rfc3797 selects numbers from 1 to --pool by the method of RFC 3797, which the
IETF uses for its nominating committees, and prints them in the order of their
selection.

Each SOURCE is one argument: the numbers that a public source gave, such as those of a
lottery, in any order, with spaces or commas between them, and in quotes. The sources
stand in the order that was announced. The key that they make is printed to standard
error. --key gives it instead, if a source has something else than whole numbers.`,
		Example: `  yates draw rfc3797 --pool 25 -n 10 9319 '2 5 12 8 10' '9 18 26 34 41 45'
  yates draw rfc3797 --pool 25 -n 10 --key 9319./2.5.8.10.12./9.18.26.34.41.45./`,
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			const help = "yates draw rfc3797 --help"
			switch {
			case pool == 0 || n == 0:
				return badUsage(help, "rfc3797 needs --pool and -n")
			case key != "" && len(args) > 0:
				return badUsage(help, "--key and SOURCE exclude each other")
			case key == "" && len(args) == 0:
				return badUsage(help, "rfc3797 needs SOURCE or --key")
			}
			var sources [][]uint64
			for _, arg := range args {
				var values []uint64
				for _, word := range strings.FieldsFunc(arg, func(r rune) bool { return r == ' ' || r == ',' }) {
					v, err := strconv.ParseUint(word, 10, 64)
					if err != nil {
						return badUsage(help, "the source %s has %s, which is not a whole number; see --key", label.Name(arg), label.Name(word))
					}
					values = append(values, v)
				}
				if len(values) == 0 {
					return badUsage(help, "a source is empty")
				}
				sources = append(sources, values)
			}
			if key == "" {
				key = draw.RFC3797Key(sources...)
				tell(cmd.ErrOrStderr(), "the key is "+key+"\n")
			}
			selected, err := draw.RFC3797(key, int(pool), int(n))
			if err != nil {
				return badUsage("", "%w", err)
			}
			var b strings.Builder
			for _, number := range selected {
				fmt.Fprintln(&b, number)
			}
			_, err = cmd.OutOrStdout().Write([]byte(b.String()))
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&pool, "pool", "select from the numbers from 1 to `N`")
	flags.VarP(&n, "number", "n", "select `N` of them")
	flags.StringVar(&key, "key", "", "use `TEXT` as the key")
	return cmd
}
