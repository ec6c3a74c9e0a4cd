package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/order"
)

// An allocation is what "yates allocate" was asked for.
type allocation struct {
	handout.Trial

	arms, ratio, columns string
	strata               []string
	total                int

	list, kept string // files
	seed       *order.Seed
}

// shapeVar adds the flags that shape the list, beside the seed.
func (a *allocation) shapeVar(flags *pflag.FlagSet) {
	frame.FileVar(flags, &a.arms, "arms", "", "allocate to the arms of `NAMES`: 1,2")
	frame.FileVar(flags, &a.ratio, "ratio", "", "give the arms unequal `SHARES`: 2:1")
	flags.IntSliceVar(&a.Sizes, "blocks", nil, "draw the size of each block from `SIZES`: 4,6,6,8")
	flags.IntVarP(&a.Least, "number", "n", 0, "allocate `N` or more in each stratum")
	flags.IntVar(&a.total, "total", 0, "allocate `N` or more in all, as many in each stratum")
	flags.StringArrayVar(&a.strata, "stratum", nil, "stratify by `NAME=VALUES`: site=1,2; can be repeated")
	frame.FileVar(flags, &a.columns, "columns", "", "write the columns of `NAMES`, as NAME or NAME=TITLE")
}

// AllocateCommand returns the command "yates allocate".
func AllocateCommand() *cobra.Command {
	var a allocation
	cmd := &cobra.Command{
		Use:   "allocate --arms A,B --blocks SIZES -n N [FLAG]...",
		Short: "make the allocation list of a randomised trial",
		Long: `Allocate makes the list by which participants of a randomised trial get their
arms: permuted blocks of random sizes, within each stratum. In each block, each
arrangement of the arms is equally likely, and so is each of SIZES: a size that
is there twice is drawn twice as often.

The list is CSV as REDCap imports it: the arm, then the strata. Each stratum has
at least N rows, to the end of its last block. --columns chooses among
  arm, sequence, block    in each stratum, numbers from 1 on
  stratum                 its values
and the names of strata; arm=randomization gives the column that title. What a
spreadsheet could take for a formula gets ' in front. Lists are written to new
files that nobody else can read: whoever enrols participants must not see them.

--seed-file keeps the seed in a new file, or reads it if the file is there and
closed to all but its owner. The same seed gives the same list. A stratum keeps
its list if others are added, and begins with it if N is larger. Whoever has the
seed has the list. For a seed that nobody could choose, see docs/allocation.md.`,
		Example: `  yates allocate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3 \
    --stratum sex=1,2 --seed-file seed.txt -o list.csv
  yates allocate --arms A,B --ratio 2:1 --blocks 3,6 -n 90 -o list.csv`,
		Annotations: map[string]string{frame.Brief: "arms blocks number stratum output"},
		Args:        frame.NoArguments,
		PreRunE: frame.Needs([]string{"arms", "blocks", "number total"},
			frame.Conflict{Flag: "seed-file", Others: "seed-hex"},
			frame.Conflict{Flag: "number", Others: "total"}),
		RunE: frame.RunE(a.run),
	}
	flags := cmd.Flags()
	a.shapeVar(flags)
	frame.FileVar(flags, &a.kept, "seed-file", "", "keep the seed in the new `FILE`, or read it there")
	flags.Func("seed-hex", "use the seed of 64 hexadecimal `DIGITS`", func(text string) error {
		seed, err := order.ParseSeed(text)
		a.seed = &seed
		return err
	})
	dest.Var(flags, &a.list, "write to a new `FILE`, not to standard output")
	return cmd
}

// run makes the list.
func (a *allocation) run(ctx context.Context, ui *frame.UI, _ []string) error {
	if err := a.parse(ui); err != nil {
		return err
	}
	seed, fresh, err := a.theSeed(ctx, ui)
	if err != nil {
		return err
	}
	if len(slices.Compact(slices.Sorted(slices.Values(a.Sizes)))) == 1 {
		ui.Say("all blocks have one size: who knows it, knows the last arm of each; --blocks takes several")
	}
	if a.seed == nil && a.kept == "" {
		ui.Say("the seed is not kept, so nobody can make the list longer, or make it again: see --seed-file")
	}
	names, texts := []string{a.list}, [][]byte{a.table(a.Allocate(seed))}
	if fresh {
		names, texts = append(names, a.kept), append(texts, []byte(seed.String()+"\n"))
	}
	out, err := dest.New(ui, output.Options{New: true, Perm: 0o600}, names...)
	if err != nil {
		return err
	}
	if err = out.WriteTexts(ctx, texts...); err == nil && fresh {
		ui.Say("the seed is new, and kept in " + label.Name(a.kept) + ": whoever has it, has the list")
	}
	return err
}

// parse makes the trial of the flags.
func (a *allocation) parse(ui *frame.UI) error {
	a.Arms = cells(ui, a.arms)
	for _, value := range a.strata {
		name, values, ok := strings.Cut(value, "=")
		if !ok {
			return frame.BadUsage("yates allocate --help", "--stratum %s is not a name and its values, such as "+
				"site=1,2,3", label.Name(value))
		}
		a.Factors = append(a.Factors, handout.Factor{Name: harmless(ui, name), Values: cells(ui, values)})
	}
	if a.total > 0 {
		a.Least = (a.total-1)/a.Strata() + 1
	}
	a.Ratio = slices.Repeat([]int{1}, len(a.Arms))
	if a.ratio != "" {
		a.Ratio = nil
		for text := range strings.SplitSeq(a.ratio, ":") {
			share, _ := strconv.Atoi(text) // Check refuses 0
			a.Ratio = append(a.Ratio, share)
		}
	}
	if err := cmp.Or(a.Check(), a.checkColumns()); err != nil {
		return frame.BadUsage("yates allocate --help", "%w", err)
	}
	return nil
}

// cells returns the cells of a row of CSV.
func cells(ui *frame.UI, text string) []string {
	all := frame.Names(text)
	for i := range all {
		all[i] = harmless(ui, all[i])
	}
	return all
}

// harmless returns a cell as a list has it, and says so if a formula was made harmless.
func harmless(ui *frame.UI, cell string) string {
	cell = strings.TrimSpace(cell)
	if drawfile.IsFormula(cell) {
		ui.Say("a spreadsheet can take " + label.Name(cell) + " for a formula: it gets ' in front")
	}
	return drawfile.Harmless(cell)
}

// theSeed returns the seed, and reports whether it is to be kept in a file that is not there yet.
func (a *allocation) theSeed(ctx context.Context, ui *frame.UI) (seed order.Seed, fresh bool, err error) {
	switch {
	case a.seed != nil:
		return *a.seed, false, nil
	case a.kept == "":
		return order.NewSeed(), false, nil
	}
	info, err := os.Stat(a.kept)
	switch {
	case a.kept == "-": // standard input
	case errors.Is(err, fs.ErrNotExist):
		return order.NewSeed(), true, nil
	case err == nil && info.Mode().IsRegular() && info.Mode()&0o077 != 0 && runtime.GOOS != "windows":
		err = fmt.Errorf("others can read %s or write to it, and whoever has the seed has the list", label.Name(a.kept))
		return seed, false, &frame.Problem{Err: err, Remedy: "chmod 600 " + quote.Words(a.kept)}
	}
	seed, err = drawfile.Text(ctx, ui, a.kept, "", func(text []byte) (order.Seed, error) {
		return order.ParseSeed(strings.TrimSpace(string(text)))
	})
	return seed, false, err
}

// header returns the columns of the list, those of --columns, or the arm and the strata, and their titles.
func (a *allocation) header() (names, titles []string) {
	columns := frame.Names(a.columns)
	if a.columns == "" {
		columns = []string{"arm"}
		for _, f := range a.Factors {
			columns = append(columns, f.Name)
		}
	}
	for _, column := range columns {
		name, title, _ := strings.Cut(column, "=")
		names, titles = append(names, name), append(titles, cmp.Or(title, name))
	}
	return names, titles
}

// checkColumns says what is wrong with the columns.
func (a *allocation) checkColumns() error {
	known := []string{"arm", "sequence", "block", "stratum"}
	for _, f := range a.Factors {
		known = append(known, f.Name)
	}
	names, titles := a.header()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no column %s: there are %s", label.Name(name), strings.Join(known, ", "))
		}
	}
	if slices.ContainsFunc(titles, drawfile.IsFormula) {
		return errors.New("a spreadsheet can take the title of a column for a formula")
	}
	return cmp.Or(handout.Distinct("column", known), handout.Distinct("title", titles))
}

// table returns the rows of strata as CSV.
func (a *allocation) table(strata [][]handout.Allocation) []byte {
	names, titles := a.header()
	rows := [][]string{titles}
	for _, r := range slices.Concat(strata...) {
		cells := map[string]string{"arm": r.Arm, "sequence": strconv.Itoa(r.Sequence), "block": strconv.Itoa(r.Block),
			"stratum": strings.Join(r.Values, " ")}
		for i, f := range a.Factors {
			cells[f.Name] = r.Values[i]
		}
		var row []string
		for _, name := range names {
			row = append(row, cells[name])
		}
		rows = append(rows, row)
	}
	return drawfile.CSV(rows)
}
