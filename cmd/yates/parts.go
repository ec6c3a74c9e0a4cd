package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records"
)

// The partFlags say into how many files the order goes.
type partFlags struct {
	split  shares
	shards atLeastOne
	inStep bool
}

func (f *partFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.split, "split", "write `PARTS` of the order to files: train=0.8,dev=0.1,test=0.1")
	flags.Var(&f.shards, "shards", "write `N` equal parts to files, with the number for {} in -o FILE")
	flags.BoolVar(&f.inStep, "in-step", false, "keep line i of each FILE together; -o once for each FILE")
}

// mostShards is more than a file system likes in one directory.
const mostShards = 1_000_000

// given tells whether there is more than one output.
func (f *partFlags) given() bool { return f.split != nil || f.shards > 0 || f.inStep }

// names returns the names of the files: of each part, that of each track. The
// patterns are what -o was given, and inputs the files to shuffle.
func (f *partFlags) names(patterns, inputs []string) (names [][]string, err error) {
	switch {
	case f.split != nil && f.shards > 0:
		return nil, badUsage("", "--split and --shards exclude each other")
	case f.shards > mostShards:
		return nil, badUsage("", "--shards must be at most %d, not %d", mostShards, f.shards)
	case f.inStep && len(inputs) != len(patterns):
		return nil, badUsage("", "--in-step needs one -o for each file: there are %d of %d", len(patterns), len(inputs))
	case f.inStep && len(inputs) == 0:
		return nil, badUsage("", "--in-step needs files")
	case f.inStep && slices.Index(inputs, "-") >= 0 && slices.Contains(inputs[slices.Index(inputs, "-")+1:], "-"):
		return nil, badUsage("", "--in-step can read standard input only once")
	case !f.inStep && len(patterns) != 1:
		return nil, badUsage("", "--split and --shards need one -o, such as -o 'part-{}.txt'")
	}
	parts := []string{""}
	switch {
	case f.split != nil:
		parts = parts[:0]
		for _, share := range f.split {
			parts = append(parts, share.name)
		}
	case f.shards > 0:
		parts = parts[:0]
		width := len(strconv.Itoa(int(f.shards) - 1))
		for i := range int(f.shards) {
			parts = append(parts, fmt.Sprintf("%0*d", width, i))
		}
	}
	for _, part := range parts {
		var files []string
		for _, pattern := range patterns {
			if (f.split != nil || f.shards > 0) && !strings.Contains(pattern, "{}") {
				return nil, badUsage("", "-o %s needs {} where the name or the number of the part is to stand", label.Name(pattern))
			}
			name := pattern
			if f.split != nil || f.shards > 0 {
				name = strings.ReplaceAll(pattern, "{}", part)
			}
			files = append(files, name)
		}
		names = append(names, files)
	}
	return names, nil
}

// sizes divides n records, or groups, among the parts.
func (f *partFlags) sizes(n int64) []int64 {
	switch {
	case f.split != nil:
		return f.split.sizes(n)
	case f.shards > 0:
		sizes := make([]int64, f.shards)
		for i := range sizes {
			sizes[i] = n / int64(f.shards)
			if int64(i) < n%int64(f.shards) {
				sizes[i]++
			}
		}
		return sizes
	}
	return []int64{n}
}

// shares are parts of the order, as shares of 1.
type shares []share

type share struct {
	name string
	of1  *big.Rat
}

// Set sets the shares to a text such as train=0.8,dev=10%,test=1/10.
func (v *shares) Set(text string) error {
	*v = nil
	sum := new(big.Rat)
	for _, part := range strings.Split(text, ",") {
		at := strings.LastIndex(part, "=")
		if at <= 0 {
			return fmt.Errorf("%q is not NAME=SHARE", part)
		}
		name, number := part[:at], part[at+1:]
		if strings.Trim(number, "0123456789./%") != "" {
			return fmt.Errorf("%q is not a share such as 0.1, 10%% or 1/10", number)
		}
		digits, percent := strings.CutSuffix(number, "%")
		r, ok := new(big.Rat).SetString(digits)
		if !ok {
			return fmt.Errorf("%q is not a share such as 0.1, 10%% or 1/10", number)
		}
		if percent {
			r.Quo(r, big.NewRat(100, 1))
		}
		if slices.ContainsFunc(*v, func(s share) bool { return s.name == name }) {
			return fmt.Errorf("there are two parts %q", name)
		}
		sum.Add(sum, r)
		*v = append(*v, share{name, r})
	}
	if sum.Cmp(big.NewRat(1, 1)) > 0 {
		f, _ := sum.Float64()
		return fmt.Errorf("the shares come to %.6g, more than 1", f)
	}
	return nil
}

func (v *shares) String() string { return "" }
func (v *shares) Type() string   { return "PARTS" }

// sizes divides n by largest remainders (Hamilton's method): each part gets its
// quota rounded down, and what is left goes, one each, to the largest remainders,
// the first ones where they are equal. What the shares leave of 1 is a part like
// the others, but is not returned.
func (v shares) sizes(n int64) []int64 {
	rest := big.NewRat(1, 1)
	for _, s := range v {
		rest.Sub(rest, s.of1)
	}
	left := n
	sizes := make([]int64, len(v)+1)
	remainders := make([]*big.Rat, len(v)+1)
	byRemainder := make([]int, len(v)+1)
	for i, s := range append(v[:len(v):len(v)], share{of1: rest}) {
		quota := new(big.Rat).Mul(s.of1, new(big.Rat).SetInt64(n))
		floor := new(big.Int).Quo(quota.Num(), quota.Denom())
		sizes[i] = floor.Int64()
		left -= sizes[i]
		remainders[i] = quota.Sub(quota, new(big.Rat).SetInt(floor))
		byRemainder[i] = i
	}
	slices.SortStableFunc(byRemainder, func(i, j int) int { return remainders[j].Cmp(remainders[i]) })
	for _, i := range byRemainder[:left] {
		sizes[i]++
	}
	return sizes[:len(v)]
}

// writeParts writes the order to the files of the parts. All of them are put in
// their places when the last one is whole.
func (s *shuffle) writeParts(ctx context.Context, c *records.Collection, names [][]string) error {
	n, err := c.Len(ctx)
	if err != nil {
		return err
	}
	set := s.set()
	defer s.giveUp(set)
	err = c.WriteParts(ctx, s.parts.sizes(min(n, int64(s.count))), func(part int) ([]io.Writer, error) {
		return set.Open(names[part]...)
	})
	if err != nil {
		return err
	}
	return set.Place()
}
