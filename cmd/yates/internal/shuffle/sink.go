package shuffle

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/shares"
)

// setSink sets how much of the order is written, of a mixture with what is skipped, and what the engine is told of
// where it goes.
func setSink(f *flags) {
	rule, sink := &f.Options.Rule, &f.Options.Sink
	switch {
	case rule.Shares != nil: // which say what is written
		f.Head = shares.Head{Count: shares.All}
	case f.Mixture != nil && f.Head.Count != shares.All:
		f.Head.Count += min(f.skip, shares.All-f.Head.Count)
	}
	sink.Binary = isBinary(f)
	if f.equal.Only == 0 && f.Mixture == nil { // which skip by themselves
		sink.Skip = f.skip
	}
	if f.Head.Count != shares.All && f.Head.Share == nil && rule.Kind != ask.Classes {
		sink.Head = max(f.Head.Count, 1)
	}
	counted := f.Parts.Sizes != nil || f.Head.Share != nil || rule.Kind == ask.Classes || rule.Shares != nil ||
		sink.Binary && f.Kind == job.Lines // the numbers of which are counted
	sink.Parts = counted && rule.Kind&(ask.Weights|ask.Apart) == 0 && !f.Repeat
}

// partsOf returns the parts of the order: where it goes.
func partsOf(f *flags) (p job.Parts, err error) {
	pattern, err := patternOf(f)
	if err != nil {
		return p, err
	}
	p.Sizes = f.equal.Sizes
	switch {
	case f.split != nil:
		p.Sizes = func(n, _ int64) ([]int64, error) { return f.split.Sizes(n) }
		total, _ := f.split.Total()
		p.Hundredths = total == 100
		p.Files, err = dest.Names(pattern, dest.Named(f.split.Names()))
	case f.equal.Only > 0:
		return oneOf(f, pattern)
	case f.given("folds"):
		labels := dest.Numbered(f.equal.N)
		if p.Files, err = dest.Names(inSet(pattern, "test"), labels); err == nil && pattern != inSet(pattern, "test") {
			p.Trains, err = dest.Names(inSet(pattern, "train"), labels)
		}
	case f.equal.N > 0:
		p.Files, err = dest.Names(pattern, dest.Numbered(f.equal.N))
	case f.equal.Each > 0:
		if dir := filepath.Dir(pattern); strings.Contains(dir, "{n}") {
			return p, frame.BadUsage("", "with --shard-size, {n} is known when all has been read, which is too late "+
				"for the folder %s", label.Name(dir))
		}
		p.Named = func(n int) ([]string, error) { return dest.Names(pattern, dest.Numbered(n)) }
		p.Files, err = p.Named(1) // until it is known how many there are
	case f.skip > 0 && f.Mixture != nil: // the records of the front must be passed over
		p.Files, p.Sizes = []string{"", pattern}, skipping(f.skip, 0, wholly)
	default:
		p.Files, p.Sizes = []string{pattern}, nil
	}
	return p, err
}

// patternOf returns the name of the output, or the pattern of their names.
func patternOf(f *flags) (string, error) {
	patterns := slices.Compact(slices.Clone(f.outputs))
	switch {
	case f.given("folds") && f.equal.N == 1:
		return "", frame.BadUsage("", "--folds must be at least 2")
	case (f.split != nil || f.numbered()) && len(patterns) != 1:
		return "", frame.BadUsage("", "parts need one -o, such as -o 'part-{}.txt'")
	case len(patterns) > 1:
		return "", frame.BadUsage("", "there are two outputs, %s and %s", label.Name(patterns[0]),
			label.Name(patterns[1]))
	case len(patterns) == 0:
		return output.Stdout, nil
	case patterns[0] == "" || patterns[0] == "=": // as -o= gives it
		return "", frame.BadUsage("", "the name of the output is empty")
	}
	if f.split == nil && (f.equal == dest.Cut{}) && strings.Contains(patterns[0], "{}") {
		return "", frame.BadUsage("", "{} in the name of one output stands for nothing; --shards N writes several")
	}
	return patterns[0], nil
}

// oneOf returns equal parts of which one is written.
func oneOf(f *flags, pattern string) (p job.Parts, err error) {
	k := f.equal.Only - 1
	if strings.Contains(pattern, "{") {
		one, err := dest.Names(pattern, dest.Numbered(f.equal.N)[k:k+1])
		if err != nil {
			return p, err
		}
		pattern = one[0]
	}
	p.Files, p.Sizes = make([]string, f.equal.N), f.equal.Sizes
	p.Files[k] = pattern
	if f.skip > 0 {
		p.Files, p.Sizes = slices.Insert(p.Files, k, ""), skipping(f.skip, k, p.Sizes)
	}
	return p, nil
}

// wholly divides records into one part.
func wholly(n, _ int64) ([]int64, error) { return []int64{n}, nil }

// skipping divides records as another one does, and makes the front of part k one that goes nowhere.
func skipping(skip int64, k int, divide job.Divide) job.Divide {
	return func(n, bytes int64) ([]int64, error) {
		sizes, err := divide(n, bytes)
		front := min(skip, sizes[k])
		sizes[k] -= front
		return slices.Insert(sizes, k, front), err
	}
}

// inSet returns the pattern of the names of files that are in a set, such as test, where it has {set}.
func inSet(pattern, set string) string { return strings.ReplaceAll(pattern, "{set}", set) }

// npy are the names of arrays of numpy, which may be compressed.
var npy = regexp.MustCompile(`\.npy(\.gz|\.zst)?$`)

// isBinary reports whether integers, or the numbers of records, are written as an array of numpy.
func isBinary(f *flags) bool {
	drawn := f.asked()&(ask.Weights|ask.Apart|ask.Repeat) != 0 || f.PerClass < 0 || f.Mixture != nil || f.echo
	return len(f.outputs) == 1 && npy.MatchString(f.outputs[0]) && (f.integers.Given || !drawn)
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
