package people

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strconv"
	"strings"

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
  yates teams -n 2 --tsv --seed 'May 2026' -o teams.tsv names.txt`,
		PreRunE: frame.Needs([]string{"number size"}, frame.Conflict{Flag: "number", Others: "size"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return l.run(ctx, ui, args, func(list *infile.List, seed order.Seed) (*parts, error) {
				if twice := list.Repeated(); twice != "" {
					ui.Say(twice + "; each line gets a place")
				}
				n := int(number)
				if size > 0 {
					n = (len(list.Names)-1)/int(size) + 1
				}
				teams, err := handout.Teams(list.Names, n, seed)
				drawn := &parts{labels: dest.Numbered(1, len(teams)), names: teams, text: handout.TeamsText(teams)}
				for k := range teams {
					drawn.keys = append(drawn.keys, strconv.Itoa(k+1))
				}
				return drawn, err
			})
		}),
	}
	cmd.Flags().VarP(&number, "number", "n", "make `N` teams")
	cmd.Flags().Var(&size, "size", "make the fewest teams of at most `N` names")
	l.register(cmd, "write one line for each name: team number, tab, name",
		"write to a new `FILE`; with {} in it, to one a team")
	return cmd
}

// A lottery gives each of a list of names a place in a part, by a seed.
type lottery struct {
	tsv    bool
	output string // one file or, with {} in its name, one for each part
	seed   frame.SeedFlags
	perm   fs.FileMode // of new files; 0: as usual
}

// The parts are what a lottery comes to.
type parts struct {
	keys   []string // their names in --tsv
	labels []dest.Label
	names  [][]string
	text   []byte // all of it, for people
}

// register adds the flags.
func (l *lottery) register(cmd *cobra.Command, tsv, output string) {
	cmd.Flags().BoolVar(&l.tsv, "tsv", false, tsv)
	dest.Var(cmd.Flags(), &l.output, output)
	l.seed.Register(cmd.Flags())
}

// each reports whether each part has a file.
func (l *lottery) each() bool {
	return strings.Contains(l.output, "{}") || strings.Contains(l.output, "{:0")
}

// run reads the names, has them drawn, and writes what comes out.
func (l *lottery) run(ctx context.Context, ui *frame.UI, files []string,
	draw func(list *infile.List, seed order.Seed) (*parts, error)) error {
	how := output.Options{Compress: true, New: true, Perm: l.perm} // no draw may be mixed with an earlier one
	seed, err := l.seed.Seed(ui)
	if err != nil {
		return err
	}
	var out *dest.Set
	if !l.each() { // before anything is read
		if out, err = dest.New(ui, how, l.output); err != nil {
			return err
		}
	}
	list, err := infile.ReadList(ctx, ui, files)
	if err == nil && len(list.Names) == 0 {
		err = errors.New("there are no names")
	}
	if err != nil {
		return err
	}
	drawn, err := draw(list, seed)
	if err != nil {
		return err
	}
	var texts [][]byte
	for i, names := range drawn.names {
		key := ""
		if l.tsv {
			key = drawn.keys[i] + "\t"
		}
		texts = append(texts, []byte(key+strings.Join(names, "\n"+key)+"\n"))
	}
	switch {
	case l.each():
		names, err := dest.Names(l.output, drawn.labels)
		if err != nil {
			return err
		}
		if out, err = dest.New(ui, how, names...); err != nil {
			return err
		}
	case l.tsv:
		texts = [][]byte{bytes.Join(texts, nil)}
	default:
		texts = [][]byte{drawn.text}
	}
	return out.WriteTexts(ctx, texts...)
}
