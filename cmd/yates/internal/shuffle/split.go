package shuffle

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/quote"
)

var split = verb{
	use:   "split [FLAG]... [PARTS] [FILE]...",
	short: "split the lines of files at random into parts",
	like:  []string{"folds", "kfold", "cv", "stratify", "train_test_split", "partition"},
	long: `Split writes the lines of all FILEs, in random order, to a file for each part.
PARTS is train=0.8,test=0.2 with shares, whole numbers of lines or rest; or
80/20 for train and test, or 80/10/10 for train, val and test, which is the
default. The files of data.csv are data-train.csv and so on, in this folder,
each with the header. None must be there; -o '{}.csv' gives other names, and
replaces files.

The sizes of the parts are exact, and the same --seed gives the same parts. With
--group-by, shares and numbers count groups, not lines; with --stratify too, the
class of a group is that of its first line. With --by-key, shares decide and
sizes are random, but a line stays in its part when others come. --folds or
--shards take the place of PARTS.`,
	examples: `  yates split data.csv                           train, val, test: 80%, 10%, 10%
  yates split train=0.9,test=0.1 -o '{}.csv' data.csv
  yates split train=rest,test=1000 --seed 7 data.jsonl
  yates split --group-by user.id data.jsonl      no user is in two parts
  yates split --by-key user.id --seed 7 a.jsonl  nor changes it with new rows
  yates split --stratify label data.csv          each part has its share of each
  yates split --folds 5 -o '{set}-{}.csv' data.csv
  yates split --shards 16 -o 'train-{:05}-of-{n}.jsonl.zst' data.jsonl`,
	usual:     "output group-by stratify by-key missing header no-header jsonl tar shards folds seed",
	arguments: splitArguments,
}

func splitArguments(f *flags, args []string) ([]string, error) {
	given, i := args, slices.IndexFunc(args, isParts)
	var err error
	switch {
	case f.echo && (i != 0 || f.numbered()):
		return args, noParts(f, "")
	case i >= 0 && f.numbered():
		return args, noParts(f, args[i])
	case i >= 0:
		err = setParts(f, args[i])
		args = slices.Delete(slices.Clone(args), i, i+1)
	case !f.numbered():
		err = setParts(f, "80/10/10")
	}
	if at := slices.IndexFunc(args, isNothing); at >= 0 && err == nil && !f.echo {
		remedy := nearly(args[at])
		if i >= 0 && isParts(args[at]) {
			remedy = given[i] + "," + args[at]
		}
		if remedy != "" {
			remedy = "yates split " + quote.Words(remedy) + " FILE"
		}
		err = frame.BadUsage(remedy, "%s is neither a FILE nor PARTS, such as 80/20 or train=0.8,test=0.2",
			label.Name(args[at]))
	}
	if guess := len(args) == 1 && args[0] != "-" && !strings.ContainsAny(filepath.Base(args[0]), "{}"); guess &&
		err == nil && len(f.outputs) == 0 && !f.echo {
		f.files.New = true
		err = add(f, infile.Flag{Name: "output", Value: outputOf(args[0])})
	}
	return args, err
}

var slashed = regexp.MustCompile(`^(rest|[\d.]+%?)(/(rest|[\d.]+%?))+$`)

var whole, share = regexp.MustCompile(`^\d+$`), regexp.MustCompile(`^(0?\.\d+|\d+%)$`)

// nearly returns what is meant by an argument that is nearly PARTS, or "".
func nearly(arg string) string {
	slashes, named := strings.NewReplacer(",", "/", ":", "/").Replace(arg), strings.ReplaceAll(arg, ":", "=")
	switch {
	case whole.MatchString(arg):
		return "--shards=" + arg
	case share.MatchString(arg):
		return "train=" + arg + ",test=rest"
	case slashed.MatchString(slashes):
		return slashes
	case isParts(named):
		return named
	}
	return ""
}

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

// setParts sets the parts to those of a text such as train=0.8,test=0.2 or 80/20: whole numbers, and all that
// come to more than 1, are hundredths.
func setParts(f *flags, text string) error {
	if strings.Contains(text, "=") {
		return give(f, text)
	}
	names, parts := []string{"train", "val", "test"}, strings.Split(text, "/")
	if len(parts) == 2 {
		names = []string{"train", "test"}
	}
	sum, bare, hundredths := new(big.Rat), true, false
	for _, part := range parts {
		n, ok := new(big.Rat).SetString(part)
		if bare = bare && ok; ok {
			sum.Add(sum, n)
			hundredths = hundredths || whole.MatchString(part) && n.Sign() > 0
		}
	}
	hundredths = hundredths || sum.Cmp(big.NewRat(1, 1)) > 0
	switch {
	case len(parts) > len(names):
		for i, part := range parts {
			parts[i] = fmt.Sprintf("part%d=%s%%", i+1, strings.TrimSuffix(part, "%"))
		}
		return frame.BadUsage("", "%s has more than three parts, which need names: %s", label.Name(text),
			strings.Join(parts, ","))
	case hundredths && bare && sum.Cmp(big.NewRat(100, 1)) != 0:
		return frame.BadUsage("", "%s comes to %s and not to 100 as 80/10/10 does; numbers of lines need names: "+
			"train=%s,...", text, strings.TrimSuffix(sum.FloatString(1), ".0"), parts[0])
	}
	for i, part := range parts {
		if parts[i] = names[i] + "=" + part; hundredths && part != "rest" && !strings.HasSuffix(part, "%") {
			parts[i] += "%"
		}
	}
	text = strings.Join(parts, ",")
	f.added = append(f.added, text)
	return give(f, text)
}

// give sets the parts.
func give(f *flags, text string) error {
	if err := f.split.Set(text); err != nil {
		return frame.BadUsage("", "PARTS: %w", err)
	}
	return nil
}

// outputOf returns the names of the parts of a file, in this folder.
func outputOf(file string) string {
	base := filepath.Base(file)
	plain := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	stem := strings.TrimSuffix(plain, filepath.Ext(plain))
	place := "-{}"
	if strings.HasPrefix(stem, "-") {
		place, stem, base = stem+place, "./", "./"+strings.TrimPrefix(base, stem)
	}
	return stem + place + strings.TrimPrefix(base, stem)
}

// noParts returns the error of PARTS that there cannot be, or of words that are taken for them.
func noParts(f *flags, parts string) error {
	if parts == "" && f.numbered() {
		return nil
	}
	if parts == "" {
		return frame.BadUsage("", "with -e, PARTS come first, as all else are words")
	}
	return frame.BadUsage("", "%s and --folds or --shards exclude each other: split first, and each part then", parts)
}
