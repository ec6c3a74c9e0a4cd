package shuffle

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A form is one of the commands that shuffle. All have the same flags; what differs is the help, and which arguments
// stand for flags.
type form struct {
	use, short, long, examples string
	usual                      string   // flags
	like                       []string // commands that there are not
	arguments                  func(f *flags, args []string) (files []string, err error)
}

var split = form{
	use:   "split [FLAG]... [PARTS] [FILE]...",
	short: "split the lines of files at random into parts",
	long: `Split writes the lines of all FILEs, in random order, to a file for each part.
PARTS is train=0.8,test=0.2 with shares, numbers of lines or rest; or 80/20 for
train and test, or 80/10/10 for train, val and test, which is the default. With
--group-by, shares and numbers count groups, not lines. The files of data.csv
are data-train.csv and so on, in this folder, each with the header. None must be
there; -o '{}.csv' gives other names, and replaces files.

The sizes of the parts are exact, and the same --seed gives the same parts. With
--by-key they are random: take another seed for the next split of the same keys,
as the first one would put all rows of a part into one part again. With
--shards, --shard-size or --folds, PARTS can be left out; with both, each part
is cut into shards. Split is yates shuffle --split PARTS.`,
	examples: `  yates split data.csv                           train, val, test: 80%, 10%, 10%
  yates split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates split train=rest,test=1000 --seed 7 data.jsonl
  yates split --group-by user.id data.jsonl      no user is in two parts
  yates split --by-key user.id --seed 7 a.jsonl  nor changes it with new rows
  yates split --stratify label data.csv          each part has its share of each
  yates split --folds 5 -o '{set}-{}.csv' data.csv
  yates split --shards 16 -o 'train-{:05}-of-{n}.jsonl.zst' data.jsonl
  yates split train=0.9,val=0.1 --shard-size 256MB -o '{}-{:05}.tar' a.tar`,
	usual: "output group-by by-key missing stratify unique header no-header jsonl tar shards shard-size folds seed",
	arguments: func(f *flags, args []string) ([]string, error) {
		var err error
		if i := slices.IndexFunc(args, isParts); i >= 0 && f.split == nil {
			err = f.setParts(args[i])
			args = slices.Delete(slices.Clone(args), i, i+1)
		} else if !f.cut() && f.shard.N == 0 {
			err = f.setParts("80/10/10")
		}
		if i := slices.IndexFunc(args, isNothing); i >= 0 && err == nil && !f.echo {
			err = frame.BadUsage("", "%s is neither a FILE nor PARTS, such as 80/20 or train=0.8,test=0.2",
				label.Name(args[i]))
		}
		if guess := len(args) == 1 && args[0] != "-" && !strings.ContainsAny(filepath.Base(args[0]), "{}"); guess &&
			err == nil && len(f.outputs) == 0 && f.cut() {
			f.how.New = true
			err = f.add("output", f.outputOf(args[0]))
		}
		return args, err
	},
}

var sample = form{
	use:   "sample [FLAG]... COUNT [FILE]...",
	short: "draw random lines of files",
	long: `Sample writes COUNT lines of all FILEs, in random order: each line has the same
chance, and none comes twice. COUNT is a number, or a share such as 1%, which is
exact: 1% of 20,000 lines are 200. The header of a table stays on top. Sample is
yates shuffle -n COUNT.

With --by-key COLUMN and a seed, the sample stays if lines are added or removed:
a number takes all lines of so many values in COLUMN; with a share, the value
alone decides whether a line is in it, and the size is random.`,
	examples: `  yates sample 1000 data.csv
  yates sample 1% data.jsonl
  yates sample 100 --stratify label data.csv     each label in its share
  yates sample 100 --per label data.csv          100 of each label
  yates sample 5% --by-key user --seed 7 a.csv   stays when rows are added
  yates sample 10 --weight tickets raffle.csv
  yates sample -r 100% data.txt                  a bootstrap sample`,
	usual: "output seed stratify per by-key weight repeat group-by unique header no-header csv jsonl tar strict",
	arguments: func(f *flags, args []string) ([]string, error) {
		if f.set.Changed("head-count") {
			return args, nil
		}
		i := slices.IndexFunc(args, isCount)
		if i < 0 || i > 0 && f.echo {
			return nil, frame.BadUsage("yates sample -h", "sample needs a COUNT, which is no FILE, or -n COUNT")
		}
		count := args[i]
		return slices.Delete(slices.Clone(args), i, i+1), f.give("head-count", count)
	},
}

var (
	counts  = regexp.MustCompile(`^\d+(\.\d+)?%?$|^\d+/\d+$`)
	slashed = regexp.MustCompile(`^(rest|[\d.]+%?)(/(rest|[\d.]+%?))+$`)
)

// isCount reports whether an argument is a count or a share, and no file.
func isCount(arg string) bool { return counts.MatchString(arg) && !isFile(arg) }

// isParts reports whether an argument names parts or their shares, and is no file.
func isParts(arg string) bool {
	return (strings.Contains(arg, "=") || slashed.MatchString(arg)) && !isFile(arg)
}

// isNothing reports whether an argument is no file, nor standard input.
func isNothing(arg string) bool { return arg != "-" && !isFile(arg) }

func isFile(arg string) bool {
	_, err := os.Lstat(arg)
	return err == nil
}

// setParts sets the parts to those of a text such as train=0.8,test=0.2 or 80/20: whole numbers are hundredths.
func (f *flags) setParts(text string) error {
	if strings.Contains(text, "=") {
		return f.give("split", text)
	}
	names, parts := []string{"train", "val", "test"}, strings.Split(text, "/")
	if len(parts) > len(names) {
		return frame.BadUsage("", "%s has more than three parts, which need names: a=40%%,b=30%%", label.Name(text))
	}
	if len(parts) == 2 {
		names = []string{"train", "test"}
	}
	sum := 0
	whole := !slices.ContainsFunc(parts, func(part string) bool {
		n, err := strconv.Atoi(part)
		sum += n
		return err != nil
	})
	if whole && sum != 100 {
		return frame.BadUsage("", "%s comes to %d and not to 100; numbers of lines need names: train=%s,...", text, sum,
			parts[0])
	}
	for i, part := range parts {
		if parts[i] = names[i] + "=" + part; whole {
			parts[i] += "%"
		}
	}
	return f.add("split", strings.Join(parts, ","))
}

// outputOf returns the names of the parts of a file, in this folder.
func (f *flags) outputOf(file string) string {
	base := filepath.Base(file)
	plain := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	stem := strings.TrimSuffix(plain, filepath.Ext(plain))
	place := "-{}"
	if f.split != nil && f.shards.Given() {
		place += "-{:05}"
	}
	return stem + place + strings.TrimPrefix(base, stem)
}
