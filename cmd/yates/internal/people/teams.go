package people

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// The teams are what "yates teams" was asked for.
type teams struct {
	lottery
	number, size frame.AtLeastOne
	strength     string // a column
	not          []string
}

// TeamsCommand returns the command "yates teams".
func TeamsCommand() *cobra.Command {
	var t teams
	cmd := &cobra.Command{
		Use:   "teams (-n N | --size N) [FLAG]... [FILE]...",
		Short: "divide a list of names into teams",
		Long: `Teams divides the names in FILEs, or on standard input, one a line, into random
teams. Their sizes differ by at most one. Every division is equally likely. The
heading of a column is a name like others: remove it first.

With the same seed, "yates shuffle" gives the same names the same order. The
teams are consecutive parts of it, the larger ones first, as with --shards.

--not Ann=Bob keeps Ann and Bob in different teams; the list can have more than
two names. Every division that this allows is equally likely.

With --strength, the files are CSV with a header, and the first other column has
the names. The strongest N of N teams come into different teams, so do the next
N, and so on. Every division of that kind is equally likely; of people who are
equally strong, lots decide who comes first. SPEC.md defines both.`,
		Example: `  yates teams -n 4 names.txt
  yates teams --size 5 names.txt        the fewest teams of at most five
  yates teams -n 4 --strength rating --not Ann=Bob players.csv
  yates teams -n 2 --seed 'May 2026' -o teams.txt names.txt`,
		PreRunE: frame.Needs([]string{"number size"}, frame.Conflict{Flag: "number", Others: "size"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			if t.strength == "" {
				noteHeading(ui, args)
			}
			return t.run(ctx, ui, args,
				func(ctx context.Context, list *infile.List, seed order.Seed) ([]string, [][]byte, error) {
					all, err := t.divide(ctx, ui, list, seed)
					return []string{t.output}, [][]byte{handout.TeamsText(all)}, err
				})
		}),
	}
	cmd.Flags().VarP(&t.number, "number", "n", "make `N` teams")
	cmd.Flags().Var(&t.size, "size", "make the fewest teams of at most `N` names")
	frame.FileVar(cmd.Flags(), &t.strength, "strength", "", "make teams of equal strength, by a CSV `COLUMN`")
	cmd.Flags().StringArrayVar(&t.not, "not", nil, "keep `NAME=NAME...` apart; can be repeated")
	t.register(cmd, "write to a new `FILE`, not to standard output")
	return cmd
}

// divide divides a list into teams.
func (t *teams) divide(ctx context.Context, ui *frame.UI, list *infile.List, seed order.Seed) ([][]string, error) {
	if t.strength != "" {
		if err := byStrength(list, t.strength, seed); err != nil {
			return nil, err
		}
	}
	if twice := list.Repeated(); twice != "" && len(t.not) > 0 {
		return nil, errors.New(twice + "; add something to tell them apart")
	} else if twice != "" {
		ui.Say(twice + "; each line gets a place")
	}
	n, pot := int(t.number), len(list.Names)
	if t.size > 0 {
		n = (pot-1)/int(t.size) + 1
	}
	all, err := handout.Teams(list.Names, n, seed)
	if err != nil || t.strength == "" && len(t.not) == 0 {
		return all, err
	}
	if t.strength != "" {
		pot = n
	}
	kept, err := keptFrom(list, t.not, false)
	if err != nil {
		return nil, err
	}
	dealt, err := process.Unblocked(ctx, func() ([][]int, error) {
		return handout.Pots(len(kept), n, pot, func(i, j int) bool { return kept[i][j] }, seed)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: --not leaves too few, if any; use fewer of them, or other teams", err)
	}
	teams := make([][]string, n)
	for t, team := range dealt {
		for _, i := range team {
			teams[t] = append(teams[t], list.Names[i])
		}
	}
	return teams, nil
}

// byStrength makes names of the rows of a table, the strongest first. Lots decide who of equals comes first.
func byStrength(list *infile.List, column string, seed order.Seed) error {
	rows, err := csv.NewReader(strings.NewReader(strings.Join(list.Names, "\n"))).ReadAll()
	if err != nil {
		return fmt.Errorf("the table of --strength: %w", err)
	}
	at := slices.Index(rows[0], column)
	if at < 0 || len(rows[0]) < 2 {
		return fmt.Errorf("there is no column %s beside one of names: %s", label.Name(column),
			label.Name(strings.Join(rows[0], ",")))
	}
	name := 0
	if at == 0 {
		name = 1
	}
	type person struct {
		name, where string
		strength    float64
	}
	var people []person
	for i, row := range rows[1:] {
		strength, err := strconv.ParseFloat(strings.TrimSpace(row[at]), 64)
		if err != nil || math.IsNaN(strength) {
			return fmt.Errorf("%s: %s is %s, not a number", list.Where[min(i+1, len(list.Where)-1)], label.Name(column),
				label.Name(row[at]))
		}
		people = append(people, person{strings.TrimSpace(row[name]), fmt.Sprintf("row %d", i+2), strength})
	}
	if len(people) == 0 {
		return errors.New("there are no names")
	}
	people = handout.Shuffled(seed, people)
	slices.SortStableFunc(people, func(a, b person) int { return cmp.Compare(b.strength, a.strength) })
	list.Names, list.Where = nil, nil
	for _, p := range people {
		list.Names, list.Where = append(list.Names, p.name), append(list.Where, p.where)
	}
	return nil
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

// noteHeading says what becomes of the heading of a file that is a table by its name.
func noteHeading(ui *frame.UI, files []string) {
	for _, file := range files {
		if ext := strings.ToLower(filepath.Ext(file)); ext == ".csv" || ext == ".tsv" {
			ui.Say(label.Name(file) + ": each line is a name, also the first; remove it if it is a heading")
		}
	}
}

// run reads the names, has them drawn, and writes the files that come of it.
func (l *lottery) run(ctx context.Context, ui *frame.UI, args []string,
	draw func(ctx context.Context, list *infile.List, seed order.Seed) ([]string, [][]byte, error)) error {
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
	files, texts, err := draw(ctx, list, seed)
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
