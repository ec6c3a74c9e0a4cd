package people

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// An allocation is what "yates allocate" was asked for.
type allocation struct {
	handout.Trial
	ratio                 string
	list, record, written string // files
	development           bool
	seed                  frame.SeedFlags
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

--record writes what the protocol needs and nobody can allocate by: what was
asked for but the sizes, and the SHA-256 of the seed, of the seed with the list,
and of the seed with the sizes that were drawn, which --blocks-to writes.

The same seed gives the same list. A stratum keeps its list if others are added.
--development makes another list from the same seed, for trying out. A seed of
words can be guessed, and with it the list: leave --seed out, and keep the seed
of --print-seed as secret as the list.`,
		Example: `  yates allocate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3 \
    --stratum sex=1,2 --print-seed --record record.txt -o list.csv
  yates allocate --arms A,B --ratio 2:1 --blocks 3,6 -n 90 -o list.csv`,
		Annotations: map[string]string{frame.Brief: "arms blocks number stratum output"},
		Args:        frame.NoArguments,
		RunE:        func(cmd *cobra.Command, args []string) error { return a.run(cmd) },
	}
	flags := cmd.Flags()
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
	flags.BoolVar(&a.development, "development", false, "make another list, for trying out")
	dest.Var(flags, &a.list, "write to a new `FILE`, not to standard output")
	a.seed.Register(flags)
	return cmd
}

// run makes the list.
func (a *allocation) run(cmd *cobra.Command) error {
	err := cmp.Or(frame.Require(cmd, "arms"), frame.Require(cmd, "blocks"), frame.Require(cmd, "number"))
	if err != nil {
		return err
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
	names := slices.DeleteFunc([]string{a.list, a.written, a.record}, func(name string) bool { return name == "" })
	out, err := dest.With(cmd, output.Options{New: true, Perm: 0o600}, names...)
	if err != nil {
		return err
	}
	seed, err := a.seed.Seed(cmd)
	if err != nil {
		return err
	}
	if len(a.Sizes) == 1 {
		frame.Say(cmd, "all blocks have one size: who knows it, knows the last arm of each; --blocks takes several",
			"")
	}
	strata := a.Allocate(seed)
	list, blocks := a.tables(strata)
	texts := [][]byte{list}
	if a.written != "" {
		texts = append(texts, blocks)
	}
	if a.record != "" {
		texts = append(texts, a.recordOf(seed, strata, list, blocks))
	}
	return out.WriteTexts(cmd.Context(), nil, texts...)
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
