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
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
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
	shape *pflag.FlagSet // what the list follows from, beside the seed

	arms, ratio, columns string
	strata               []string
	total                int

	list, key, kept, extend, oldKey, drawn, committed, secret string // files
	development                                               bool
	seed                                                      frame.SeedFlags
	given                                                     func(flag string) bool
	title                                                     string // of a commitment
	at                                                        time.Time
}

// newAllocation returns an allocation with the flags that shape its list.
func newAllocation() *allocation {
	a := &allocation{shape: pflag.NewFlagSet("", pflag.ContinueOnError), Trial: handout.Trial{Purpose: "production"}}
	flags := a.shape
	frame.FileVar(flags, &a.arms, "arms", "", "allocate to the arms of `NAMES`: 1,2")
	frame.FileVar(flags, &a.ratio, "ratio", "", "give the arms unequal `SHARES`: 2:1")
	flags.IntSliceVar(&a.Sizes, "blocks", nil, "draw the size of each block from `SIZES`: 4,6,6,8")
	flags.IntVarP(&a.Least, "number", "n", 0, "allocate `N` or more in each stratum")
	flags.IntVar(&a.total, "total", 0, "allocate `N` or more in all, as many in each stratum")
	flags.StringArrayVar(&a.strata, "stratum", nil, "stratify by `NAME=VALUES`: site=1,2; can be repeated")
	frame.FileVar(flags, &a.columns, "columns", "", "write the columns of `NAMES`, as NAME or NAME=TITLE")
	return a
}

// AllocateCommand returns the command "yates allocate".
func AllocateCommand() *cobra.Command {
	a := newAllocation()
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
  kit                     a random number with a check digit: for envelopes, for
                          drugs or, with --key, in place of the arm
and the names of strata; arm=randomization gives the column that title. What a
spreadsheet could take for a formula gets ' in front. Lists are written to new
files that nobody else can read: whoever enrols participants must not see them.

--seed-file keeps the seed in a new file, or reads it if the file is there and
closed to all but its owner. The same seed gives the same list. A stratum keeps
its list if others are added, and begins with it if N is larger: --extend LIST
prints what is new, and compares what is old, with --old-key also its arms.
Whoever has the seed has the list, and a seed of words can be guessed.
--development makes another list from the same seed, for trying out.

Nobody can see from a list whether a hundred seeds were tried. --commit shows
that none was chosen. It writes a commitment to publish before TIME, with all
that shapes the list but SIZES, and a secret to keep. "yates draw run" then
makes the seed of both and of a public beacon, and --draw the list. In the end,
"yates allocate verify" checks it all.`,
		Example: `  yates allocate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3 \
    --stratum sex=1,2 --seed-file seed.txt -o list.csv
  yates allocate --arms A,B --ratio 2:1 --blocks 3,6 -n 90 -o list.csv

  yates allocate --arms A,B --blocks 4,6,8 -n 60 --at '2027-01-01 12:00 UTC' \
    --commit trial.commit --secret trial.secret
  yates draw run --wait --secret trial.secret -o trial.draw trial.commit
  yates allocate --draw trial.draw --blocks 4,6,8 -o list.csv
  yates allocate verify --commitment trial.commit --blocks 4,6,8 trial.draw \
    list.csv`,
		Annotations: map[string]string{frame.Brief: "arms blocks number stratum output"},
		Args:        frame.NoArguments,
		PreRunE: frame.Needs([]string{"arms draw", "blocks", "number total draw"},
			frame.Conflict{Flag: "seed-file", Others: "seed seed-hex epoch print-seed"},
			frame.Conflict{Flag: "number", Others: "total"},
			frame.Conflict{Flag: "draw", Others: "arms ratio number total stratum columns development commit " +
				"seed-file seed seed-hex epoch print-seed"},
			frame.Conflict{Flag: "commit", Others: "output key extend development seed-file seed seed-hex epoch " +
				"print-seed"}),
		RunE: frame.RunE(a.run),
	}
	flags := cmd.Flags()
	a.given = flags.Changed
	flags.AddFlagSet(a.shape)
	frame.FileVar(flags, &a.key, "key", "", "write the arms of the kits to the new `FILE` alone")
	frame.FileVar(flags, &a.extend, "extend", "", "write what the list in `FILE` lacks, and it alone")
	frame.FileVar(flags, &a.oldKey, "old-key", "", "with --extend, the --key of the old list is `FILE`")
	a.seed.Register(flags)
	frame.FileVar(flags, &a.kept, "seed-file", "", "keep the seed in the new `FILE`, or read it there")
	flags.BoolVar(&a.development, "development", false, "make another list, for trying out")
	frame.FileVar(flags, &a.committed, "commit", "", "commit to a list, in the new `FILE`, and make none")
	frame.FileVar(flags, &a.secret, "secret", "", "with --commit, keep the secret in the new `FILE`")
	frame.FileVar(flags, &a.title, "title", "", "with --commit, call the trial `TEXT`")
	frame.MomentVar(flags, &a.at, "at", "with --commit, draw the seed at `TIME`", time.Now())
	frame.FileVar(flags, &a.drawn, "draw", "", "use the seed and the flags of the draw in `FILE`")
	dest.Var(flags, &a.list, "write to a new `FILE`, not to standard output")
	cmd.AddCommand(verifyCommand(), validateCommand())
	return cmd
}

// run makes the list.
func (a *allocation) run(ctx context.Context, ui *frame.UI, _ []string) error {
	switch {
	case a.committed != "" && (a.secret == "" || a.at.IsZero()):
		return frame.BadUsage("yates allocate --help", "--commit needs --at and --secret")
	case a.committed == "" && (a.secret != "" || a.given("at") || a.given("title")):
		return frame.BadUsage("yates allocate --help", "--at, --secret and --title need --commit")
	case a.extend == "" && a.oldKey != "":
		return frame.BadUsage("yates allocate --help", "--old-key needs --extend")
	}
	if a.development {
		a.Purpose = "development"
	}
	var seed order.Seed
	var fresh bool
	var err error
	if a.drawn != "" {
		t, v, wrong := a.open(ctx, ui, a.drawn, draw.Given{})
		if err = wrong; err == nil && len(v.Failed()) > 0 {
			err = errors.New(v.Failed()[0].Detail)
		} else if err == nil {
			seed = t.Seed
		}
	} else if err = a.parse(ui); err == nil && a.given("commit") {
		return a.commit(ctx, ui)
	} else if err == nil {
		seed, fresh, err = a.theSeed(ctx, ui)
	}
	if err != nil {
		return err
	}
	if len(slices.Compact(slices.Sorted(slices.Values(a.Sizes)))) == 1 {
		ui.Say("all blocks have one size: who knows it, knows the last arm of each; --blocks takes several")
	}
	switch known := a.drawn != "" || a.seed.Given() || a.given("seed-file") && !fresh; {
	case a.extend != "" && !known:
		return frame.BadUsage("yates allocate --help", "--extend needs the seed of the list: see --seed-file")
	case a.development:
	case !known && !fresh && !a.seed.Print:
		ui.Say("the seed is not kept, so nobody can make the list longer, or make it again: see --seed-file")
	case a.given("seed"):
		ui.Say("anyone who guesses the words of --seed has the list; see --seed-file")
	}
	if a.key != "" && a.has("block") {
		ui.Say("the column block shows where blocks end to those who must not know the arms")
	}
	strata := a.Allocate(seed)
	if a.extend != "" {
		if err = a.cut(ctx, ui, strata); err != nil {
			return err
		}
	}
	names, texts := []string{a.list}, [][]byte{a.table(a.header(), strata)}
	if a.key != "" {
		names, texts = append(names, a.key), append(texts, a.table(keyColumns, strata))
	}
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
	if !a.given("seed-file") {
		seed, err = a.seed.Seed(ui)
		return seed, false, err
	}
	info, err := os.Stat(a.kept)
	switch {
	case a.kept == "-": // standard input
	case errors.Is(err, fs.ErrNotExist):
		return order.NewSeed(), true, nil
	case err == nil && info.Mode().IsRegular() && info.Mode()&0o077 != 0 && runtime.GOOS != "windows":
		err = fmt.Errorf("others can read %s or write to it, and whoever has the seed has the list", label.Name(a.kept))
		return seed, false, &frame.Problem{Err: err, Remedy: "chmod 600 " + quote.New().File(a.kept)}
	}
	seed, err = drawfile.Text(ctx, ui, a.kept, "", func(text []byte) (order.Seed, error) {
		return order.ParseSeed(strings.TrimSpace(string(text)))
	})
	return seed, false, err
}
