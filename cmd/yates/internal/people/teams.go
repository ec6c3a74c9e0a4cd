package people

import (
	"cmp"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/order"
)

// TeamsCommand returns the command "yates teams".
func TeamsCommand() *cobra.Command {
	var l lottery
	var number, size frame.AtLeastOne
	cmd := &cobra.Command{
		Use:        "teams (-n N | --size N) [FLAG]... [FILE]...",
		Short:      "divide a list of names into teams",
		SuggestFor: []string{"groups"},
		Long: `Teams divides the names in FILEs, one a line, into random teams. The sizes of
the teams differ by at most one. Every division is equally likely.

Without FILE, or if FILE is -, teams reads standard input. It decompresses gzip
and zstd, and ignores blank lines and white space around names.

With the same seed, "yates shuffle" gives the same names the same order. The
teams are consecutive parts of it, the larger ones first, as with --shards.`,
		Example: `  yates teams -n 4 names.txt
  yates teams --size 5 names.txt        the fewest teams of at most five
  yates teams -n 2 --tsv --seed 'May 2026' -o teams.tsv names.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := cmp.Or(frame.Require(cmd, "number", "size"),
				frame.Exclude(cmd.Flags(), []frame.Conflict{{Flag: "number", Others: "size"}}))
			if err != nil {
				return err
			}
			return l.run(cmd, args, infile.MostNames, func(list *infile.List, seed order.Seed) (*parts, error) {
				if twice := list.Repeated(); twice != "" {
					frame.Say(cmd, twice+"; each line gets a place", "")
				}
				n := int(number)
				if size > 0 {
					n = (len(list.Names)-1)/int(size) + 1
				}
				teams, err := handout.Teams(list.Names, n, seed)
				drawn := &parts{labels: dest.Numbered(1, n), names: teams, text: handout.TeamsText(teams)}
				for k := range teams {
					drawn.keys = append(drawn.keys, strconv.Itoa(k+1))
				}
				return drawn, err
			})
		},
	}
	cmd.Flags().VarP(&number, "number", "n", "make `N` teams")
	cmd.Flags().Var(&size, "size", "make the fewest teams of at most `N` names")
	l.register(cmd, "write one line for each name: team number, tab, name",
		"write to `FILE`; with {} in it, to a file for each team")
	return cmd
}
