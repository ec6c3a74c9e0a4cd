package shuffle

import (
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/internal/shares"
)

var mix = verb{
	use:   "mix [FLAG]... FILE=SHARE...",
	short: "mix the lines of files by shares",
	long: `Mix writes COUNT lines of which each FILE has exactly its share: 0.7, 70%, a
whole number of lines, or rest. With FILE=2.5x, each line of FILE is used
twice, and half of them once more; the x stands behind all numbers, or none. No
line comes again before all others of its FILE have come. Which FILE is at which
place is random, and so is the order of its lines. If all SHAREs are whole
numbers, COUNT is their sum.`,
	examples: `  yates mix web.jsonl=0.7 books.jsonl=0.3 -n 100000
  yates mix a.txt=rest b.txt=10% -n 5000 --seed 7
  yates mix web.jsonl=1x books.jsonl=2.5x -o train.jsonl
  yates mix a.txt=1x b.txt=2x --shard 3/8 --seed 7 --epoch 2`,
	usual:     "head-count output seed epoch skip shards shard csv header jsonl",
	arguments: mixture,
}

// mixture sets how much of each file a mixture has, and returns their names.
func mixture(f *flags, args []string) (names []string, err error) {
	if len(args) == 0 {
		return nil, frame.BadUsage("yates mix -h", "mix needs FILE=SHARE for each file, such as a.txt=0.7 b.txt=0.3")
	}
	for _, arg := range args {
		if !isParts(arg) {
			return nil, frame.BadUsage("", "%s needs its share: %s=0.5, or %s=2x for how often it is used",
				label.Name(arg), quote.Words(arg), quote.Words(arg))
		}
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "x") }) {
		return times(f, args)
	}
	parts, head := new(shares.Parts), &f.Head
	if err := parts.Add(args...); err != nil {
		return nil, frame.BadUsage("", "%w (a mixture is FILE=SHARE...)", err)
	}
	if total, ok := parts.Total(); ok && !f.given("head-count") {
		head.Count = total
	}
	if head.Share != nil || head.Count == shares.All {
		return nil, frame.BadUsage("", "shares need -n COUNT: how many lines the mixture has; or FILE=2x: how often "+
			"each line is used")
	}
	counts, err := parts.Sizes(head.Count)
	if err != nil {
		return nil, frame.BadUsage("", "%w", err)
	}
	left := head.Count
	for _, n := range counts {
		f.Mixture, left = append(f.Mixture, shares.Head{Count: n}), left-n
	}
	if left > 0 {
		return nil, frame.BadUsage("", "the shares come to %s of %s lines (a whole number is "+
			"one of lines): FILE=rest takes what the others leave", label.Number(head.Count-left),
			label.Number(head.Count))
	}
	head.Count = shares.All // as many as there are, or there is an error
	return parts.Names(), nil
}

// times sets how often each line of a file is used, and returns the names of the files.
func times(f *flags, args []string) (names []string, err error) {
	for _, arg := range args {
		at := max(strings.LastIndex(arg, "="), 0)
		often, err := shares.Parse(strings.TrimSuffix(strings.TrimPrefix(arg[at:], "="), "x"))
		if at == 0 || err != nil || !strings.HasSuffix(arg, "x") || slices.Contains(names, arg[:at]) {
			return nil, frame.BadUsage("", "%q is not FILE=NUMBERx, once for each FILE, such as a.txt=2.5x", arg)
		}
		names, f.Mixture = append(names, arg[:at]), append(f.Mixture, shares.Head{Share: often})
	}
	return names, nil
}
