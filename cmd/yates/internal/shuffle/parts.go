package shuffle

import (
	"slices"
	"strings"

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
		Several: f.cut() || f.job.Options.InStep, Open: len(f.stratify) > 0 || f.set.Changed("per"),
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
	if patterns, err = f.paired(patterns); err != nil {
		return p, err
	}
	var labels []dest.Label
	set := "{set}"
	switch numbers := f.shards; {
	case f.shard.n > 0:
		p.Files = make([][]string, f.shard.n) // of which one is written
		k := f.shard.first - 1
		if strings.Contains(patterns[0], "{") {
			one, err := files(patterns, dest.Numbered(0, f.shard.n)[k:k+1], set)
			if err != nil {
				return p, err
			}
			patterns = one[0]
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

// paired returns the outputs, each with its index if outputs have one.
func (f *flags) paired(patterns []string) (all []string, err error) {
	if !f.job.Options.Megatron {
		return patterns, nil
	}
	for _, pattern := range patterns {
		base, ok := strings.CutSuffix(pattern, ".bin")
		if !ok {
			return nil, frame.BadUsage("", "--megatron writes FILE.bin and FILE.idx: the name of -o must end in .bin")
		}
		all = append(all, pattern, base+".idx")
	}
	return all, nil
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
func (f *flags) tidy(out *dest.Set) error {
	if !f.numbered() {
		return nil
	}
	outputs, err := f.paired(f.outputs)
	if err != nil {
		return err
	}
	var patterns []string
	for _, pattern := range outputs {
		patterns = append(patterns, strings.ReplaceAll(pattern, "{set}", "test"),
			strings.ReplaceAll(pattern, "{set}", "train"))
	}
	if f.set.Changed("files0-from") { // the list is no part
		out.Names = append(out.Names, f.list)
	}
	return out.Tidy(f.clean, "; --clean removes them", patterns...)
}

// checkParts refuses what does not go together.
func (f *flags) checkParts(patterns, inputs []string) error {
	inStep := f.job.Options.InStep
	switch {
	case f.folds.n == 1:
		return frame.BadUsage("", "--folds must be at least 2")
	case inStep && len(inputs) != len(patterns):
		return frame.BadUsage("", "--in-step needs one -o for each file: there are %d of %d", len(patterns),
			len(inputs))
	case inStep && len(inputs) == 0:
		return frame.BadUsage("", "--in-step needs files")
	case inStep && slices.Index(inputs, "-") >= 0 && slices.Contains(inputs[slices.Index(inputs, "-")+1:], "-"):
		return frame.BadUsage("", "--in-step can read standard input only once")
	case !inStep && len(patterns) != 1:
		return frame.BadUsage("", "--split, --shards and --folds need one -o, such as -o 'part-{}.txt'")
	}
	return nil
}
