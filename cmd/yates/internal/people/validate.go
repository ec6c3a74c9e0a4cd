package people

import (
	"cmp"
	"context"
	"crypto/sha256"
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
version, the date and the machine: a page for the trial master file, as in ICH
E6(R3) 4.3.4(h). The test of chances fails if p is below 10^-6, so a right
program fails once in a million validations. What is measured has no verdict: it
says what SIZES cost.

--seed repeats a validation. Never give it the seed of a trial.`,
		Example: `  yates allocate validate --arms 1,2 --blocks 4,6,8 -n 60 --stratum site=1,2,3`,
		Annotations: map[string]string{frame.ExitStatuses: `  0    if and only if all requirements are met
  1    if and only if one is not
  2    if and only if nothing was tested, for a reason that standard error tells
` + frame.Interrupted},
		Args: frame.NoArguments,
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
	lists, rows, blocks int
	misfits, ends       int                        // that are wrong
	arrangements        map[int]map[string]float64 // how often, by the size of the block
	guessed, farthest   int
}

// add looks at a list.
func (v *validation) add(l *lists) {
	v.lists, v.rows = v.lists+1, v.rows+l.number
	for _, s := range l.strata {
		counts := make([]int, len(v.Arms))
		n := 0
		for _, block := range s.Blocks {
			sorted := slices.SortedFunc(slices.Values(block), v.byArm)
			if !slices.Contains(v.Sizes, len(block)) || !slices.Equal(sorted, v.Block(len(block))) {
				v.misfits++
			}
			if v.arrangements[len(block)] == nil {
				v.arrangements[len(block)] = make(map[string]float64)
			}
			v.arrangements[len(block)][strings.Join(block, "\x00")]++
			v.blocks++
			for _, arm := range block {
				// Who has seen all arms guesses the one that is most behind its share.
				behind := func(k int) int { return (n+1)*v.Ratio[k] - counts[k]*v.Unit() }
				k, best := slices.Index(v.Arms, arm), 0
				for other := range v.Arms {
					if behind(other) > behind(best) {
						best = other
					}
				}
				if best == k {
					v.guessed++
				}
				counts[k], n = counts[k]+1, n+1
				for other := range v.Arms {
					far := counts[other]*v.Unit() - n*v.Ratio[other]
					v.farthest = max(v.farthest, far, -far)
				}
			}
		}
		if last := len(s.Blocks[len(s.Blocks)-1]); n < v.Least || n-last >= v.Least {
			v.ends++
		}
	}
}

// byArm sorts as blocks are made.
func (v *validation) byArm(a, b string) int { return slices.Index(v.Arms, a) - slices.Index(v.Arms, b) }

// chances returns p of the blocks: each size as often as it is in --blocks, and each arrangement of one as often as its
// others. Those of large blocks are too many to be counted one by one, so only their sizes are; it returns the rest.
func (v *validation) chances() (p float64, counted []int) {
	chi, cells := -float64(v.blocks), -1.0
	for _, size := range slices.Sorted(maps.Keys(v.arrangements)) {
		want := 0.0
		for _, other := range v.Sizes {
			if other == size {
				want += float64(v.blocks) / float64(len(v.Sizes))
			}
		}
		n, squares := 0.0, 0.0
		for _, count := range v.arrangements[size] {
			n, squares = n+count, squares+count*count
		}
		different, left := 1.0, float64(size)
		for _, ratio := range v.Ratio {
			for k := range ratio * size / v.Unit() {
				different, left = different*left/float64(k+1), left-1
			}
		}
		if want/different < 10 {
			chi, cells = chi+n*n/want, cells+1
		} else {
			chi, cells, counted = chi+squares*different/want, cells+different, append(counted, size)
		}
	}
	return tail(chi, cells), counted
}

// tail returns the probability that chi-squared is as large or larger, after Wilson and Hilferty.
func tail(chi, freedom float64) float64 {
	if freedom == 0 {
		return 1
	}
	far := (math.Cbrt(chi/freedom) - 1 + 2/(9*freedom)) / math.Sqrt(2/(9*freedom))
	return math.Erfc(far/math.Sqrt2) / 2
}

// unlike returns how many reference lists are not as they were shipped.
func unlike(ui *frame.UI) (wrong int) {
	for flags, sum := range references {
		a := newAllocation()
		if err := cmp.Or(a.shape.Parse(strings.Fields(flags)), a.parse(ui)); err != nil {
			panic(err) // they are in the program
		}
		got := sha256.Sum256(a.lists(order.SeedFromText("reference")).table(a.header()))
		if fmt.Sprintf("%x", got[:10]) != sum {
			wrong++
		}
	}
	return wrong
}

// validate prints what is required, how it was tested, and what came out.
func (a *allocation) validate(ctx context.Context, ui *frame.UI, seed order.Seed) error {
	v := &validation{allocation: a, arrangements: make(map[int]map[string]float64)}
	for v.rows < 200_000 || v.lists < 10 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v.add(a.lists(seed.Epoch(uint64(v.lists))))
	}
	host, _ := os.Hostname()
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s on %s, %s\nyates allocate %s --blocks=%s\n%s in %s, from the seed %s\n\n",
		process.VersionLine("yates"), label.Moment(time.Now()), label.Name(host),
		label.Plural(runtime.NumCPU(), "processor"), label.Escape(strings.Join(a.published(), " "), ""),
		a.blocks(), label.Plural(v.rows, "allocation"),
		label.Plural(v.lists, "list"), seed)
	const level = 1e-6
	p, counted := v.chances()
	wrong, failed := unlike(ui), false
	for _, r := range []struct {
		requirement, test string
		met               bool
	}{
		{"sizes and balance of blocks", fmt.Sprintf("%d of %d have none of the sizes, or not the ratio of the arms",
			v.misfits, v.blocks), v.misfits == 0},
		{"chances of blocks", fmt.Sprintf("sizes as in --blocks, all arrangements of %d as often as others: "+
			"chi-squared, p = %.2g", counted, p), p >= level},
		{"length of strata", fmt.Sprintf("%d of %d end before N or after the block that has it", v.ends,
			v.lists*a.Strata()), v.ends == 0},
		{"the same lists everywhere", fmt.Sprintf("%d of %d reference lists are not as they were shipped", wrong,
			len(references)), wrong == 0},
	} {
		verdict := "PASSED"
		if !r.met {
			verdict, failed = "FAILED", true
		}
		fmt.Fprintf(&b, "%s    %-27s  %s\n", verdict, r.requirement, r.test)
	}
	fmt.Fprintf(&b, "MEASURED  %-27s  %.1f%% right: the arm that is most behind is guessed by who knows all before\n"+
		"MEASURED  %-27s  at most %.1f from its share: an arm in a stratum, at any time\n", "guessing",
		100*float64(v.guessed)/float64(v.rows), "imbalance", float64(v.farthest)/float64(a.Unit()))
	_, err := io.WriteString(ui.Out, b.String())
	if err == nil && failed {
		err = frame.Verdict(1)
	}
	return err
}
