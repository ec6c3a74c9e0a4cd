package shuffle

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
)

// A section is flags under a heading of the help.
type section struct {
	heading string
	rows    []row
}

// A row is all that there is to know of a flag of some verbs.
type row struct {
	flag  string     // its name, and its letter if it has one
	verbs string     // that have it
	thing ask.Things // that it asks for: package ask says what excludes what
	value any        // a pointer, a pflag.Value or a function that sets it; nil: it is added elsewhere
	usage string
}

const (
	anyVerb = "shuffle split sample mix"
	notMix  = "shuffle split sample"
)

// table is the one list of all flags.
func (f *flags) table() []section {
	return []section{{"Input", f.inputRows()}, {"Format", f.formatRows()}, {"Rule", f.ruleRows()},
		{"Order", f.orderRows()}, {"Output", f.outputRows()}, {"Resource", f.resourceRows()}}
}

func (f *flags) inputRows() []row {
	return []row{
		{"input-range i", notMix, ask.Integers, &f.integers, "shuffle the integers `LO-HI` instead of files"},
		{"echo e", notMix, ask.Words, &f.echo, "shuffle the arguments instead of files"},
		{"files0-from", notMix, 0, &f.listFile, "read names of files, each ending with NUL, from `FILE`"},
		{"raw", anyVerb, 0, &f.raw, "take bytes as they are: decompress, refuse nothing"},
	}
}

func (f *flags) formatRows() []row {
	return []row{
		{"lines", anyVerb, ask.Lines, &f.lines, "shuffle records of `N` lines, such as 4 for FASTQ"},
		{"csv", anyVerb, ask.CSV, new(bool), "shuffle CSV rows, also with quoted line breaks"},
		{"jsonl", anyVerb, ask.JSON, new(bool), "lines are JSON objects; a COLUMN is a field of them"},
		{"record-start", anyVerb, ask.Sections, f.setStart, "start records at lines matching `REGEX`: ^> for FASTA"},
		{"paragraphs", anyVerb, ask.Paragraphs, new(bool), "shuffle records that end at blank lines"},
		{"tar", notMix, ask.Tar, new(bool), "shuffle the samples of tar archives (WebDataset)"},
		{"tfrecord", anyVerb, ask.TFRecord, new(bool), "shuffle the records of TFRecord files"},
		{"record-size", anyVerb, ask.Fixed, frame.Number(&f.size), "shuffle blocks of `N` bytes, such as tokens"},
		{"zero-terminated z", anyVerb, ask.NUL, &f.nul, "end lines with NUL instead of the line feed"},
		{"header", anyVerb, ask.Header, header{f}, "keep the first `N` lines, or those like ^#, on top"},
		{"no-header", anyVerb, ask.Header, &f.noHeader, "the first line is a record, whatever it looks like"},
		{"delimiter", anyVerb, ask.Delimiter, f.setDelimiter, "expect `CHAR` between columns (default comma or tab)"},
	}
}

func (f *flags) ruleRows() []row {
	return []row{
		{"group-by", "shuffle split", ask.Groups, f.columnsOf("group-by"),
			"keep rows of equal `COLUMN` together; a,b: of both"},
		{"stratify", "split", ask.Classes, f.columnsOf("stratify"),
			"give each part its share of each class in `COLUMN`"},
		{"apart", "shuffle", ask.Apart, f.columnsOf("apart"), "put no two rows of equal `COLUMN` side by side"},
		{"max-run", "shuffle", 0, &f.maxRun, "with --apart, allow up to `N` of them in a row"},
		{"unique", "shuffle", ask.Unique, new(bool), "drop lines that equal an earlier one"},
		{"unique-by", "shuffle", ask.UniqueBy, f.columnsOf("unique-by"),
			"keep the first line of each `COLUMN`; a,b: of both"},
		{"weight", "shuffle", ask.Weights, f.setWeight, "let rows of larger numbers in `COLUMN` tend to be first"},
		{"weight", "sample", ask.Weights, f.setWeight, "draw in proportion to the weights in `COLUMN`"},
		{"by-key", "shuffle", ask.ByKey, f.columnsOf("by-key"), "let the hash of `COLUMN` alone decide the order"},
		{"by-key", "split", ask.Parted, f.columnsOf("by-key"), "let the hash of `COLUMN` alone decide the part"},
		{"by-key", "sample", ask.ByKey, f.columnsOf("by-key"), "let `COLUMN` decide: the sample stays as rows come"},
		{"per", "sample", ask.Classes, f.columnsOf("per"), "draw COUNT lines of each class in `COLUMN`"},
		{"repeat r", "shuffle", ask.Repeat, &f.repeat, "draw with replacement; without -n, endlessly"},
		{"repeat r", "sample", ask.Repeat, &f.repeat, "draw with replacement"},
		{"missing", notMix, 0, f.missing.Set, "`RULE` for an empty COLUMN: own, one, drop, error"},
	}
}

func (f *flags) orderRows() []row {
	return []row{
		{"head-count n", "shuffle", ask.Head, f.setCount, "write the first `COUNT` lines, or a share such as 10%"},
		{"head-count n", "sample", 0, f.setCount, "draw `COUNT` lines, as the argument does"},
		{"head-count n", "mix", 0, f.setCount, "write `COUNT` lines, which must be given for shares"},
		{"skip", "shuffle mix", ask.Skip, frame.Number(&f.skip),
			"leave out the first `N` lines, with --shard of the part"},
		{"strict", "shuffle", 0, &f.strict, "with -n, fail if there are fewer lines than COUNT"},
		{"seed", anyVerb, 0, nil, ""},
		{"seed-hex", anyVerb, 0, nil, ""},
		{"epoch", anyVerb, 0, nil, ""},
		{"print-seed", anyVerb, 0, nil, ""},
	}
}

func (f *flags) outputRows() []row {
	return []row{
		{"output o", "shuffle sample mix", 0, &f.outputs, "write to `FILE` instead of standard output"},
		{"output o", "split", 0, &f.outputs, "write the parts to `FILE`, such as 'part-{}.csv'"},
		{"in-place", "shuffle", ask.InPlace, &f.inPlace, "replace each FILE by its lines in random order"},
		{"folds", "split", ask.Parts, f.folds.Set, "write `N` folds for cross-validation; {set}: test, train"},
		{"shard", "shuffle mix", ask.Shard, f.shard.SetOne, "write part `K/N` of N equal ones alone, such as 3/8"},
		{"shards", "shuffle split mix", ask.Parts, f.shards.Set,
			"write `N` equal parts, numbered by {} in -o; or LO-HI"},
		{"shard-size", "shuffle", ask.Sized, f.shards.SetEach, "write parts of `N` lines, or about a size like 64MB"},
		{"sync", anyVerb, 0, &f.files.Sync, "wait until FILE is on the disk, even if it is new"},
	}
}

func (f *flags) resourceRows() []row {
	return []row{
		{"memory", anyVerb, 0, (*frame.Memory)(&f.files.Memory),
			"use about `SIZE` of memory, such as 2G (default a quarter)"},
		{"workers", anyVerb, 0, (*frame.AtLeastOne)(&f.files.Workers),
			"use `N` processors at the same time (default all)"},
		{"tmp", anyVerb, 0, &f.tmp, "put the temporary file in `DIR` (default the system's)"},
		{"progress", anyVerb, 0, nil, ""},
		{"help", anyVerb, 0, nil, ""},
	}
}

// name returns the name of the flag.
func (r row) name() string {
	name, _, _ := strings.Cut(r.flag, " ")
	return name
}

// addTo adds the flag to a set, unless that is done elsewhere.
func (r row) addTo(set *pflag.FlagSet) {
	name, letter, _ := strings.Cut(r.flag, " ")
	switch value := r.value.(type) {
	case *bool:
		set.BoolVarP(value, name, letter, false, r.usage)
	case *string:
		set.StringVarP(value, name, letter, "", r.usage)
	case *[]string:
		set.StringArrayVarP(value, name, letter, nil, r.usage)
	case func(string) error:
		set.FuncP(name, letter, r.usage, value)
	case pflag.Value:
		set.VarP(value, name, letter, r.usage)
	}
}

// sections returns the flags of the verb under their headings.
func (v *verb) sections(f *flags) []section {
	all := f.table()
	for i := range all {
		all[i].rows = slices.DeleteFunc(all[i].rows, func(r row) bool {
			return !slices.Contains(strings.Fields(r.verbs), v.name())
		})
	}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.rows) == 0 })
}

// rows returns the flags of the verb.
func (v *verb) rows(f *flags) (all []row) {
	for _, s := range v.sections(f) {
		all = append(all, s.rows...)
	}
	return all
}
