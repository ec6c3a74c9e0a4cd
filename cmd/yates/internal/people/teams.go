package people

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A teams holds the flags of "yates teams".
type teams struct {
	number, size frame.AtLeastOne
	tsv          bool
	output       string
}

// TeamsCommand returns the command "yates teams".
func TeamsCommand() *cobra.Command {
	var t teams
	var seed frame.SeedFlags
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
			const help = "yates teams --help"
			switch {
			case t.number > 0 && t.size > 0:
				return frame.BadUsage(help, "-n and --size exclude each other")
			case t.number == 0 && t.size == 0:
				return frame.BadUsage(help, "teams needs -n or --size")
			}
			s, err := seed.Seed(cmd)
			if err != nil {
				return err
			}
			return t.run(cmd, s, args)
		},
	}
	flags := cmd.Flags()
	flags.VarP(&t.number, "number", "n", "make `N` teams")
	flags.Var(&t.size, "size", "make the fewest teams of at most `N` names")
	flags.BoolVar(&t.tsv, "tsv", false, "write one line for each name: team number, tab, name")
	dest.Var(flags, &t.output, "write to `FILE`; with {} in it, to a file for each team")
	seed.Register(flags)
	return cmd
}

// run divides and writes.
func (t *teams) run(cmd *cobra.Command, seed order.Seed, files []string) error {
	out, err := newOutput(cmd, t.output, t.tsv)
	if err != nil {
		return err
	}
	list, err := infile.ReadList(cmd, files, infile.MostNames)
	if err != nil {
		return err
	}
	if twice := list.Repeated(); twice != "" {
		frame.Say(cmd, twice+"; each line gets a place", "")
	}
	n := len(list.Names)
	switch {
	case n == 0:
		return errors.New("there are no names")
	case n < int(t.number):
		return fmt.Errorf("%s cannot be divided into %s", label.Plural(n, "name"), label.Plural(int(t.number), "team"))
	case t.size > 0:
		t.number = frame.AtLeastOne((n-1)/int(t.size) + 1)
	}
	divided, text := handout.Teams(list.Names, int(t.number), seed), new(bytes.Buffer)
	var parts [][]byte
	for k, team := range divided {
		parts = append(parts, []byte(strings.Join(team, "\n")+"\n"))
		for _, name := range team {
			if t.tsv {
				fmt.Fprintf(text, "%d\t%s\n", k+1, name)
			}
		}
	}
	if !t.tsv {
		handout.WriteTeams(text, divided)
	}
	return out.write(list, text.Bytes(), dest.Numbered(1, int(t.number)), parts)
}
