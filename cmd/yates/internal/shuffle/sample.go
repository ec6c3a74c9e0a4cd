package shuffle

import (
	"regexp"
	"slices"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/shares"
)

var sample = verb{
	use:   "sample [FLAG]... COUNT [FILE]...",
	short: "draw random lines of files",
	long: `Sample writes COUNT lines of all FILEs, in random order: each line has the same
chance, and none comes twice but with -r and max. COUNT is a number, or a share
such as 1% or 0.01, which is exact: 1% of 20,000 lines are 200. The header of
data.csv stays on top; if its first line may be none, say --header 1 or
--no-header.

With --by-key COLUMN and a seed, the sample stays if lines are added or removed:
a number takes all lines of so many values in COLUMN; with a share, the value
alone decides whether a line is in it, and the size is random.

With --per COLUMN, COUNT is for each class; max is as many as the largest class
has, for which the lines of others come again.`,
	examples: `  yates sample 1000 data.csv
  yates sample 1% data.jsonl
  yates sample 100 --per label data.csv          100 of each label
  yates sample max --per label data.csv          each label equally often
  yates sample 5% --by-key user --seed 7 a.csv   stays when rows are added
  yates sample 10 --weight tickets raffle.csv
  yates sample -r 100% data.txt                  a bootstrap sample`,
	usual:     "output per by-key weight repeat missing seed csv header no-header jsonl tar input-range",
	arguments: sampleArguments,
}

func sampleArguments(f *flags, args []string) (files []string, err error) {
	per := len(f.by["per"]) > 0
	if !f.given("head-count") {
		i := slices.IndexFunc(args, isCount)
		nothing := func(arg string) bool { return arg != "-" && !isFile(arg) }
		if j := slices.IndexFunc(args, nothing); i < 0 && j >= 0 && !f.echo {
			return nil, frame.BadUsage("", "%s is neither a FILE nor a COUNT, such as 1000 or 1%%", label.Name(args[j]))
		}
		if file := slices.IndexFunc(args, counts.MatchString); i < 0 && file >= 0 && !f.echo {
			return nil, frame.BadUsage("", "%s is a FILE here; write -n %[1]s", args[file])
		}
		if i < 0 || i > 0 && f.echo {
			return nil, frame.BadUsage("yates sample -h", "sample needs a COUNT, such as 1000 or 1%%, which is no "+
				"FILE, or -n COUNT")
		}
		if err := f.setCount(args[i]); err != nil {
			return nil, frame.BadUsage("", "COUNT is %q: %w", args[i], err)
		}
		args = slices.Delete(slices.Clone(args), i, i+1)
	}
	switch {
	case f.PerClass < 0 && !per:
		return nil, frame.BadUsage("", "COUNT can be max only with --per COLUMN")
	case f.PerClass < 0:
		f.Repeat = true
	case per && f.Head.Share != nil:
		return nil, frame.BadUsage("", "--per needs COUNT as a number, or max; a share of each class is a part: yates "+
			"split sample=10%%,rest=rest --stratify COLUMN FILE")
	case per && f.Head.Count > 0:
		f.PerClass, f.Head = f.Head.Count, shares.Head{Count: shares.All}
	}
	return args, nil
}

var counts = regexp.MustCompile(`^\d+(\.\d+)?%?$|^\d+/\d+$|^max$`)

// isCount reports whether an argument is a count, a share or max, and no file.
func isCount(arg string) bool { return counts.MatchString(arg) && !isFile(arg) }
