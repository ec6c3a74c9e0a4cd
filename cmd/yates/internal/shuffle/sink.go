package shuffle

import (
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
)

// headOf returns how much of the order is written: of a mixture with what is skipped.
func headOf(f *flags, rule engine.Rule) shares.Head {
	head := f.head
	switch {
	case rule.Shares != nil: // which say what is written
		return shares.Head{Count: shares.All}
	case f.mixture != nil && head.Count != shares.All:
		head.Count += min(f.skip, shares.All-head.Count)
	}
	return head
}

// sinkOf returns what the engine is told of where the records of a job go.
func sinkOf(f *flags, j *job.Job, rule engine.Rule) (sink engine.Sink) {
	sink.Binary = isBinary(f)
	if f.shard.N == 0 && f.mixture == nil { // which skip by themselves
		sink.Skip = f.skip
	}
	if j.Head.Count != shares.All && j.Head.Share == nil && rule.Kind != ask.Classes {
		sink.Head = max(j.Head.Count, 1)
	}
	counted := j.Parts.Sizes != nil || j.Parts.Several || j.Head.Share != nil || rule.Kind == ask.Classes ||
		rule.Shares != nil || sink.Binary && j.Kind == job.Lines // the numbers of which are counted
	sink.Parts = counted && rule.Kind&(ask.Weights|ask.Apart) == 0 && !j.Repeat
	return sink
}

// partsOf returns the parts of the order: where it goes.
func partsOf(f *flags) (p job.Parts, err error) {
	p = job.Parts{Several: f.cut(), Open: f.asked()&(ask.Classes|ask.Parted) != 0}
	pattern, err := patternOf(f)
	if err != nil {
		return p, err
	}
	switch {
	case f.shard.N > 0:
		return p, oneShard(f, &p, pattern)
	case f.split != nil:
		p.Sizes = func(n, _ int64) ([]int64, error) { return f.split.Sizes(n) }
		p.Files, err = files(pattern, dest.Named(f.split.Names()), "{set}")
	case f.folds.N > 0:
		labels := dest.Numbered(f.folds.First, f.folds.N)
		p.Sizes = f.folds.Sizes
		if p.Files, err = files(pattern, labels, "test"); err == nil && strings.Contains(pattern, "{set}") {
			p.Open = true
			p.Trains, err = files(pattern, labels, "train")
		}
	case f.shards.N > 0:
		p.Sizes = f.shards.Sizes
		p.Files, err = files(pattern, dest.Numbered(f.shards.First, f.shards.N), "{set}")
	case f.shards.Each > 0:
		if dir := filepath.Dir(pattern); strings.Contains(dir, "{n}") {
			return p, frame.BadUsage("", "with --shard-size, {n} is known when all has been read, which is too late "+
				"for the folder %s", label.Name(dir))
		}
		p.Sizes = f.shards.Sizes
		p.Named = func(n int) ([]string, error) { return files(pattern, dest.Numbered(0, n), "{set}") }
		p.Files, err = p.Named(1) // until it is known how many there are
	case f.skip > 0 && f.mixture != nil: // the records of the front must be passed over
		p.Files = []string{"", pattern}
		p.Sizes = func(n, _ int64) ([]int64, error) { return []int64{min(f.skip, n), n - min(f.skip, n)}, nil }
	default:
		p.Files = []string{pattern}
	}
	return p, err
}

// patternOf returns the name of the output, or the pattern of their names.
func patternOf(f *flags) (string, error) {
	patterns := slices.Compact(slices.Clone(f.outputs))
	switch {
	case f.folds.N == 1:
		return "", frame.BadUsage("", "--folds must be at least 2")
	case f.cut() && len(patterns) != 1:
		return "", frame.BadUsage("", "parts need one -o, such as -o 'part-{}.txt'")
	case len(patterns) > 1:
		return "", frame.BadUsage("", "there are two outputs, %s and %s", label.Name(patterns[0]),
			label.Name(patterns[1]))
	case len(patterns) == 0:
		return output.Stdout, nil
	case patterns[0] == "" || patterns[0] == "=": // as -o= gives it
		return "", frame.BadUsage("", "the name of the output is empty")
	}
	return patterns[0], nil
}

// oneShard makes the parts those of equal shards, of which one is written.
func oneShard(f *flags, p *job.Parts, pattern string) error {
	k := f.shard.First - 1
	if strings.Contains(pattern, "{") {
		one, err := files(pattern, dest.Numbered(0, f.shard.N)[k:k+1], "{set}")
		if err != nil {
			return err
		}
		pattern = one[0]
	}
	p.Files = make([]string, f.shard.N)
	p.Files[k] = pattern
	p.Sizes = f.shard.Sizes
	if f.skip > 0 { // the front of the shard is a part that goes nowhere
		p.Files = slices.Insert(p.Files, k, "")
		p.Sizes = func(n, bytes int64) ([]int64, error) {
			sizes, err := f.shard.Sizes(n, bytes)
			front := min(f.skip, sizes[k])
			sizes[k] -= front
			return slices.Insert(sizes, k, front), err
		}
	}
	return nil
}

// files returns the file of each part, whose names have a set in the place of {set}.
func files(pattern string, labels []dest.Label, set string) ([]string, error) {
	return dest.Names(strings.ReplaceAll(pattern, "{set}", set), labels)
}

// nameOthers names the parts of an earlier run which had more of them.
func nameOthers(f *flags, out *dest.Set) {
	if !f.numbered() {
		return
	}
	var patterns []string
	for _, pattern := range f.outputs {
		patterns = append(patterns, strings.ReplaceAll(pattern, "{set}", "test"),
			strings.ReplaceAll(pattern, "{set}", "train"))
	}
	out.NameOthers(patterns...)
}

// npy are the names of arrays of numpy, which may be compressed.
var npy = regexp.MustCompile(`\.npy(\.gz|\.zst)?$`)

// isBinary reports whether integers, or the numbers of records, are written as an array of numpy.
func isBinary(f *flags) bool {
	drawn := f.asked()&(ask.Weights|ask.Apart|ask.Repeat) != 0 || f.perClass < 0 || f.mixture != nil || f.echo
	return len(f.outputs) == 1 && npy.MatchString(f.outputs[0]) && (f.integers.Given || !drawn)
}

// toFiles reports whether all outputs are files.
func toFiles(f *flags) bool { return dest.ToFiles(f.outputs, nil, nil) }

// checkSink refuses outputs that cannot be.
func checkSink(f *flags) error {
	switch {
	case (isBinary(f) || f.is(ask.Tar)) && strings.Contains(strings.Join(f.outputs, " "), "{set}"):
		return frame.BadUsage("", "--folds with {set} writes no .npy or tar: a training set is the files of all "+
			"other folds, without {set}")
	case isBinary(f) && !f.integers.Given && f.skip > 0:
		return frame.BadUsage("", "--skip with .npy is for -i")
	case isBinary(f) && f.integers.Hi > math.MaxInt64 && f.integers.Lo <= f.integers.Hi:
		return frame.BadUsage("", "integers above 2⁶³−1 have no place in .npy")
	case f.head.Share != nil && f.skip > 0:
		return frame.BadUsage("", "--skip needs -n as a number of lines")
	case f.strict && f.head.Share != nil:
		return frame.BadUsage("", "--strict is for -n as a number of lines")
	case f.strict && f.repeat:
		return frame.BadUsage("", "--strict and -r exclude each other: with replacement there are always enough lines")
	}
	return nil
}

// writable returns an error if an output is of a format that the records are not in.
func writable(f *flags, names []string) error {
	for _, name := range names {
		switch {
		case packing.Foreign(name) == "tar" && !f.is(ask.Tar):
			return frame.BadUsage("", "cannot write %s without --tar, which is for archives", label.Name(name))
		case npy.MatchString(name) && !isBinary(f):
			return frame.BadUsage("", "cannot write %s: an array has the numbers of records in their order, "+
				"but not those of draws, mixtures and orders that keep records apart", label.Name(name))
		}
	}
	return nil
}
