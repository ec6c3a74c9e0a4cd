package shuffle

import (
	"cmp"
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
)

var split = verb{
	use:   "split [FLAG]... [PARTS] [FILE]...",
	short: "split the lines of files at random into parts",
	long: `Split writes the lines of all FILEs, in random order, to a file for each part.
PARTS is train=0.8,test=0.2 with shares, whole numbers of lines or rest; or
80/20 for train and test, or 80/10/10 for train, val and test, which is the
default. The files of data.csv are data-train.csv and so on, in this folder,
each with the header. If the first line may be one or not, say --header 1 or
--no-header. No part may be there already; -o '{}.csv' gives other names, and
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

func splitArguments(f *flags, args []string) (files []string, err error) {
	var parts []string
	for i, arg := range args {
		if isParts(arg) && !(f.echo && (i > 0 || f.numbered())) {
			parts = append(parts, arg)
		} else {
			files = append(files, arg)
		}
	}
	text := strings.Join(parts, ",")
	switch {
	case f.numbered() && text != "":
		return files, frame.BadUsage("", "%s and --folds or --shards exclude each other: split first, and each part "+
			"then", text)
	case f.echo && text == "" && !f.numbered():
		return files, frame.BadUsage("", "with -e, PARTS come first, as all else are words")
	case !f.numbered():
		err = setParts(f, cmp.Or(text, "80/10/10"))
	}
	nothing := func(arg string) bool { return arg != "-" && !isFile(arg) }
	if i := slices.IndexFunc(files, nothing); i >= 0 && err == nil && !f.echo && text == "" {
		err = frame.BadUsage("", "%s is neither a FILE nor PARTS, such as 80/20 or train=0.8,test=0.2; --shards N "+
			"makes N equal parts", label.Name(files[i]))
	}
	if guess := len(files) == 1 && files[0] != "-" && !strings.ContainsAny(filepath.Base(files[0]), "{}"); guess &&
		err == nil && len(f.outputs) == 0 && !f.echo {
		f.files.New = true
		err = add(f, infile.Flag{Name: "output", Value: outputOf(files[0])})
	}
	return files, err
}

var slashed = regexp.MustCompile(`^(rest|[\d.]+%?)(/(rest|[\d.]+%?)){1,2}$`)

var whole, number = regexp.MustCompile(`^\d+$`), regexp.MustCompile(`^[\d.]+$`)

// isParts reports whether an argument names parts or their shares, and is no file.
func isParts(arg string) bool {
	return (strings.Contains(arg, "=") || slashed.MatchString(arg)) && !isFile(arg)
}

func isFile(arg string) bool {
	_, err := os.Lstat(arg)
	return err == nil
}

// setParts sets the parts to those of a text such as train=0.8,test=0.2 or 80/20: whole numbers, and all that come to
// more than 1, are hundredths. It is an error if whole numbers alone leave a part of 100, as 8/2 does by mistake.
func setParts(f *flags, text string) error {
	if slashed.MatchString(text) {
		names, parts := []string{"train", "val", "test"}, strings.Split(text, "/")
		if len(parts) == 2 {
			names = []string{"train", "test"}
		}
		sum, hundred := new(big.Rat), big.NewRat(100, 1)
		for _, part := range parts {
			if n, ok := new(big.Rat).SetString(part); ok {
				sum.Add(sum, n)
			}
		}
		comes := fmt.Sprintf("%s comes to %s", text, strings.TrimSuffix(sum.FloatString(1), ".0"))
		many := sum.Cmp(big.NewRat(1, 1)) > 0
		for i, part := range parts {
			if whole.MatchString(part) || many && number.MatchString(part) {
				part += "%"
			}
			parts[i] = names[i] + "=" + part
		}
		wholes := strings.Trim(text, "0123456789/") == ""
		text = strings.Join(parts, ",")
		switch {
		case sum.Cmp(hundred) > 0:
			return frame.BadUsage("", "%s, more than 100", comes)
		case wholes && sum.Cmp(hundred) < 0:
			return frame.BadUsage("", "%s, not 100 as 80/20 does; %s leaves the rest out", comes, text)
		}
		f.added = append(f.added, text)
	}
	if err := f.split.Add(frame.Names(text)...); err != nil { // a name with a comma is quoted as in CSV
		return frame.BadUsage("", "PARTS: %w", err)
	}
	return nil
}

// outputOf returns the names of the parts of a file, in this folder.
func outputOf(file string) string {
	base := filepath.Base(file)
	plain := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	stem := strings.TrimSuffix(plain, filepath.Ext(plain))
	name := stem + "-{}" + strings.TrimPrefix(base, stem)
	if strings.HasPrefix(name, "-") { // it is no flag
		name = "./" + name
	}
	return name
}
