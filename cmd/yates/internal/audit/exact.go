package audit

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

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

// fairName names the one shuffle that is not a suspect.
const fairName = "fisher-yates"

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
		Annotations: map[string]string{frame.ExitStatuses: exactStatus},
		ValidArgsFunction: frame.Later(func() cobra.CompletionFunc {
			return frame.FirstOf(append([]string{fairName}, suspectNames()...)...)
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runExact(cmd.Context(), cmd.OutOrStdout(), args)
		},
	}
}

// exactStatus lists the exit statuses of "yates exact".
const exactStatus = `  0    if and only if the shuffle is fair
  1    if and only if it is biased or broken
  2    if and only if there is no table; standard error says why
` + frame.Interrupted

func runExact(ctx context.Context, w io.Writer, args []string) error {
	const help = "yates exact --help"
	n := 3
	switch {
	case len(args) == 0:
		return frame.BadUsage(help, "exact needs the name of a shuffle")
	case len(args) > 2:
		return frame.BadUsage(help, "exact takes a name and a number, but was also given %q", args[2])
	case len(args) == 2:
		var err error
		if n, err = strconv.Atoi(args[1]); err != nil {
			return frame.BadUsage(help, "%q is not a number of items", args[1])
		}
	}
	s, ok := knownShuffle(args[0])
	if !ok {
		return frame.BadUsage("yates audit --list", "there is no suspect %q", args[0])
	}
	if n < 1 || n > exact.MaxItems {
		return frame.BadUsage(help, "the number of items must be from 1 to %d, not %d", exact.MaxItems, n)
	}
	law, err := process.Unblocked(ctx, func() (*exact.Law, error) { return exactLaw(n, s) })
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, lawTable(s, law)); err != nil {
		return err
	}
	if !law.Uniform() {
		return frame.Verdict(frame.StatusFailure)
	}
	return nil
}

// knownShuffle returns the suspect with a name, or the fair shuffle.
func knownShuffle(name string) (suspects.Suspect, bool) {
	if name == fairName {
		return suspects.Suspect{
			Name: fairName, Title: "each place is swapped with itself or an earlier one", Shuffle: fisherYates,
			Story: "This is the fair shuffle: each order is equally likely, so an audit finds nothing.",
			Code:  "for i := len(s) - 1; i > 0; i-- {\n\tj := intn(i + 1)\n\ts[i], s[j] = s[j], s[i]\n}",
		}, true
	}
	return suspects.Find(name)
}

// fisherYates is the textbook's shuffle.
func fisherYates(s []int, intn func(k int) int) {
	yates.FisherYates(s, func(k int) int { return 1 + intn(k) })
}

// exactLaw returns the law of a suspect, by its formula or else by following all paths.
func exactLaw(n int, s suspects.Suspect) (law *exact.Law, err error) {
	switch {
	case s.Probability != nil:
		law, err = exact.LawOf(n, s.Probability(n))
	case leastPaths(n, s) > mostPaths:
		return nil, tooManyPaths(n, s)
	default:
		paths := 0
		law, err = exact.Enumerate(n, func(deal []int, intn func(k int) int) {
			paths++
			s.Shuffle(deal, intn)
		}, exact.Limits{Paths: mostPaths})
		if err != nil && paths > mostPaths {
			return nil, tooManyPaths(n, s)
		}
	}
	if err != nil {
		err = fmt.Errorf("%s of %s: %s", s.Name, label.Plural(n, "item"), strings.TrimPrefix(err.Error(), "exact: "))
	}
	return law, err
}

// leastPaths estimates a lower bound of the number of paths of a shuffle of n items,
// from a hundred of them. A path whose choices are among k₁, k₂, … has the
// probability 1/(k₁·k₂·…), so if no path has more than 1/m, there are at least m.
// For a shuffle that always makes the same choices it is the number of paths.
func leastPaths(n int, s suspects.Suspect) float64 {
	r := rand.New(rand.NewPCG(1, 0))
	least := math.Inf(1)
	deal := make([]int, n)
	for range 100 {
		for i := range deal {
			deal[i] = i
		}
		paths := 1.0
		s.Shuffle(deal, func(k int) int {
			paths *= float64(k)
			return r.IntN(k)
		})
		least = min(least, paths)
	}
	return least
}

// tooManyPaths returns the error of a shuffle with too many paths.
func tooManyPaths(n int, s suspects.Suspect) error {
	const tooMany = "%s of %s has more than %s paths of random choices, too many; take fewer items, or audit deals"
	items, most := label.Plural(n, "item"), label.Number(mostPaths)
	return frame.BadUsage("yates audit --suspect "+s.Name, tooMany, s.Name, items, most)
}

// lawTable returns a law as a table.
func lawTable(s suspects.Suspect, law *exact.Law) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", s.Name, s.Title)
	orders := int64(0)
	for _, c := range law.Classes {
		orders += c.Orders
	}
	fmt.Fprintf(&b, "%s, %s", label.Plural(law.N, "item"), label.Plural(orders, "order"))
	if law.Paths > 0 {
		fmt.Fprintf(&b, ", %s of random choices", label.Plural(law.Paths, "path"))
	}
	b.WriteString("\n\n")
	rows, classes := [][]string{{"order", "probability", "in a million runs", "orders"}}, law.Classes
	if orders <= 24 { // each order has a row, and the last column is not needed
		rows[0], classes = rows[0][:3], nil
		for rank := range orders {
			order := yates.Unrank(law.N, uint64(rank))
			classes = append(classes, exact.Class{Probability: law.Probability(order), Orders: 1, First: order})
		}
	}
	for _, c := range classes {
		order := label.Letters(c.First)
		if c.Orders > 1 {
			order += ", ..."
		}
		cells := []string{order, c.Probability.RatString(), inAMillion(c.Probability), label.Number(c.Orders)}
		rows = append(rows, cells[:len(rows[0])])
	}
	printColumns(&b, rows)
	if law.BrokenDeal != nil {
		fmt.Fprintf(&b, "\nItems are lost or doubled with probability %s, %s times in a million runs, as in %s.\n",
			law.Broken.RatString(), inAMillion(law.Broken), label.Letters(law.BrokenDeal))
	}
	b.WriteString("\n")
	if law.Uniform() {
		b.WriteString("FAIR: all orders are equally likely.\n")
		return b.String()
	}
	fmt.Fprintf(&b, "BIASED: each order should have the probability 1/%s.\n", label.Number(orders))
	if gain, _ := law.Gain().Float64(); gain > 0 {
		fmt.Fprintf(&b, "Bets on %s at fair odds, %s to 1, win %s staked; no bet wins more.\n",
			label.Letters(law.Most().First), label.Number(orders-1), coins(gain))
	}
	if law.BrokenDeal == nil {
		distance, _ := law.TotalVariation().Float64()
		fmt.Fprintf(&b, "Too frequent orders take %s from the others.\n", shareOf(distance))
	}
	if nats := law.KullbackLeibler(); nats > 0 && !math.IsInf(nats, 1) {
		deals := needed(math.Ceil(math.Log(1e6) / nats))
		fmt.Fprintf(&b, "About %s are needed to show it with odds of 1,000,000 to 1.\n", deals)
	}
	return b.String()
}

// inAMillion returns the expected number in a million runs.
func inAMillion(probability *big.Rat) string {
	p, _ := probability.Float64()
	return label.Few(1e6 * p)
}

// coins words the average gain for each coin.
func coins(gain float64) string {
	switch text := label.Figures(gain, 2); {
	case gain < 1e-3:
		return "1 coin for each " + label.Odds(-math.Log10(gain))
	case text == "1":
		return "1 coin for each"
	default:
		return text + " coins for each"
	}
}

// shareOf words a probability as a share of deals.
func shareOf(p float64) string {
	switch {
	case p < 1e-4:
		return fmt.Sprintf("1 of %s deals", label.Odds(-math.Log10(p)))
	case p > 0.99:
		return "more than 99 of 100 deals"
	default:
		return label.Figures(100*p, 2) + " of 100 deals"
	}
}

// needed words a number of deals, which may be too large for an int64.
func needed(deals float64) string {
	if deals < 1e15 {
		return label.Plural(int64(deals), "deal")
	}
	return label.Odds(math.Log10(deals)) + " deals"
}

// printColumns prints rows with aligned columns: the first to the left, the others to
// the right.
func printColumns(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for _, cells := range rows {
		fmt.Fprintf(b, "%-*s", widths[0], cells[0])
		for i, cell := range cells[1:] {
			fmt.Fprintf(b, "  %*s", widths[i+1], cell)
		}
		b.WriteString("\n")
	}
}
