package shuffle

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
)

// An entry is all that there is to know of a flag of some verbs.
type entry struct {
	heading string     // in the help
	flag    string     // its name, and its letter if it has one
	verbs   string     // that have it
	thing   ask.Things // that it asks for: package ask says what excludes what
	value   any        // a pointer (*int: from 1 on), a pflag.Value or a function that sets it; nil: added elsewhere
	usage   string
}

const (
	every  = "shuffle split sample mix"
	notMix = "shuffle split sample"
	byKey  = "a hash of `COLUMN` decides: new rows move no others"
)

// table is the one list of all flags, in the order of the help.
func table(f *flags) []entry {
	return []entry{
		{"Input", "input-range i", notMix, ask.Integers, f.integers.Set, "take the integers `LO-HI` instead of files"},
		{"Input", "echo e", notMix, ask.Words, &f.echo, "take the arguments instead of files"},
		{"Input", "raw", every, 0, &f.Raw, "read FILE without decompressing or checking it"},
		{"Format", "lines", every, ask.Lines, &f.Options.Lines, "records are `N` lines, such as 4 for FASTQ"},
		{"Format", "csv", every, ask.CSV, new(bool), "records are CSV rows, also with quoted line breaks"},
		{"Format", "jsonl", every, ask.JSON, new(bool), "lines are JSON objects; a COLUMN is a field of them"},
		{"Format", "record-start", every, ask.Sections, f.setStart,
			"records start at lines matching `REGEX`: ^> for FASTA"},
		{"Format", "paragraphs", every, ask.Paragraphs, new(bool), "records end at blank lines"},
		{"Format", "tar", notMix, ask.Tar, new(bool), "records are samples in tar archives (WebDataset)"},
		{"Format", "tfrecord", every, ask.TFRecord, new(bool), "records are those of TFRecord files"},
		{"Format", "record-size", every, ask.Fixed, frame.Number(&f.Options.Size),
			"records are blocks of `N` bytes, such as tokens"},
		{"Format", "zero-terminated z", every, ask.NUL, &f.Options.NUL, "end lines with NUL instead of the line feed"},
		{"Format", "header", every, ask.Header, f.setHeader, "keep the first `N` lines, or those like ^#, on top"},
		{"Format", "no-header", every, ask.Header, &f.noHeader, "the first line is a record, whatever it looks like"},
		{"Format", "delimiter", every, ask.Delimiter, f.setDelimiter,
			"expect `CHAR` between columns (default comma or tab)"},
		{"Rule", "group-by", "shuffle split", ask.Groups, f.addColumn,
			"keep rows of equal `COLUMN` together; repeats add up"},
		{"Rule", "stratify", "split", ask.Classes, f.addColumn, "give each part its share of each class in `COLUMN`"},
		{"Rule", "apart", "shuffle", ask.Apart, f.addColumn, "put no two rows of equal `COLUMN` side by side"},
		{"Rule", "max-run", "shuffle", 0, &f.Options.Run, "with --apart, allow up to `N` of them in a row"},
		{"Rule", "unique", "shuffle", ask.Unique, new(bool), "drop lines that equal an earlier one"},
		{"Rule", "unique-by", "shuffle", ask.UniqueBy, f.addColumn,
			"keep the first line of each `COLUMN`; a,b: of both"},
		{"Rule", "weight", "shuffle", ask.Weights, f.setWeight,
			"let rows of larger numbers in `COLUMN` tend to be first"},
		{"Rule", "weight", "sample", ask.Weights, f.setWeight, "draw in proportion to the weights in `COLUMN`"},
		{"Rule", "by-key", "shuffle sample", ask.ByKey, f.addColumn, byKey},
		{"Rule", "by-key", "split", ask.Parted, f.addColumn, byKey},
		{"Rule", "per", "sample", ask.Classes, f.addColumn, "draw COUNT lines of each class in `COLUMN`"},
		{"Rule", "repeat r", "shuffle", ask.Repeat, &f.Repeat, "draw with replacement; without -n, endlessly"},
		{"Rule", "repeat r", "sample", ask.Repeat, &f.Repeat, "draw with replacement"},
		{"Rule", "missing", notMix, 0, f.Options.Missing.Set, "rows with no value, by `RULE`: own, one, drop, error"},
		{"Order", "head-count n", "shuffle", ask.Head, f.setCount,
			"write the first `COUNT` lines, or a share such as 10%"},
		{"Order", "head-count n", "sample", 0, f.setCount, "draw `COUNT` lines, as the argument does"},
		{"Order", "head-count n", "mix", 0, f.setCount, "write `COUNT` lines, which must be given for shares"},
		{"Order", "skip", "shuffle mix", ask.Skip, frame.Number(&f.skip),
			"leave out the first `N` lines, with --shard of the part"},
		{"Order", "strict", "shuffle", 0, &f.Strict, "with -n, fail if there are fewer lines than COUNT"},
		{"Order", "seed", every, 0, nil, ""},
		{"Order", "seed-hex", every, 0, nil, ""},
		{"Order", "epoch", every, 0, nil, ""},
		{"Order", "print-seed", every, 0, nil, ""},
		{"Output", "output o", "shuffle sample mix", 0, &f.outputs, "write to `FILE` instead of standard output"},
		{"Output", "output o", "split", 0, &f.outputs, "write the parts to `FILE`, such as 'part-{}.csv'"},
		{"Output", "folds", "split", ask.Parts, f.equal.Set,
			"write `N` folds for cross-validation; {set}: test, train"},
		{"Output", "shard", "shuffle mix", ask.Shard, f.equal.SetOne,
			"write part `K/N` of N equal ones alone, such as 3/8"},
		{"Output", "shards", "shuffle split mix", ask.Parts, f.equal.Set,
			"write `N` equal parts, numbered by {} in -o"},
		{"Output", "shard-size", "shuffle", ask.Sized, f.equal.SetEach,
			"write parts of `N` lines, or about a size like 64MB"},
		{"Output", "sync", every, 0, &f.files.Sync, "wait until FILE is on the disk, even if it is new"},
		{"Resource", "memory", every, 0, (*frame.Memory)(&f.files.Memory).Set,
			"use about `SIZE` of memory, such as 2G (default a quarter)"},
		{"Resource", "workers", every, 0, &f.files.Workers,
			"use `N` processors at the same time (default all)"},
		{"Resource", "tmp", every, 0, &f.Options.TempDir, "put the temporary file in `DIR` (default the system's)"},
		{"Resource", "progress", every, 0, nil, ""},
		{"Resource", "help", every, 0, nil, ""},
	}
}

// entries returns the flags of the verb.
func (v *verb) entries(f *flags) []entry {
	return slices.DeleteFunc(table(f), func(e entry) bool {
		return !slices.Contains(strings.Fields(e.verbs), v.name())
	})
}

// name returns the name of the flag.
func (e entry) name() string {
	name, _, _ := strings.Cut(e.flag, " ")
	return name
}

// addTo adds the flag to a set, unless that is done elsewhere.
func (e entry) addTo(set *pflag.FlagSet) {
	name, letter, _ := strings.Cut(e.flag, " ")
	switch value := e.value.(type) {
	case *bool:
		set.BoolVarP(value, name, letter, false, e.usage)
	case *string:
		set.StringVarP(value, name, letter, "", e.usage)
	case *int:
		set.VarP((*frame.AtLeastOne)(value), name, letter, e.usage)
	case *[]string:
		set.StringArrayVarP(value, name, letter, nil, e.usage)
	case func(flag, text string) error:
		set.FuncP(name, letter, e.usage, func(text string) error { return value(name, text) })
	case func(string) error:
		set.FuncP(name, letter, e.usage, value)
	case pflag.Value:
		set.VarP(value, name, letter, e.usage)
	}
}
