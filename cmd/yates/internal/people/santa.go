package people

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// maxGivers bounds the time and memory, which grow with its square.
const maxGivers = 20_000

// SantaCommand returns the command "yates santa".
func SantaCommand() *cobra.Command {
	var l lottery
	var not []string
	cmd := &cobra.Command{
		Use:   "santa [FLAG]... [FILE]...",
		Short: "draw who gives a present to whom",
		Long: `Santa draws who gives a present to whom among the names in FILEs, one a line.
Everybody gives one present and gets one, and nobody draws their own name.

Without FILE, or if FILE is -, santa reads standard input. It decompresses gzip
and zstd, and ignores blank lines and white space around names. Names must be
distinct.

--not Ann=Bob keeps Ann and Bob from giving to each other; the list can have
more than two names. If no draw is possible, the error names people who have too
few to give to.

Every allowed draw is exactly equally likely. For up to 20 people, santa always
finds a draw if one exists. For more, it can fail after some seconds if each is
kept from giving to about 15 others.

With --seed, the draw depends on the seed, the number of names, and the
positions in the list of the names in --not. SPEC.md defines it.

With {} in the name of -o, santa prints nothing and writes a file for each
giver. {} becomes the giver's name, and the file has the receiver's name, so
nobody needs to see the whole draw. Santa writes all the files or none.`,
		Example: `  yates santa names.txt
  yates santa --not Ann=Bob --not Cleo=Dan=Eve names.txt
  yates santa -o 'for-{}.txt' names.txt          a file for each giver`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return l.run(cmd, args, maxGivers, func(list *infile.List, seed order.Seed) (*parts, error) {
				if twice := list.Repeated(); twice != "" {
					return nil, errors.New(twice + "; add something to tell them apart")
				}
				groups, err := groupsOf(list, not)
				if err == nil && l.each() {
					err = checkFiles(list.Names)
				}
				if err != nil {
					return nil, err
				}
				return drawGivers(cmd, list.Names, groups, order.NewSource(seed, "santa"))
			})
		},
	}
	cmd.Flags().StringArrayVar(&not, "not", nil, "keep `NAME=NAME...` apart; can be repeated")
	l.register(cmd, "write one line for each giver: giver, tab, receiver",
		"write to `FILE`; with {} in it, to one file a giver")
	return cmd
}

// drawGivers draws who gives to whom.
func drawGivers(cmd *cobra.Command, names []string, groups [][]int, src rand.Source) (*parts, error) {
	apart := func(i, j int) bool {
		return i == j || slices.ContainsFunc(groups[i], func(k int) bool { return slices.Contains(groups[j], k) })
	}
	to, err := process.Unblocked(cmd.Context(), func() ([]int, error) {
		return yates.RestrictedPerm(len(names), apart, src)
	})
	if hall, ok := errors.AsType[*yates.HallError](err); ok {
		err = fmt.Errorf("no draw is possible: %s may give to nobody", some(names, hall.Places))
		if len(hall.Values) > 0 {
			err = fmt.Errorf("%w but %s", err, some(names, hall.Values))
		}
	} else if errors.Is(err, yates.ErrTight) {
		err = errors.New("no draw was found: --not leaves too few; use fewer of them, or divide the list")
	}
	if err != nil {
		return nil, err
	}
	drawn, width := &parts{keys: names, labels: dest.Named(names)}, 0
	for _, name := range names {
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, j := range to {
		drawn.names = append(drawn.names, names[j:j+1])
		line := fmt.Sprintf("%-*s -> %s", width, names[i], names[j])
		drawn.text = append(drawn.text, label.Escape(line, "")+"\n"...)
	}
	return drawn, nil
}

// groupsOf returns, for each name, the values of --not that have it, by their numbers.
func groupsOf(list *infile.List, values []string) ([][]int, error) {
	groups := make([][]int, len(list.Names))
	for k, value := range values {
		if !strings.Contains(value, "=") {
			return nil, frame.BadUsage("", "--not %s needs two names or more, such as Ann=Bob", label.Name(value))
		}
		for name := range strings.SplitSeq(value, "=") {
			i, err := list.Find(strings.TrimSpace(name))
			if err != nil {
				return nil, fmt.Errorf("--not: %w", err)
			}
			groups[i] = append(groups[i], k)
		}
	}
	return groups, nil
}

// some returns the first few of the numbered names, and how many more there are.
func some(names []string, numbers []int) string {
	const few = 8
	var all []string
	for _, i := range numbers[:min(len(numbers), few)] {
		all = append(all, label.Name(names[i]))
	}
	if more := len(numbers) - few; more > 0 {
		all = append(all, label.Plural(more, "other"))
	}
	last := len(all) - 1
	return strings.TrimPrefix(strings.Join(all[:last], ", ")+" and "+all[last], " and ")
}

// checkFiles rejects givers for whom there can be no files.
func checkFiles(givers []string) error {
	first := map[string]string{}
	for _, giver := range givers {
		folded, what := strings.ToLower(giver), ""
		if other, twice := first[folded]; twice {
			what = "and " + label.Name(other) + " would have the same file where case is ignored"
		} else if giver == "." || giver == ".." || strings.ContainsAny(giver, "/\x00"+string(os.PathSeparator)) {
			what = "cannot be part of a file name"
		}
		if what != "" {
			return fmt.Errorf("%s %s; without {} in -o, everything goes to one file", label.Name(giver), what)
		}
		first[folded] = giver
	}
	return nil
}
