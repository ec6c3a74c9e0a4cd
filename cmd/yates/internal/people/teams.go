package people

import (
	"context"
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/output"
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
and zstd, and ignores blank lines and white space around names. The heading of a
column is a name like others: remove it first.

With the same seed, "yates shuffle" gives the same names the same order. The
teams are consecutive parts of it, the larger ones first, as with --shards.`,
		Example: `  yates teams -n 4 names.txt
  yates teams --size 5 names.txt        the fewest teams of at most five
  yates teams -n 2 --seed 'May 2026' -o teams.txt names.txt`,
		PreRunE: frame.Needs([]string{"number size"}, frame.Conflict{Flag: "number", Others: "size"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return l.run(ctx, ui, args, func(list *infile.List, seed order.Seed) ([]string, [][]byte, error) {
				if twice := list.Repeated(); twice != "" {
					ui.Say(twice + "; each line gets a place")
				}
				n := int(number)
				if size > 0 {
					n = (len(list.Names)-1)/int(size) + 1
				}
				teams, err := handout.Teams(list.Names, n, seed)
				return []string{l.output}, [][]byte{handout.TeamsText(teams)}, err
			})
		}),
	}
	cmd.Flags().VarP(&number, "number", "n", "make `N` teams")
	cmd.Flags().Var(&size, "size", "make the fewest teams of at most `N` names")
	l.register(cmd, "write to a new `FILE`, not to standard output")
	return cmd
}

// A lottery gives each of a list of names a place, by a seed.
type lottery struct {
	output string
	seed   frame.SeedFlags
	perm   fs.FileMode // of new files; 0: as usual
}

// register adds the flags.
func (l *lottery) register(cmd *cobra.Command, output string) {
	dest.Var(cmd.Flags(), &l.output, output)
	l.seed.Register(cmd.Flags())
}

// run reads the names, has them drawn, and writes the files that come of it.
func (l *lottery) run(ctx context.Context, ui *frame.UI, args []string,
	draw func(list *infile.List, seed order.Seed) (files []string, texts [][]byte, err error)) error {
	seed, err := l.seed.Seed(ui)
	if err != nil {
		return err
	}
	list, err := infile.ReadList(ctx, ui, args)
	if err == nil && len(list.Names) == 0 {
		err = errors.New("there are no names")
	}
	if err != nil {
		return err
	}
	files, texts, err := draw(list, seed)
	if err != nil {
		return err
	}
	// No draw may be mixed with an earlier one.
	out, err := dest.New(ui, output.Options{Compress: true, New: true, Perm: l.perm}, files...)
	if err != nil {
		return err
	}
	return out.WriteTexts(ctx, texts...)
}
