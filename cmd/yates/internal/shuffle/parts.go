package shuffle

import (
	"math/big"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/order"
)

// parts returns the parts of the order.
func (f *flags) parts(patterns []string) (p job.Parts, err error) {
	p = job.Parts{
		Several: f.cut(), Open: len(f.stratify)+len(f.byKey) > 0 || f.set.Changed("per"),
		Once: f.split != nil,
	}
	if !p.Several {
		if patterns = slices.Compact(slices.Clone(patterns)); len(patterns) > 1 {
			return p, frame.BadUsage("", "there are two outputs, %s and %s", label.Name(patterns[0]),
				label.Name(patterns[1]))
		}
		if len(patterns) == 0 {
			patterns = []string{output.Stdout}
		}
	} else if f.folds.N == 1 {
		return p, frame.BadUsage("", "--folds must be at least 2")
	} else if len(patterns) != 1 {
		return p, frame.BadUsage("", "--split, --shards and --folds need one -o, such as -o 'part-{}.txt'")
	}
	pattern := patterns[0]
	if pattern == "" {
		return p, frame.BadUsage("", "the name of the output is empty")
	}
	var labels []dest.Label
	set := "{set}"
	switch numbers := f.shards; {
	case f.shard.N > 0:
		p.Files = make([]string, f.shard.N) // of which one is written
		k := f.shard.First - 1
		if strings.Contains(pattern, "{") {
			one, err := files(pattern, dest.Numbered(0, f.shard.N)[k:k+1], set)
			if err != nil {
				return p, err
			}
			pattern = one[0]
		}
		p.Files[k] = pattern
		p.Sizes = f.shard.Sizes
		if skip := f.job.Options.Skip; skip > 0 { // the front of the shard is a part that goes nowhere
			p.Files = slices.Insert(p.Files, k, "")
			p.Sizes = func(n, bytes int64) ([]int64, error) {
				sizes, err := f.shard.Sizes(n, bytes)
				front := min(skip, sizes[k])
				sizes[k] -= front
				return slices.Insert(sizes, k, front), err
			}
		}
		return p, nil
	case !f.cut():
		p.Files = []string{pattern}
		if skip := f.job.Options.Skip; skip > 0 && f.mixed() { // the records of the front must be passed over
			p.Files = []string{"", pattern}
			p.Sizes = func(n, _ int64) ([]int64, error) { return []int64{min(skip, n), n - min(skip, n)}, nil }
		}
		return p, nil
	case f.split != nil && numbers.Given():
		err = f.shardParts(&p, pattern)
		return p, err
	case f.split != nil:
		labels = dest.Named(f.split.Names())
		p.Sizes = func(n, _ int64) ([]int64, error) { return f.split.Sizes(n) }
	case numbers.Each > 0:
		p.Sizes = numbers.Sizes
		p.Named = func(n int) ([]string, error) { return files(pattern, dest.Numbered(0, n), set) }
		p.Files, err = p.Named(1) // until it is known how many there are
		return p, err
	default:
		if f.folds.N > 0 {
			numbers, set = f.folds, "test"
		}
		labels = dest.Numbered(numbers.First, numbers.N)
		p.Sizes = numbers.Sizes
	}
	p.Files, err = files(pattern, labels, set)
	if err == nil && strings.Contains(pattern, "{set}") {
		p.Open = true
		p.Trains, err = files(pattern, labels, "train")
	}
	return p, err
}

// shardParts makes each part of --split several shards: their parts are neighbours in the order.
func (f *flags) shardParts(p *job.Parts, pattern string) (err error) {
	if !strings.Contains(pattern, "{}") || !strings.Contains(pattern, "{:") {
		return frame.BadUsage("", "--split with shards needs -o with {} for the part and {:05} for the number")
	}
	names := f.split.Names()
	shards := make([]int, len(names)) // of each part
	p.Sizes = func(n, bytes int64) (all []int64, err error) {
		sizes, err := f.split.Sizes(n)
		for i := 0; i < len(sizes) && err == nil; i++ {
			var some []int64
			share := float64(bytes) / float64(max(n, 1)) * float64(sizes[i])
			some, err = f.shards.Sizes(sizes[i], int64(share))
			shards[i], all = len(some), append(all, some...)
		}
		return all, err
	}
	p.Named = func(int) (all []string, err error) {
		for i, name := range names {
			own := strings.ReplaceAll(pattern, "{}", name)
			labels := dest.Numbered(f.shards.First, max(shards[i], 1)) // one, until it is known how many there are
			some, err := files(own, labels, "{set}")
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		return all, nil
	}
	p.Files, err = p.Named(len(names))
	return err
}

// files returns the file of each part, whose names have a set in the place of {set}.
func files(pattern string, labels []dest.Label, set string) ([]string, error) {
	return dest.Names(strings.ReplaceAll(pattern, "{set}", set), labels)
}

// nameOthers names the parts of an earlier run which had more of them.
func (f *flags) nameOthers(out *dest.Set) {
	if !f.numbered() {
		return
	}
	var patterns []string
	for _, pattern := range f.outputs {
		for _, name := range f.split.Names() { // with shards
			patterns = append(patterns, strings.ReplaceAll(pattern, "{}", name))
		}
		if f.split == nil {
			patterns = append(patterns, strings.ReplaceAll(pattern, "{set}", "test"),
				strings.ReplaceAll(pattern, "{set}", "train"))
		}
	}
	if f.set.Changed("files0-from") { // the list is no part
		out.Names = append(out.Names, f.list)
	}
	out.NameOthers(patterns...)
}

// sharesByKey returns the shares of the parts that keys decide.
func (f *flags) sharesByKey() (order.Parts, error) {
	if f.split != nil {
		of1, err := f.split.Shares()
		if err != nil {
			return nil, frame.BadUsage("", "%w: --by-key keeps no sizes, as these change with the rows", err)
		}
		return order.NewParts(of1...), nil
	}
	n := max(f.shards.N, f.shard.N, f.folds.N)
	return order.NewParts(slices.Repeat([]*big.Rat{big.NewRat(1, int64(n))}, n)...), nil
}
