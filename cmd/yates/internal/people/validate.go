package people

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// validateCommand returns the command "yates allocate validate".
func validateCommand() *cobra.Command {
	a := newAllocation()
	cmd := &cobra.Command{
		Use:   "validate --arms A,B --blocks SIZES -n N [FLAG]...",
		Short: "test the lists of a trial on this machine, for its file",
		Long: `Validate makes many lists as "yates allocate" would, from seeds of its own, and
prints what is required of them, how it was tested, and what came out, with the
program, the date and the machine: a page for the trial master file, as in ICH
E6(R3) 4.3.4(h). The test of chances fails if p is below 10^-6, so a right
program fails about once in a million validations. It counts each arrangement of
a block, or in blocks that have too many, each arm at each place. What is
measured or computed has no verdict: it says what SIZES cost.

--seed repeats a validation. Never give it the seed of a trial.`,
		Example:     `  yates allocate validate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3`,
		Annotations: frame.Answers("all requirements are met", "one is not, or was not tested", ""),
		Args:        frame.NoArguments,
		PreRunE: frame.Needs([]string{"arms", "blocks", "number total"},
			frame.Conflict{Flag: "number", Others: "total"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, _ []string) error {
			if err := a.parse(ui); err != nil {
				return err
			}
			seed, err := a.seed.Seed(ui)
			if err != nil {
				return err
			}
			return a.validate(ctx, ui, seed)
		}),
	}
	cmd.Flags().AddFlagSet(a.shape)
	a.seed.Register(cmd.Flags())
	return cmd
}

// references are the first bytes of the SHA-256 of lists, by the flags that give them with the seed "reference".
var references = map[string]string{
	"--arms=1,2 --blocks=2,4 --number=100 --stratum=site=5,6":                               "674c074fd768bda26d0d",
	"--arms=A,B,C --ratio=2:1:1 --blocks=4,8,8 --total=30 --columns=sequence,block,kit,arm": "07323211a4ad7c1039e3",
}

// A validation is what was seen in lists.
type validation struct {
	*allocation
	lists, rows, blocks       int
	misfits, ends, kits, lost int                        // that are wrong
	arrangements              map[int]map[string]float64 // how often, by the size of the block
	guessed                   int
}

// add looks at a list.
func (v *validation) add(strata [][]handout.Allocation) {
	v.lists++
	for _, rows := range strata {
		counts := make([]int, len(v.Arms))
		var block []string
		for n, r := range rows {
			// Who has seen all arms guesses the one that is most behind its share.
			behind := func(k int) int { return (n+1)*v.Ratio[k] - counts[k]*v.Unit() }
			k, best := slices.Index(v.Arms, r.Arm), 0
			for other := range v.Arms {
				if behind(other) > behind(best) {
					best = other
				}
			}
			if best == k {
				v.guessed++
			}
			counts[k]++
			if n > 0 && rows[n-1].Block != r.Block {
				v.addBlock(block)
				block = nil
			}
			block = append(block, r.Arm)
		}
		v.addBlock(block)
		if len(rows) < v.Least || len(rows)-len(block) >= v.Least {
			v.ends++
		}
	}
	seen, columns := make(map[string]bool), append(v.header(), keyColumns...)
	read, _ := csv.NewReader(bytes.NewReader(v.table(columns, strata))).ReadAll() // up to an error
	for i, r := range slices.Concat(strata...) {
		if v.rows++; seen[r.Kit] || !handout.IsKit(r.Kit) {
			v.kits++
		}
		seen[r.Kit] = true
		if i+1 >= len(read) || !slices.Equal(read[i+1], v.cells(columns, r)) {
			v.lost++
		}
	}
}

// addBlock looks at a block.
func (v *validation) addBlock(block []string) {
	sorted := slices.SortedFunc(slices.Values(block), v.byArm)
	if !slices.Contains(v.Sizes, len(block)) || !slices.Equal(sorted, v.Block(len(block))) {
		v.misfits++
	}
	if v.arrangements[len(block)] == nil {
		v.arrangements[len(block)] = make(map[string]float64)
	}
	v.arrangements[len(block)][strings.Join(block, "\x00")]++
	v.blocks++
}

// byArm sorts as blocks are made.
func (v *validation) byArm(a, b string) int { return slices.Index(v.Arms, a) - slices.Index(v.Arms, b) }

// enough reports whether there are blocks enough to count how often each size is there, and each arm at each place.
func (v *validation) enough() bool { return v.blocks >= 10*len(v.Sizes)*v.Unit() }

// chances returns p of the blocks: each size is as often there as in --blocks, and each arrangement of a block as often
// as the others of its size. Of large blocks, too few have each arrangement: it returns these sizes. In those, each
// place has each arm as often as the ratio says.
func (v *validation) chances() (p float64, large []int) {
	likely := make(map[int]float64)
	for _, size := range v.Sizes {
		likely[size] += float64(v.blocks) / float64(len(v.Sizes))
	}
	chi, freedom := -float64(v.blocks), -1.0
	for _, size := range slices.Sorted(maps.Keys(likely)) {
		n, squares := 0.0, 0.0
		for _, count := range v.arrangements[size] {
			n, squares = n+count, squares+count*count
		}
		chi, freedom = chi+n*n/likely[size], freedom+1
		different, left := 1.0, float64(size)
		for _, ratio := range v.Ratio {
			for k := range ratio * size / v.Unit() {
				different, left = different*left/float64(k+1), left-1
			}
		}
		if likely[size]/different >= 10 {
			chi, freedom = chi+squares*different/n-n, freedom+different-1
		} else {
			large = append(large, size)
			chi += v.places(size, n)
			freedom += float64((size - 1) * (len(v.Arms) - 1))
		}
	}
	return tail(chi, freedom), large
}

// places returns chi-squared of the arms at the places of n blocks of a size. A block has all its arms, so the counts
// of its places depend on each other. All have the variance of places that do not, times size/(size-1), and a freedom
// of size-1 places.
func (v *validation) places(size int, n float64) (chi float64) {
	counts := make([]float64, size*len(v.Arms))
	for arms, count := range v.arrangements[size] {
		for place, arm := range strings.Split(arms, "\x00") {
			counts[place*len(v.Arms)+slices.Index(v.Arms, arm)] += count
		}
	}
	for i, count := range counts {
		want := n * float64(v.Ratio[i%len(v.Arms)]) / float64(v.Unit())
		chi += (count - want) * (count - want) / want
	}
	return chi * float64(size-1) / float64(size)
}

// tail returns the probability that chi-squared is as large or larger, after Wilson and Hilferty. Where it is 10^-6,
// the true one is 0.16 times that for a freedom of 1, 0.63 times for 10, and 0.99 times for 1,000: the level is kept.
func tail(chi, freedom float64) float64 {
	if freedom == 0 {
		return 1
	}
	far := (math.Cbrt(chi/freedom) - 1 + 2/(9*freedom)) / math.Sqrt(2/(9*freedom))
	return math.Erfc(far/math.Sqrt2) / 2
}

// unlike returns how many reference lists differ from those shipped.
func unlike(ui *frame.UI) (wrong int) {
	for flags, sum := range references {
		a := newAllocation()
		if err := cmp.Or(a.shape.Parse(strings.Fields(flags)), a.parse(ui)); err != nil {
			panic(err) // they are in the program
		}
		got := sha256.Sum256(a.table(a.header(), a.Allocate(order.SeedFromText("reference"))))
		if fmt.Sprintf("%x", got[:10]) != sum {
			wrong++
		}
	}
	return wrong
}

// farthest returns how far an arm can be from its share of a stratum: it comes first or last in a block of the largest
// size.
func (a *allocation) farthest() (far float64) {
	for _, ratio := range a.Ratio {
		share := float64(ratio) / float64(a.Unit())
		far = max(far, share*(1-share)*float64(slices.Max(a.Sizes)))
	}
	return far
}

// validate prints what is required, how it was tested, and what came out.
func (a *allocation) validate(ctx context.Context, ui *frame.UI, seed order.Seed) error {
	v := &validation{allocation: a, arrangements: make(map[int]map[string]float64)}
	for v.rows < 200_000 || v.lists < 10 || !v.enough() && v.rows < 2_000_000 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v.add(a.Allocate(seed.Epoch(uint64(v.lists))))
	}
	host, _ := os.Hostname()
	var b strings.Builder
	fmt.Fprintf(&b, "%sSHA-256 of the program: %s\n%s on %s, %s\nyates allocate %s --blocks=%s\n%s in %s, from the "+
		"seed %s\n\n", process.VersionLine("yates"), program(), label.Moment(time.Now()), label.Name(host),
		label.Plural(runtime.NumCPU(), "processor"), label.Escape(strings.Join(a.published(), " "), ""), a.blocks(),
		label.Plural(v.rows, "allocation"), label.Plural(v.lists, "list"), seed)
	line := func(verdict, requirement, test string, args ...any) {
		fmt.Fprintf(&b, "%-10s  %-27s  "+test+"\n", append([]any{verdict, requirement}, args...)...)
	}
	unmet := 0
	require := func(requirement, test string, wrong, of int) {
		verdict := "PASSED"
		if wrong > 0 {
			verdict, unmet = "FAILED", unmet+1
		}
		line(verdict, requirement, "%d of %d "+test, wrong, of)
	}
	require("sizes and balance of blocks", "have another size, or another ratio of the arms", v.misfits, v.blocks)
	const level = 1e-6
	p, large := v.chances()
	verdict, how, chances := "PASSED", "all arrangements", fmt.Sprintf("p = %.2g", p)
	if len(large) > 0 {
		how += fmt.Sprintf(", but in blocks of %d each arm at each place", large)
	}
	switch {
	case !v.enough():
		verdict, unmet, chances = "NOT TESTED", unmet+1, fmt.Sprintf("for which %d blocks are too few", v.blocks)
	case p < level:
		verdict, unmet = "FAILED", unmet+1
	}
	line(verdict, "chances of blocks", "sizes as in --blocks, %s as often as others: chi-squared, %s", how, chances)
	require("length of strata", "are shorter than N, or have a block too many", v.ends, v.lists*a.Strata())
	require("kits", "come twice in a list, or have a wrong check digit", v.kits, v.rows)
	require("CSV of list and key", "rows change when they are read back", v.lost, v.rows)
	require("the same lists everywhere", "reference lists differ from those shipped", unlike(ui), len(references))
	line("MEASURED", "guessing", "%.1f%% right: by knowing all earlier arms, and guessing the one most behind",
		100*float64(v.guessed)/float64(v.rows))
	line("COMPUTED", "imbalance", "an arm of a stratum is never more than %.1f from its share", a.farthest())
	_, err := io.WriteString(ui.Out, b.String())
	if err == nil && unmet > 0 {
		err = frame.Verdict(1)
	}
	return err
}

// program returns the SHA-256 of this program.
func program() string {
	name, _ := os.Executable() // or "", which cannot be read
	text, err := os.ReadFile(name)
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
