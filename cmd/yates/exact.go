package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

// mostPaths is how many paths of choices are followed: a few seconds.
const mostPaths = 1 << 26

// fairName is the name of the shuffle that is no suspect.
const fairName = "fisher-yates"

// newExactCommand returns the command "yates exact".
func newExactCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "exact NAME [N]",
		Short: "print the exact odds of each order of a shuffle",
		Long: `Exact prints the exact probability of each order that a shuffle of N items has, 3
unless N is given: it follows every path of the shuffle's random choices, and adds
up fractions. NAME is a known mistake ("yates audit --list" has the names), or
fisher-yates for the fair shuffle.

The items are the letters from a on, in that order before the shuffle. Where there
are more than 24 orders, those that are equally likely share a row.`,
		Example: `  yates exact naive              why the naive shuffle is wrong
  yates exact fisher-yates 4     and this one is not
  yates exact riffle-7 5`,
		Annotations:           map[string]string{exitStatuses: exactStatus},
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     firstOf(append([]string{fairName}, suspectNames()...)...),
		RunE: func(cmd *cobra.Command, args []string) error {
			return answering(cmd, func() error { return exact(cmd.Context(), cmd.OutOrStdout(), args) })
		},
	}
}

// exactStatus is what the help says of the exit status.
const exactStatus = `Exit status:
  0    if and only if the shuffle is fair
  1    if and only if it is biased or broken
  2    if and only if there is no table, for a reason that standard error tells
  130  if SIGINT ended it
  141  if the reader of the output went away, as in "| head -1"; no message
  143  if SIGTERM ended it; 129 if SIGHUP did, as when the terminal is closed
`

func exact(ctx context.Context, w io.Writer, args []string) error {
	const help = "yates exact --help"
	n := 3
	switch {
	case len(args) == 0:
		return badUsage(help, "exact needs the name of a shuffle")
	case len(args) > 2:
		return badUsage(help, "exact takes a name and a number, but was given %q, too", args[2])
	case len(args) == 2:
		var err error
		if n, err = strconv.Atoi(args[1]); err != nil {
			return badUsage(help, "%q is not a number of items", args[1])
		}
	}
	s, ok := suspects.Find(args[0])
	switch {
	case args[0] == fairName:
		s = suspects.Suspect{Name: fairName, Title: "each place is swapped with itself or an earlier one", Shuffle: fisherYates}
	case !ok:
		return badUsage("yates audit --list", "there is no suspect %q", args[0])
	}
	if n < 1 || n > audit.MaxExact {
		return badUsage(help, "the number of items must be from 1 to %d, not %d", audit.MaxExact, n)
	}
	law, err := exactLaw(ctx, n, s)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, lawTable(s, law)); err != nil {
		return err
	}
	if !law.Uniform() {
		return verdict(statusFailure)
	}
	return nil
}

func fisherYates(s []int, intn func(k int) int) {
	for i := len(s) - 1; i > 0; i-- {
		j := intn(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}

// exactLaw is audit.Exact that ends with ctx.
func exactLaw(ctx context.Context, n int, s suspects.Suspect) (law *audit.Law, err error) {
	ended := errors.New("ended")
	defer func() {
		if e := recover(); e == ended {
			err = context.Cause(ctx)
		} else if e != nil {
			panic(e)
		}
	}()
	paths := 0
	law, err = audit.Exact(n, func(deal []int, intn func(k int) int) {
		if paths++; paths&1023 == 0 && ctx.Err() != nil {
			panic(ended)
		}
		s.Shuffle(deal, intn)
	}, audit.Limits{Paths: mostPaths})
	if err != nil {
		return nil, fmt.Errorf("%s of %d items: %s", s.Name, n, strings.TrimPrefix(err.Error(), "audit: "))
	}
	return law, nil
}

// lawTable returns a law as in textbooks.
func lawTable(s suspects.Suspect, law *audit.Law) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", s.Name, s.Title)
	orders := int64(0)
	for _, c := range law.Classes {
		orders += c.Orders
	}
	fmt.Fprintf(&b, "%s, %s, %s of random choices\n\n", plural(law.N, "item"), plural(orders, "order"), plural(law.Paths, "path"))
	rows := [][]string{{"order", "probability", "in a million runs"}}
	if orders > 24 {
		rows[0] = append(rows[0], "orders")
	}
	row := func(c audit.Class, order []int) {
		p, _ := c.Probability.Float64()
		cells := []string{letters(order), c.Probability.RatString(), label.Number(int64(math.Round(1e6 * p)))}
		if orders > 24 {
			cells = append(cells, label.Number(c.Orders))
			if c.Orders > 1 {
				cells[0] += ", ..."
			}
		}
		rows = append(rows, cells)
	}
	if orders > 24 {
		for _, c := range law.Classes {
			row(c, c.First)
		}
	} else {
		for rank := range orders {
			order := yates.Unrank(law.N, uint64(rank))
			row(audit.Class{Probability: law.Probability(order), Orders: 1}, order)
		}
	}
	printColumns(&b, rows)
	if law.BrokenDeal != nil {
		p, _ := law.Broken.Float64()
		fmt.Fprintf(&b, "\nItems get lost or doubled with probability %s, %s times in a million runs, as in %s.\n",
			law.Broken.RatString(), label.Number(int64(math.Round(1e6*p))), letters(law.BrokenDeal))
	}
	b.WriteString("\n")
	if law.Uniform() {
		b.WriteString("FAIR: all orders are equally likely.\n")
		return b.String()
	}
	distance, _ := law.TotalVariation().Float64()
	fmt.Fprintf(&b, "BIASED: all orders should have the probability 1/%s.\n", label.Number(orders))
	fmt.Fprintf(&b, "Who knows this wins up to %.2g of each coin bet at fair odds.\n", distance)
	if nats := law.KullbackLeibler(); nats > 0 && !math.IsInf(nats, 1) {
		fmt.Fprintf(&b, "It takes some %s to show it with odds of 1,000,000 to 1.\n", plural(int64(math.Ceil(math.Log(1e6)/nats)), "deal"))
	}
	return b.String()
}

// letters returns an order of the items a, b, c, ...
func letters(order []int) string {
	var b strings.Builder
	for _, x := range order {
		b.WriteByte('a' + byte(x))
	}
	return b.String()
}

// printColumns prints rows below each other; all columns but the first stand to
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
