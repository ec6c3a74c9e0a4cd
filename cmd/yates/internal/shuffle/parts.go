package shuffle

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// parts returns the parts of the order of some inputs.
func (f *flags) parts(inputs, patterns []string) (p job.Parts, err error) {
	p = job.Parts{
		Several: f.cut() || f.inStep, Open: len(f.stratify) > 0 || f.set.Changed("per"),
	}
	if !p.Several {
		if patterns = slices.Compact(slices.Clone(patterns)); len(patterns) > 1 {
			return p, frame.BadUsage("", "there are two outputs, %s and %s", label.Name(patterns[0]),
				label.Name(patterns[1]))
		}
		if len(patterns) == 0 {
			patterns = []string{output.Stdout}
		}
	} else if err := f.checkParts(patterns, inputs); err != nil {
		return p, err
	}
	var labels []dest.Label
	set := "{set}"
	switch numbers := f.shards; {
	case f.shard.n > 0:
		p.Files = make([][]string, f.shard.n) // of which one is written
		k := f.shard.first - 1
		if strings.Contains(patterns[0], "{") {
			if patterns, err = dest.Names(patterns[0], dest.Numbered(0, f.shard.n)[k:k+1]); err != nil {
				return p, err
			}
		}
		p.Files[k] = patterns
		p.Sizes = func(n int64) ([]int64, error) { return handout.Sizes(n, f.shard.n), nil }
		return p, nil
	case !f.cut():
		p.Files = [][]string{patterns}
		return p, nil
	case f.split != nil:
		labels, p.Sizes = dest.Named(f.split.Names()), f.split.Sizes
	case numbers.each > 0:
		p.Sizes = numbers.sizes
		p.Named = func(n int) ([][]string, error) { return files(patterns, dest.Numbered(0, n), set) }
		p.Files, err = p.Named(1) // until it is known how many there are
		return p, err
	default:
		if f.folds.n > 0 {
			numbers, set = f.folds, "test"
		}
		labels = dest.Numbered(numbers.first, numbers.n)
		p.Sizes = func(n int64) ([]int64, error) { return handout.Sizes(n, numbers.n), nil }
	}
	p.Files, err = files(patterns, labels, set)
	if sets := strings.Contains(strings.Join(patterns, " "), "{set}"); err == nil && sets {
		p.Open = true
		p.Trains, err = files(patterns, labels, "train")
	}
	return p, err
}

// files returns the files of each part, whose names have a set in the place of {set}.
func files(patterns []string, labels []dest.Label, set string) ([][]string, error) {
	all := make([][]string, len(labels))
	for _, pattern := range patterns {
		names, err := dest.Names(strings.ReplaceAll(pattern, "{set}", set), labels)
		if err != nil {
			return nil, err
		}
		for i, name := range names {
			all[i] = append(all[i], name)
		}
	}
	return all, nil
}

// tidy names the parts of an earlier run which had more of them, or removes them if it is told to.
func (f *flags) tidy(cmd *cobra.Command, out *dest.Set) error {
	if !f.numbered() {
		return nil
	}
	var patterns []string
	for _, pattern := range f.outputs {
		patterns = append(patterns, strings.ReplaceAll(pattern, "{set}", "test"),
			strings.ReplaceAll(pattern, "{set}", "train"))
	}
	if f.set.Changed("files0-from") { // the list is no part
		out.Names = append(out.Names, f.list)
	}
	return out.Tidy(cmd, f.clean, patterns...)
}

// checkParts refuses what does not go together.
func (f *flags) checkParts(patterns, inputs []string) error {
	switch {
	case f.folds.n == 1:
		return frame.BadUsage("", "--folds must be at least 2")
	case f.inStep && len(inputs) != len(patterns):
		return frame.BadUsage("", "--in-step needs one -o for each file: there are %d of %d", len(patterns),
			len(inputs))
	case f.inStep && len(inputs) == 0:
		return frame.BadUsage("", "--in-step needs files")
	case f.inStep && slices.Index(inputs, "-") >= 0 && slices.Contains(inputs[slices.Index(inputs, "-")+1:], "-"):
		return frame.BadUsage("", "--in-step can read standard input only once")
	case !f.inStep && len(patterns) != 1:
		return frame.BadUsage("", "--split, --shards and --folds need one -o, such as -o 'part-{}.txt'")
	}
	return nil
}

// setShard sets the number of a shard, and how many there are, to those of a text such as 3/8.
func (f *flags) setShard(text string) error {
	k, n, _ := strings.Cut(text, "/")
	first, err := strconv.ParseUint(k, 10, 31)
	of, err2 := strconv.ParseUint(n, 10, 31)
	if err != nil || err2 != nil || first < 1 || first > of || of > mostShards {
		return errors.New("it is not K/N with K from 1 to N, such as 3/8")
	}
	f.shard = span{first: int(first), n: int(of)}
	return nil
}

// A span is n numbers from first on; none if n is 0. Of shards, each may have that many records instead.
type span struct {
	first, n int
	each     int64
}

// sizes returns the sizes of shards that have n records together.
func (v *span) sizes(n int64) (all []int64, err error) {
	if (n-1)/v.each >= mostShards {
		return nil, fmt.Errorf("there would be more than %s parts of %d", label.Number(mostShards), v.each)
	}
	for ; n > v.each; n -= v.each {
		all = append(all, v.each)
	}
	return append(all, n), nil
}

// mostShards is as many files as a file system likes in one directory.
const mostShards = 1_000_000

// set sets the span to that of a text such as 10, for 0 to 9, or 1-10.
func (v *span) set(text string) error {
	const mostNumber = 999_999_999
	var r frame.Range
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		r.Hi = n - 1
	} else if err := r.Set(text); err != nil || r.Lo > r.Hi {
		return errors.New("it is neither a number from 1 on nor a range such as 1-8")
	}
	if r.Hi > mostNumber || r.Hi-r.Lo >= mostShards {
		return fmt.Errorf("it is too large: there can be at most %s parts", label.Number(mostShards))
	}
	v.first, v.n = int(r.Lo), int(r.Hi-r.Lo)+1
	return nil
}
