package people

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
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
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/order"
)

// An allocation is what "yates allocate" was asked for.
type allocation struct {
	handout.Trial
	ratio                 string
	list, record, written string // files
	kept                  string // the file of the seed
	development           bool
	seed                  frame.SeedFlags
	given                 func(flag string) bool
}

// AllocateCommand returns the command "yates allocate".
func AllocateCommand() *cobra.Command {
	var a allocation
	cmd := &cobra.Command{
		Use:   "allocate --arms A,B --blocks SIZES -n N [FLAG]...",
		Short: "make the allocation list of a randomised trial",
		Long: `Allocate makes the list by which participants of a randomised trial get their
arms: permuted blocks of random sizes, within each stratum. In each block, each
arrangement of the arms is equally likely, and so is each of the sizes.

The list is CSV as REDCap imports it: the field of the arm, then those of the
strata. Each stratum has at least N rows, to the end of its last block. For
REDCap, arms and values are the codes of the fields. Lists are written to new
files that nobody else can read: whoever enrols participants must not see them.

--seed-file keeps the seed in a new file, or reads it if the file is there and
closed to all but its owner. The same seed gives the same list. A stratum keeps
its list if others are added, and begins with it if N is larger. Whoever has the
seed has the list, and a seed of words can be guessed. --development makes
another list from the same seed, for trying out.

--record writes what the protocol needs and nobody can allocate by: what was
asked for but the sizes, and the SHA-256 of the seed, of the seed with the list,
and of the seed with the sizes that were drawn, which --blocks-to writes. It can
be checked with the seed alone, so it needs --seed-file, but for development.`,
		Example: `  yates allocate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3 \
    --stratum sex=1,2 --seed-file seed.txt --record record.txt -o list.csv
  yates allocate --arms A,B --ratio 2:1 --blocks 3,6 -n 90 -o list.csv`,
		Annotations: map[string]string{frame.Brief: "arms blocks number stratum output"},
		Args:        frame.NoArguments,
		PreRunE: frame.Needs([]string{"arms", "blocks", "number"},
			frame.Conflict{Flag: "seed-file", Others: "seed seed-hex epoch print-seed"}),
		RunE: frame.RunE(a.run),
	}
	flags := cmd.Flags()
	a.given = flags.Changed
	flags.StringSliceVar(&a.Arms, "arms", nil, "allocate to the arms of `NAMES`: 1,2")
	flags.StringVar(&a.ratio, "ratio", "", "give the arms unequal `SHARES`: 2:1")
	flags.IntSliceVar(&a.Sizes, "blocks", nil, "draw the size of each block from `SIZES`: 4,6,8")
	flags.IntVarP(&a.Least, "number", "n", 0, "allocate `N` or more in each stratum")
	flags.Func("stratum", "stratify by `NAME=VALUES`: site=1,2; can be repeated", func(value string) error {
		name, values, ok := strings.Cut(value, "=")
		if !ok {
			return errors.New("it is not a name and its values, such as site=1,2,3")
		}
		a.Factors = append(a.Factors, handout.Factor{Name: name, Values: strings.Split(values, ",")})
		return nil
	})
	flags.StringVar(&a.Field, "field", "arm", "call the column of arms `NAME`")
	flags.StringVar(&a.record, "record", "", "write a record for the protocol to the new `FILE`")
	flags.StringVar(&a.written, "blocks-to", "", "write the sizes of the blocks to the new `FILE`")
	a.seed.Register(flags)
	frame.FileVar(flags, &a.kept, "seed-file", "", "keep the seed in the new `FILE`, or read it there")
	flags.BoolVar(&a.development, "development", false, "make another list, for trying out")
	dest.Var(flags, &a.list, "write to a new `FILE`, not to standard output")
	return cmd
}

// run makes the list.
func (a *allocation) run(ctx context.Context, ui *frame.UI, _ []string) error {
	if a.given("record") && !a.given("seed-file") && !a.development {
		return frame.BadUsage("yates allocate --help", "--record needs --seed-file: without the seed, nobody can "+
			"check the record, and one of words can be guessed from it")
	}
	a.Purpose = "production"
	if a.development {
		a.Purpose = "development"
	}
	a.Ratio = slices.Repeat([]int{1}, len(a.Arms))
	if a.ratio != "" {
		a.Ratio = nil
		for text := range strings.SplitSeq(a.ratio, ":") {
			share, _ := strconv.Atoi(text) // Check refuses 0
			a.Ratio = append(a.Ratio, share)
		}
	}
	if err := a.Check(); err != nil {
		return frame.BadUsage("yates allocate --help", "%w", err)
	}
	seed, fresh, err := a.theSeed(ctx, ui)
	if err != nil {
		return err
	}
	if len(a.Sizes) == 1 {
		ui.Say("all blocks have one size: who knows it, knows the last arm of each; --blocks takes several")
	}
	strata := a.Allocate(seed)
	list, blocks := a.tables(strata)
	names, texts := []string{a.list}, [][]byte{list}
	if a.given("blocks-to") {
		names, texts = append(names, a.written), append(texts, blocks)
	}
	if a.given("record") {
		names, texts = append(names, a.record), append(texts, a.recordOf(seed, strata, list, blocks))
	}
	if fresh {
		names, texts = append(names, a.kept), append(texts, []byte(seed.String()+"\n"))
	}
	out, err := dest.New(ui, output.Options{New: true, Perm: 0o600}, names...)
	if err != nil {
		return err
	}
	if err = out.WriteTexts(ctx, nil, texts...); err == nil && fresh {
		ui.Say("the seed is new, and kept in " + label.Name(a.kept) + ": whoever has it, has the list")
	}
	return err
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
	list, err := infile.ReadList(ctx, ui, []string{a.kept})
	if err != nil {
		return seed, false, err
	}
	if seed, err = order.ParseSeed(strings.Join(list.Names, "\n")); err != nil {
		err = infile.Error(infile.Name(a.kept), err)
	}
	return seed, false, err
}

// tables returns the list and the sizes of the blocks, as CSV.
func (a *allocation) tables(strata []handout.Stratum) (list, blocks []byte) {
	var factors []string
	for _, f := range a.Factors {
		factors = append(factors, f.Name)
	}
	rows := [][]string{append([]string{a.Field}, factors...)}
	sizes := [][]string{append([]string{"size"}, factors...)}
	for _, s := range strata {
		for _, block := range s.Blocks {
			sizes = append(sizes, append([]string{strconv.Itoa(len(block))}, s.Values...))
			for _, arm := range block {
				rows = append(rows, append([]string{arm}, s.Values...))
			}
		}
	}
	return table(rows), table(sizes)
}

// table returns rows as CSV.
func table(rows [][]string) []byte {
	var b bytes.Buffer
	csv.NewWriter(&b).WriteAll(rows) // a Buffer has no errors
	return b.Bytes()
}

// recordOf returns the record of a list. It says nothing from which an allocation could be told.
func (a *allocation) recordOf(seed order.Seed, strata []handout.Stratum, list, blocks []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "yates allocate record 1\nprogram yates %s\npurpose %s\nfield %q\narms %q\nratio %v\n",
		process.Version(), a.Purpose, a.Field, a.Arms, a.Ratio)
	for _, f := range a.Factors {
		fmt.Fprintf(&b, "stratum %q %q\n", f.Name, f.Values)
	}
	number := 0
	for _, s := range strata {
		number += len(slices.Concat(s.Blocks...))
	}
	fmt.Fprintf(&b, "allocations %d or more in each stratum, %d in all\n", a.Least, number)
	// Without the seed, the SHA-256 of a short list would give it away: somebody could try all.
	fmt.Fprintf(&b, "SHA-256 of the seed %x\nSHA-256 of the seed and the list %x\n", sha256.Sum256(seed[:]),
		sha256.Sum256(slices.Concat(seed[:], list)))
	fmt.Fprintf(&b, "SHA-256 of the seed and the blocks %x\n", sha256.Sum256(slices.Concat(seed[:], blocks)))
	return b.Bytes()
}
