package audit

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
)

// mostPaths is the number of paths to follow at most, which takes half a minute.
const mostPaths = 1 << 26

// ExactCommand returns the command "yates exact".
func ExactCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "exact NAME [N]",
		Short: "print the exact probability of each order of a shuffle",
		Long: `Exact prints the exact probability of each order that a shuffle of N items
(default 3) can give. It follows every path of the shuffle's random choices and
adds up fractions, or uses a formula if one is known. NAME is fisher-yates, the
fair shuffle, or a known mistake ("yates audit --list" lists them).

Before the shuffle, the items are in the order a, b, c, ... If there are more
than 24 orders, equally likely ones share a row. A shuffle with no formula and
too many paths to follow has no table.`,
		Example: `  yates exact naive              why the naive shuffle is wrong
  yates exact fisher-yates 4     the fair shuffle of four items
  yates exact riffle-7 5`,
		Annotations:       frame.Answers("the shuffle is fair", "it is biased or broken", ""),
		ValidArgsFunction: frame.OneOf(append([]string{fairName}, suspectNames()...)...),
		RunE:              frame.RunE(runExact),
	}
}

func runExact(ctx context.Context, ui *frame.UI, args []string) (err error) {
	const help = "yates exact --help"
	n := 3
	switch {
	case len(args) == 0:
		return frame.BadUsage(help, "exact needs the name of a shuffle")
	case len(args) > 2:
		return frame.BadUsage(help, "exact takes a name and a number, but was also given %q", args[2])
	case len(args) == 2:
		n, err = strconv.Atoi(args[1])
	}
	s, ok := knownShuffle(args[0])
	if !ok {
		return noSuspect(args[0])
	}
	if err != nil || n < 1 || n > exact.MaxItems {
		return frame.BadUsage(help, "the number of items must be from 1 to %d, not %q", exact.MaxItems, args[1])
	}
	law, err := process.Unblocked(ctx, func() (*exact.Law, error) { return exactLaw(n, s) })
	if err == nil {
		err = say(ui, "law", tableOf(s, law))
	}
	if err == nil && !law.Uniform() {
		return frame.Verdict(frame.StatusFailure)
	}
	return err
}

// exactLaw returns the law of a suspect, by its formula or else by following all paths.
func exactLaw(n int, s suspects.Suspect) (*exact.Law, error) {
	if s.Probability != nil {
		return exact.LawOf(n, s.Probability(n))
	}
	if leastPaths(n, s) <= mostPaths {
		law, err := exact.Enumerate(n, s.Shuffle, exact.Limits{Paths: mostPaths})
		if err == nil {
			return law, nil
		}
	}
	return nil, frame.BadUsage("yates audit --suspect "+s.Name, "%s of %s has more than %s paths of random choices, "+
		"too many; take fewer items, or audit deals", s.Name, label.Plural(n, "item"), label.Number(mostPaths))
}

// leastPaths estimates a lower bound of the number of paths of a shuffle of n items,
// from a hundred of them. A path whose choices are among k₁, k₂, … has the
// probability 1/(k₁·k₂·…), so if no path has more than 1/m, there are at least m.
// For a shuffle that always makes the same choices it is the number of paths.
func leastPaths(n int, s suspects.Suspect) float64 {
	r := rand.New(rand.NewPCG(1, 0))
	least := math.Inf(1)
	for range 100 {
		paths := 1.0
		s.Shuffle(r.Perm(n), func(k int) int {
			paths *= float64(k)
			return r.IntN(k)
		})
		least = min(least, paths)
	}
	return least
}

// A table is a law to print.
type table struct {
	Shuffle suspects.Suspect
	*exact.Law
	Orders, Others int64 // all, and all but one
	Rows           []exact.Class
	Shared         bool    // some rows are of several orders
	Wins           float64 // the best bet
	Distance       float64 // from a fair shuffle
	Deals          float64 // that show it
}

// tableOf returns the table of a law.
func tableOf(s suspects.Suspect, law *exact.Law) *table {
	const mostRows = 24 // with one order each
	t := &table{Shuffle: s, Law: law, Deals: math.Ceil(math.Log(1e6) / law.KullbackLeibler())}
	for _, c := range law.Classes {
		t.Orders += c.Orders
	}
	t.Others, t.Shared, t.Rows = t.Orders-1, t.Orders > mostRows, law.Classes
	if !t.Shared {
		t.Rows = nil
		for rank := range t.Orders {
			order := yates.Unrank(law.N, uint64(rank))
			t.Rows = append(t.Rows, exact.Class{Probability: law.Probability(order), Orders: 1, First: order})
		}
	}
	t.Wins, _ = law.Gain().Float64()
	t.Distance, _ = law.TotalVariation().Float64()
	return t
}
